"""The view of a match of Coyote. The referee knows no secrets, so everyone sees the same."""

from __future__ import annotations

from referee.contract import Cue, Deal, Message, SeatView, Token, Value, View
from referee.coyote.flow import FLOW
from referee.coyote.rules.ending import outcome
from referee.coyote.rules.reveal import next_round
from referee.coyote.state.phases import Alone, Counted, Over, Talk, Talking
from referee.coyote.state.state import State, current_acts, is_in, pile_size, player_count
from referee.kit import newest_by_seat


@newest_by_seat
def view(state: State, seat: int | None) -> View:
    """Return the view for the phone of `seat`. None is a spectator."""
    return _view(state, seat, _deal(state))


def _view(state: State, seat: int | None, deal: Deal | None) -> View:
    return View(
        game="coyote",
        round=state.round,
        phase=_phase(state, deal),
        focus=FLOW.focus(state),
        seats=tuple(_seat(state, other, cue) for other, cue in enumerate(FLOW.cues(state))),
        seat=seat,
        facts=(
            Message(f"edition.{state.setup.edition}"),
            Message("coyote.fact.pile", {"count": pile_size(state)}),
            *(_action_facts(state) if state.setup.tokens else ()),
        ),
        deal=deal,
        outcome=outcome(state),
    )


def visible_hands(state: State, seat: int | None) -> tuple[int, ...]:
    """Return the hands that a seat may see: all but the one at its own forehead (CY-1)."""
    hands = range(len(state.strikes))
    return () if seat is None else tuple(hand for hand in hands if hand != seat)


def _phase(state: State, deal: Deal | None) -> Message:
    """Return the phase, or the deal before it. The first announcement confirms the deal."""
    if deal is None:
        return Message(f"coyote.phase.{state.phase}")
    return Message("coyote.phase.shuffle" if deal.shuffle else "coyote.phase.deal")


def _deal(state: State) -> Deal | None:
    """Return the deal of one card each (CY-1), between a count and the next announcement."""
    cards = tuple(int(is_in(state, seat)) for seat in range(len(state.strikes)))
    phase = state.phase
    if type(phase) is Talking and not state.said and not state.acts.used:
        return Deal(state.round, cards, shuffle=True)
    if type(phase) is Counted:
        shuffle, dealt = bool(phase.result.shuffle), next_round(state, phase)
        return Deal(state.round + 1, cards, shuffle, then=_view(dealt, None, None))
    return None


# -- the seats ------------------------------------------------------------------------------


def _seat(state: State, seat: int, cue: Cue) -> SeatView:
    notes: tuple[Message, ...] = ()
    phase = state.phase
    if state.said and state.said[-1].seat == seat:
        notes = (Message("coyote.note.announced", {"number": state.number}),)
    elif (phase.result or phase).challenger == seat:
        notes = (Message("coyote.note.challenged"),)
    if state.turn == seat and type(phase) is Counted:
        notes += (Message("coyote.note.starts"),)
    tokens: tuple[Token, ...] = (Token("strike", state.strikes[seat], state.setup.limit),)
    out, before_reveal = not is_in(state, seat), isinstance(phase, Talk | Alone)
    backs = _held_up(state, seat) if before_reveal and not out else 0
    if not state.setup.tokens:
        return SeatView(seat, cue, tokens, notes=notes, out=out, backs=backs)
    if state.setup.rules.limit.one_a_seat and not out:
        tokens += (Token("special", int(not _used_actions(state, seat)), 1),)
    up = (face for face in state.acts.up if face.seat == seat and not face.out)
    cards = tuple(face.card for face in up) if before_reveal else ()
    notes += _notes(state, seat)
    return SeatView(seat, cue, tokens, cards, notes=notes, out=out, backs=backs)


def _held_up(state: State, seat: int) -> int:
    """Return how many cards a seat holds up: its own, unless it lies face up, and the extras."""
    acts = state.acts
    extras = sum(use.action == "extra" and use.target == seat for use in acts.used)
    return extras + (not any(face.is_own_of(seat) for face in acts.up))


def _used_actions(state: State, seat: int) -> tuple[str, ...]:
    """Return the actions that a seat used in this round. During the deal there are none."""
    return tuple(use.action for use in current_acts(state).used if use.seat == seat)


def _notes(state: State, seat: int) -> tuple[Message, ...]:
    """Return notes on a seat's actions, extra card and sitting out in this round."""
    notes, acts = [], current_acts(state)
    if used := _used_actions(state, seat):
        words = tuple(f"coyote.action.{action}" for action in used)
        notes.append(Message("coyote.note.used", {"words": words}))
    if any(use.action == "extra" and use.target == seat for use in acts.used):
        notes.append(Message("coyote.note.extra"))
    if seat in acts.sitting:
        notes.append(Message("coyote.note.sits_out"))
    return tuple(notes)


# -- the actions ----------------------------------------------------------------------------


def _action_facts(state: State) -> tuple[Message, ...]:
    """Return facts on the remaining actions and the direction of play."""
    setup, acts = state.setup, current_acts(state)
    limit = setup.rules.limit
    facts: list[Message] = []
    if acts.reversed and not isinstance(state.phase, Over):
        facts.append(Message("coyote.fact.anticlockwise"))
    if player_count(state) == 2 and not limit.for_two:
        return (*facts, Message("coyote.fact.two_left"))
    one_each = limit.one_a_seat
    left = {
        action: number - (0 if one_each and action != "extra" else acts.times_used(action))
        for action, number in setup.tokens.items()
    }
    once = tuple(f"coyote.action.{action}" for action, number in left.items() if number == 1)
    if once or not any(left.values()):
        key = "coyote.fact.actions" if once else "coyote.fact.actions_spent"
        params: dict[str, Value] = {"words": once} if once else {}
        facts.append(Message(key, params))
    for action, number in left.items():
        if number > 1:
            params = {"word": f"coyote.action.{action}", "number": number}
            facts.append(Message("coyote.fact.tokens", params))
    return tuple(facts)

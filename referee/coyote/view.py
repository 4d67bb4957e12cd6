"""What everybody at the table may see of a match of Coyote: the referee holds no secret."""

from __future__ import annotations

from typing import cast

from referee.contract import Cue, Deal, Focus, Message, SeatView, Token, View
from referee.coyote.offers import offers
from referee.coyote.play import outcome
from referee.coyote.state import Phase, Result, State, due, is_in, pile, turned


def view(state: State, seat: int | None) -> View:
    """Return what `seat`'s phone may show; None is a stranger."""
    cues, deal = offers(state).cues, _deal(state)
    return View(
        game="coyote",
        round=state.round,
        phase=_phase(state, deal),
        focus=_focus(state),
        seats=tuple(_seat(state, other, cue) for other, cue in enumerate(cues)),
        seat=seat,
        facts=(
            Message(f"edition.{state.setup.edition}"),
            Message("coyote.fact.pile", {"count": _in_pile(state)}),
        ),
        deal=deal,
        outcome=outcome(state),
    )


def _phase(state: State, deal: Deal | None) -> Message:
    """Return what is to be done by all: first of a round, to deal. The first word stands for it."""
    if deal is None:
        return Message(f"coyote.phase.{state.phase.value}")
    return Message("coyote.phase.shuffle" if deal.shuffle else "coyote.phase.deal")


def _deal(state: State) -> Deal | None:
    """One card each (CY-1), between the count of one round and the talk of the next."""
    cards = tuple(int(is_in(state, seat)) for seat in range(len(state.strikes)))
    if state.phase is Phase.TALKING and state.announcer is None:
        return Deal(state.round, cards, shuffle=True)
    if state.phase is Phase.COUNTED:
        return Deal(state.round + 1, cards, bool(cast(Result, state.result).shuffle))
    return None


def _seat(state: State, seat: int, cue: Cue) -> SeatView:
    notes: tuple[Message, ...] = ()
    if state.announcer == seat:
        notes = (Message("coyote.note.announced", {"number": state.number}),)
    elif state.challenger == seat:
        notes = (Message("coyote.note.challenged"),)
    if state.phase is Phase.COUNTED and state.turn == seat:
        notes += (Message("coyote.note.starts"),)
    strikes = Token("strike", state.strikes[seat], state.setup.limit)
    return SeatView(seat, cue, (strikes,), notes=notes, out=not is_in(state, seat))


def _focus(state: State) -> Focus:
    phase, turn = state.phase, state.turn
    if phase is Phase.TALKING:
        if state.announcer is None:
            return Focus(Message("coyote.focus.first", {"seat": turn}), seat=turn)
        label = Message("coyote.focus.standing", {"seat": state.announcer, "turn_seat": turn})
        return Focus(label, str(state.number), state.announcer)
    if phase is Phase.REVEAL:
        challenger, announcer = cast(int, state.challenger), cast(int, state.announcer)
        label = Message(
            "coyote.focus.challenged", {"seat": challenger, "announcer_seat": announcer}
        )
        return Focus(label, str(state.number), challenger)
    if phase is Phase.DRAW:
        return Focus(Message("coyote.focus.draw", {"count": due(state)}), "?")
    if phase is Phase.OVER:
        return Focus(Message("coyote.focus.won", {"seat": turn}), seat=turn)
    result = cast(Result, state.result)
    sign = "≥" if result.total >= state.number else "<"
    label = Message("coyote.focus.counted", {"seat": result.loser, "turn_seat": turn})
    total = str(result.total).replace("-", "−")
    return Focus(label, f"{total} {sign} {state.number}", result.loser)


def _in_pile(state: State) -> int:
    """Return how many cards the draw pile holds now, those turned up taken off."""
    there = pile(state)
    if turned(state) > there:  # the discards were shuffled into it
        there += sum(state.discards.values())
    return there - turned(state)

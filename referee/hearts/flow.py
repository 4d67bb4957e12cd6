"""The flow of Hearts, the actions by hand, and the layout of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from referee.contract import By, Cue, Focus, IllegalMove, Message, Offer, Press, Value
from referee.determinization import Down, Hidden
from referee.flow import Flow, Handler, Lamps, Row
from referee.hearts import rules
from referee.hearts import state as st
from referee.hearts.state import PASSED, Phase, State, Trick, offer, refuse
from referee.judge import Judge
from referee.judging import Judgement, Meaning
from referee.pending import CardAction, ClearAway, HandOver, PendingAction, Return
from referee.table import (
    Card,
    CardStatus,
    Change,
    Changes,
    Layout,
    Zone,
    is_face_up,
    laid_face_up,
    picture_ids,
)
from referee.tricks import card_due, lying_cards

# -- what people must do by hand -----------------------------------------------------------------


def _backs(state: State, phase: Phase) -> tuple[PendingAction, ...]:
    """Return the passes still to come (HE-2), or still to take up (HE-3)."""
    passing, results = phase is Phase.PASSING, []
    kind: type[CardAction] = HandOver if passing else Return
    rule, tag, key = ("HE-2", "pass", state.way) if passing else ("HE-3", "take_up", "take_up")
    for passer in state.due:
        to = state.receiver(passer)
        zone, seat = Zone("seat", to), passer if passing else to
        seats: dict[str, Value] = {"seat": seat, "other_seat": to}
        fixed: dict[str, Any] = {"says": {"aside": True, **seats}, "given": {"player": seat}}
        fixed |= {"count": PASSED, "cards": ("",) * PASSED}
        at = (Message(f"hearts.want.{key}", seats), zone, seat)
        results.append(offer.by_hand(kind, tag, rule, *at, **fixed))
    return tuple(results)


def _card(trick: Trick, key: str, rule: str, cards: tuple[str, ...]) -> PendingAction:
    message = Message(f"hearts.want.{key}", {"seat": trick.next_player})
    return card_due(offer, trick, cards, ("play", rule, message), by=By.SEAT)


def _opening_lead(state: State, _phase: Phase) -> tuple[PendingAction, ...]:
    """Return the two of clubs, which may be in any hand (HE-4)."""
    leads = [Trick(seat, state.trick.seats) for seat in state.seats]
    return tuple(_card(lead, "first", "HE-4", (st.FIRST,)) for lead in leads)


def _next_card(state: State, _phase: Phase) -> tuple[PendingAction, ...]:
    """Return the card to play, and the last trick, which its winner must pick up."""
    key, last = "play" if state.trick.cards else "lead", state.last
    card = _card(state.trick, key, "HE-5", state.playable)
    if not last.cards:
        return (card,)
    zone, answer = Zone("seat", last.winner), Message("hearts.want.gather", {"seat": last.winner})
    lies = last.cards
    return card, ClearAway(answer, zone, last.winner, count=len(lies), cards=lies, rule="HE-9")


def _nothing_else(state: State, _phase: Phase) -> Iterator[Offer]:
    """Offer to say that the hand has only cards that may not be played (HE-7, HE-8)."""
    if state.barred:
        key = "only_hearts" if state.tricks else "only_costly"
        seat, held = state.trick.next_player, state.playable
        yield offer("declare", seat, key=key, press=Press.LONG, unless_held=held)


# -- the flow ------------------------------------------------------------------------------------

EARLY = {
    Phase.PASSING: ("HE-2", "pass_first"),
    Phase.TAKING_UP: ("HE-3", "take_up_first"),
    Phase.OPENING: ("HE-4", "no_first"),
    Phase.FIRST_TRICK: ("HE-5", "card_first"),
    Phase.PLAYING: ("HE-5", "card_first"),
    Phase.OVER: ("HE-13", "over"),
}


def _too_early(state: State, _move: st.Move) -> IllegalMove:
    return refuse.refusal(*EARLY[state.phase], seats=FLOW.actors(state))


def _over(state: State, _phase: Phase) -> Focus:
    return Focus(Message("hearts.over", {"seats": rules.ranking(state)[0]}))


def _winners(state: State, _phase: Phase) -> tuple[int, ...]:
    return rules.ranking(state)[0]


_PLAYS: dict[type, Handler[State]] = {st.Play: rules.play, st.Declare: rules.declare}
_TRICK = Row(_PLAYS, pending=_next_card, offers=_nothing_else)

FLOW: Flow[State] = Flow(
    moves=st.Move,
    phases=tuple(Phase),
    rows={
        Phase.PASSING: Row({st.Pass: rules.pass_cards}, pending=_backs),
        Phase.TAKING_UP: Row({st.TakeUp: rules.take_up}, pending=_backs),
        Phase.OPENING: Row({st.Play: rules.open_deal}, pending=_opening_lead),
        Phase.FIRST_TRICK: _TRICK,
        Phase.PLAYING: _TRICK,
        Phase.OVER: Row(answers=_winners, focus=_over, lamps=Lamps(answer=Cue.WON)),
    },
    seats=lambda state: state.trick.seats,
    early=_too_early,
    key=lambda phase: phase,
)


# -- where the cards are -------------------------------------------------------------------------


def layout(state: State) -> Layout:
    """Return where each card must lie, and how many cards each player holds."""
    last = state.last.winner if state.last.cards else None
    tricks = (
        *lying_cards(state.last, CardStatus.TO_CLEAR, last),
        *lying_cards(state.trick, CardStatus.STAYS),
    )
    status = CardStatus.STAYS if state.phase is Phase.PASSING else CardStatus.TO_CLEAR
    backs = (Card("", down.zone, None, status, down.seat) for down in _downs(state))
    around, out = tuple(Zone("seat", seat) for seat in state.seats), st.REMOVED[len(state.seats)]
    return Layout((*backs, *tricks), around=around, held=state.held, set_aside=out)


def _downs(state: State) -> tuple[Down, ...]:
    """Return the passed cards that lie face down."""
    downs = ([Down(Zone("seat", state.receiver(seat)), seat)] * PASSED for seat in state.passed)
    return tuple(chain.from_iterable(downs))


def hidden(state: State) -> Hidden:
    """Return the cards that nobody sees, and what players showed to lack."""
    downs = _downs(state)
    return Hidden(state.unseen, state.held, downs, deal=state.round, lacks=state.lacks)


def _meanings(state: State, change: Change, _left: Changes) -> tuple[Meaning, ...] | None:
    """Return the play of a face-up card before a seat, or None if nothing is special about it."""
    if not is_face_up(change) or change.zone is None or state.phase is Phase.PASSING:
        return None
    if (seat := change.zone.seat) is None:
        return None
    return (Meaning(st.Play(seat, (change.card,), picture_ids((change,))), (change,)),)


_JUDGE = Judge(FLOW.apply, _meanings, actions=FLOW.pending, moves=st.Move, layout=layout)


def judge(state: State, changes: Changes) -> Judgement:
    """Return the judgement of all changes. Cards left from the last deal may lie anywhere."""
    left = {*state.left} - ({st.FIRST} if state.phase is Phase.OPENING else set())
    thrown_in = [change for change in laid_face_up(changes) if change.card in left]
    return _JUDGE(state, [item for item in changes if item not in thrown_in])

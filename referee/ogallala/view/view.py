"""The view of a match of Ogallala. Only the piles are hidden, so everyone sees the same."""

from __future__ import annotations

from referee.contract import Cue, Deal, Message, SeatView, Token, View
from referee.kit import newest_by_seat
from referee.ogallala.flow import FLOW
from referee.ogallala.rules.ending import outcome
from referee.ogallala.rules.scoring import total
from referee.ogallala.state import phases
from referee.ogallala.state.state import State, complete_canoe_count, top_card


@newest_by_seat
def view(state: State, seat: int | None) -> View:
    """Return the view for `seat`'s phone; None stands for a spectator."""
    deal, facts, focus = _deal(state), _facts(state), FLOW.focus(state)
    phase = Message(f"ogallala.phase.{'deal' if deal else state.phase}")
    seats = tuple(_seat(state, each, cue) for each, cue in enumerate(FLOW.cues(state)))
    about = (phase, focus, seats, seat, facts, deal, outcome(state))
    return View("ogallala", state.round, *about)


def visible_hands(state: State, _seat: int | None) -> tuple[int, ...]:
    """Return all hands: a drawn card is open for everyone."""
    return tuple(range(len(state.territories)))


def _deal(state: State) -> Deal | None:
    """Return the deal: all cards are shuffled into three piles before the first draw (OG-1)."""
    begins = isinstance(state.phase, phases.Draw) and not state.grounds and state.last.what == ""
    return Deal(1, (0,) * len(state.territories), shuffle=True) if begins else None


def _seat(state: State, seat: int, cue: Cue) -> SeatView:
    territory = state.territories[seat]
    tokens = (Token("point", total(territory)),)
    notes = []
    if many := complete_canoe_count(state, seat):
        notes.append(Message("ogallala.note.canoes", {"count": many}))
    if state.phase.held and seat == state.turn:
        notes.append(Message("ogallala.note.holds", {"cards": state.phase.held}))
    return SeatView(seat, cue, tokens, notes=tuple(notes), out=seat in state.left)


def _facts(state: State) -> tuple[Message, ...]:
    left = Message("ogallala.fact.left", {"count": sum(state.stock.values())})
    there = top_card(state)
    return (left, Message("ogallala.fact.top", {"card": there})) if there else (left,)

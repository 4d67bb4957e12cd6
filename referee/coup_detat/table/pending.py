"""The pending actions: which card to put in which zone, and which cards to clear (SL-6, SL-10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import Message
from referee.coup_detat.flow import seats_to_act
from referee.coup_detat.state import phases
from referee.coup_detat.state.deals import Rows
from referee.coup_detat.state.state import GRID, MIDDLE, State, seat_zone
from referee.coup_detat.table.layout import layout
from referee.judging import PendingAction
from referee.table import CardStatus, Changes, Taken

_DRAW = Message("coup_detat.want.draw")
_SHOW = Message("coup_detat.want.coup")
_GATHER = Message("coup_detat.want.clear")
_COUP_BACK = Message("coup_detat.want.coup_back")


def pending_actions(state: State, left: Changes) -> Iterator[PendingAction]:
    """Yield the pending actions, those for cards to clear first."""
    yield from _cards_to_clear(state, left)
    match state.phase:
        case phases.Drawing(seats_to_draw=seats):
            for seat in seats:
                yield PendingAction(_DRAW, seat_zone(seat), seat)
        case phases.Speaking():
            yield PendingAction(_SHOW, MIDDLE)
        case phases.Naming(seat=seat):
            yield PendingAction(_request("coup_detat.want.contract", seat), MIDDLE, seat)
        case phases.Playing(deal=deal) if not deal.waits_for_answers:
            seat = deal.trick.next_player
            yield PendingAction(_request("coup_detat.want.card", seat), seat_zone(seat), seat)
        case phases.TurningUp(deal=deal):
            seat = deal.trick.winner
            yield PendingAction(_request("coup_detat.want.table_card", seat), seat_zone(seat), seat)
        case phases.Laying(deal=rows):
            yield PendingAction(_domino_request(rows), GRID, rows.turn)
        case phases.TurningUpRest(seat=seat):
            yield PendingAction(_request("coup_detat.want.left", seat), GRID, seat)


@lru_cache
def _request(key: str, seat: int) -> Message:
    return Message(key, {"seat": seat})


def _domino_request(rows: Rows) -> Message:
    """Ask for a domino: the first of the deal, another one after an ace, or any that fits."""
    if rows.run:
        return _request("coup_detat.want.lay_on", rows.turn)
    return _request("coup_detat.want.lay" if rows.turns else "coup_detat.want.lay_first", rows.turn)


def _cards_to_clear(state: State, left: Changes) -> Iterator[PendingAction]:
    """Yield a pending action for each card to clear: of a trick, of a draw, or the Coup card."""
    phase = state.phase
    taken = [one.was for one in left if isinstance(one, Taken)]
    to_clear = [card for card in layout(state).cards if card.status is CardStatus.TO_CLEAR]
    remaining = tuple(card for card in to_clear if card not in taken)
    if isinstance(phase, phases.Laying) and remaining:  # the contract card lies on the grid
        said = Message("coup_detat.want.marker", {"card": remaining[0].name})
        yield PendingAction(said, remaining[0].zone, cards=(remaining[0].name,))
    remaining = tuple(card for card in remaining if card.name != state.marker)
    if not remaining or not isinstance(
        phase, phases.ClearingDraw | phases.PuttingBack | phases.Gathering | phases.Playing
    ):
        return
    back = isinstance(phase, phases.PuttingBack)
    yield PendingAction(
        _COUP_BACK if back else _GATHER,
        remaining[0].zone,
        phase.attempter
        if isinstance(phase, phases.PuttingBack)
        else next(iter(seats_to_act(state)), None),
        have=len(to_clear) - len(remaining),
        count=len(to_clear),
        cards=tuple(card.name for card in remaining),
    )

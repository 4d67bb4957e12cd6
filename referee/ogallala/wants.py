"""What the camera watches in Ogallala: each territory as it is to lie, the top of the discards."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Message, Want, Watch
from referee.ogallala.state import GROUNDS, Phase, State, top, zone
from referee.ogallala.territory import EMPTY, Territory, cells


def wanted(state: State) -> tuple[Want, ...]:
    """Return how the territories must lie, and which card on top of the hunting grounds."""
    if state.phase is Phase.OVER:
        return ()
    lays = state.phase in (Phase.DRAW, Phase.SET, Phase.SPOILS)
    found = [
        _territory(seat, one)
        for seat, one in enumerate(state.territories)
        if one != EMPTY or not (lays and seat == state.turn)  # a card is due there
    ]
    if there := top(state):
        found.append(_top(there))
    return tuple(found)


@lru_cache(maxsize=512)
def _territory(seat: int, territory: Territory) -> Want:
    label = Message("ogallala.want.territory", {"seat": seat})
    if territory == EMPTY:
        return Want(zone(seat), Watch.CLEAR, label)
    return Want(zone(seat), Watch.KEEP, label, cells=cells(territory), floating=True)


@lru_cache
def _top(card: str) -> Want:
    return Want(GROUNDS, Watch.KEEP, Message("ogallala.want.keep", {"card": card}), (card,))

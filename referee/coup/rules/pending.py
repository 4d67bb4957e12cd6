"""The card that the table waits for: its zone and its seat."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.contract import Message
from referee.coup.state.phases import Lose, Return, Show
from referee.coup.state.state import MIDDLE, State, claimer
from referee.table import Zone

MIDDLE_ZONE = Zone(MIDDLE)


class PendingCard(NamedTuple):
    """A card that a seat must lay in a zone, or take out of it."""

    zone: Zone
    seat: int
    prompt: Message


def pending_card(state: State) -> PendingCard | None:
    """Return the card that must be shown, turned up or taken back, or None."""
    match state.phase:
        case Lose(seat):
            return PendingCard(seat_zone(seat), seat, Message("coup.want.turn", {"seat": seat}))
        case Show(play):
            seat = play.claimer(state.turn)
            prompt = Message("coup.want.show", {"seat": seat, "cards": play.claims})
            return PendingCard(MIDDLE_ZONE, seat, prompt)
        case Return():
            seat = claimer(state)
            return PendingCard(MIDDLE_ZONE, seat, Message("coup.want.clear", {"seat": seat}))
    return None


@lru_cache(maxsize=8)
def seat_zone(seat: int) -> Zone:
    """Return the zone in which a seat turns up its cards."""
    return Zone("seat", seat)

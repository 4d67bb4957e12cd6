"""Which card the table waits for, where, and whose it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.contract import Message
from referee.coup.state.state import (
    LOSE,
    MIDDLE,
    RETURN,
    SHOW,
    State,
    claimed,
    claimer,
)
from referee.table import Zone

IN_THE_MIDDLE = Zone(MIDDLE)


class Due(NamedTuple):
    """A card of a seat is to be laid in a zone, or to leave it."""

    zone: Zone
    seat: int
    prompt: Message


def card_due(state: State) -> Due | None:
    """Return which card is to be shown, turned up or taken back; None where none is."""
    if state.phase is LOSE and state.loser is not None:
        seat = state.loser
        return Due(before(seat), seat, Message("coup.want.turn", {"seat": seat}))
    seat = claimer(state)
    if state.phase is SHOW:
        prompt = Message("coup.want.show", {"seat": seat, "cards": claimed(state)})
        return Due(IN_THE_MIDDLE, seat, prompt)
    if state.phase is RETURN:
        return Due(IN_THE_MIDDLE, seat, Message("coup.want.clear", {"seat": seat}))
    return None


@lru_cache(maxsize=8)
def before(seat: int) -> Zone:
    """Return the zone before a seat, where its cards are turned up."""
    return Zone("seat", seat)

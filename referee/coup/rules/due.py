"""Which card the table waits for, where, and whose it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.contract import Message
from referee.coup.state.phases import Lose, Return, Show
from referee.coup.state.state import MIDDLE, State, claimer
from referee.table import Zone

IN_THE_MIDDLE = Zone(MIDDLE)


class Due(NamedTuple):
    """A card of a seat is to be laid in a zone, or to leave it."""

    zone: Zone
    seat: int
    prompt: Message


def card_due(state: State) -> Due | None:
    """Return which card is to be shown, turned up or taken back; None where none is."""
    if not state.phase.due:
        return None
    match state.phase:
        case Lose(seat):
            return Due(before(seat), seat, Message("coup.want.turn", {"seat": seat}))
        case Show(play):
            seat = play.claimer(state.turn)
            prompt = Message("coup.want.show", {"seat": seat, "cards": play.claims})
            return Due(IN_THE_MIDDLE, seat, prompt)
        case Return():
            seat = claimer(state)
            return Due(IN_THE_MIDDLE, seat, Message("coup.want.clear", {"seat": seat}))
    return None


@lru_cache(maxsize=8)
def before(seat: int) -> Zone:
    """Return the zone before a seat, where its cards are turned up."""
    return Zone("seat", seat)

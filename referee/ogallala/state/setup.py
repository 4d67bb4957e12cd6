"""The start of a match of Ogallala."""

from __future__ import annotations

from referee.ogallala.state.cards import COUNTS
from referee.ogallala.state.moves import refuse
from referee.ogallala.state.options import Options
from referee.ogallala.state.phases import DRAW
from referee.ogallala.state.state import State
from referee.ogallala.state.territory import EMPTY

SEATS = range(2, 6)


def begin(options: Options, seats: int) -> State:
    """Return the state before the first card is drawn; raise `BadOptions`."""
    if seats not in SEATS:
        refuse.bad_options("OG-5", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.starter < seats:
        refuse.bad_options("OG-5", "starter", number=options.starter + 1, count=seats)
    territories, latest = (EMPTY,) * seats, ((),) * seats
    return State(options, DRAW, options.starter, territories, dict(COUNTS), latest=latest)

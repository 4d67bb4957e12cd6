"""The options and the start of a match of Ogallala."""

from __future__ import annotations

from referee.contract import Frozen
from referee.ogallala.state.cards import COUNTS
from referee.ogallala.state.moves import refuse
from referee.ogallala.state.state import Phase, Setup, State
from referee.ogallala.state.territory import EMPTY
from referee.options import Seat

SEATS = range(2, 6)


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options on which the table agrees before a match; ``options.toml`` has the defaults.

    `starter` is the seat that begins. With `tribes` all Indians of a canoe have the same colour.
    With `amigo` nobody draws from the hunting grounds, which are shuffled into new piles once. With
    `analysis` the view shows after the match how many points each player's last turn gave away.
    """

    starter: Seat = 0
    tribes: bool = False
    amigo: bool = False
    analysis: bool = True


def begin(options: Options, seats: int) -> State:
    """Return the state before the first card is drawn; raise `BadOptions`."""
    if seats not in SEATS:
        refuse.bad_options("OG-5", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.starter < seats:
        refuse.bad_options("OG-5", "starter", number=options.starter + 1, count=seats)
    setup = Setup(seats, options.starter, options.tribes, options.amigo, options.analysis)
    territories = (EMPTY,) * seats
    latest = ((),) * seats
    return State(setup, Phase.DRAW, options.starter, territories, dict(COUNTS), latest=latest)

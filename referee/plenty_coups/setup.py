"""What a table agrees on before a match of Plenty Coups, and how it begins (PC-1, PC-2, PC-4)."""

from __future__ import annotations

from referee.contract import Frozen
from referee.options import Seat
from referee.plenty_coups.cards import COUNTS
from referee.plenty_coups.moves import refuse
from referee.plenty_coups.state import HAND, Phase, Setup, State

SEATS = range(2, 7)
HORSES = 6  # in the plain, for each player (PC-2)
HORSES_OF_TWO = 18


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """What the table agrees on before a match; the defaults stand in ``options.toml``.

    `elder` is the seat of the oldest player, who begins.
    """

    elder: Seat = 0


def begin(options: Options, seats: int) -> State:
    """Return the state before the market is read; raises `BadOptions`."""
    if seats not in SEATS:
        refuse.options("PC-1", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.elder < seats:
        refuse.options("PC-1", "elder", number=options.elder + 1, count=seats)
    tribes = seats + (seats == 2)  # PC-53
    horses = HORSES_OF_TWO if seats == 2 else HORSES * seats
    return State(
        Setup(seats, options.elder),
        Phase.MARKET,
        options.elder,
        pile=sum(COUNTS.values()) - HAND * tribes,
        unseen=dict(COUNTS),
        hands=(HAND,) * tribes,
        known=((),) * tribes,
        plain=horses - tribes,
        horses=(1,) * tribes,
        prestige=(0,) * tribes,
        raids=(None,) * tribes,
        bonds=(None,) * tribes,
        sticks=(None,) * tribes,
    )

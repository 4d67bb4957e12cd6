"""The options and the start of a match of Plenty Coups (PC-1, PC-2, PC-4)."""

from __future__ import annotations

from referee.contract import Frozen
from referee.options import Seat
from referee.plenty_coups.state.cards import COUNTS
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Turning
from referee.plenty_coups.state.state import HAND_SIZE, Deck, Setup, State, Tribe

SEATS = range(2, 7)
HORSES_PER_PLAYER = 6  # Number of horses in the plain for each player (PC-2).
HORSES_FOR_TWO = 18


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options that the players agree on. The defaults are in ``options.toml``.

    `elder` is the seat of the oldest player, who moves first.
    """

    elder: Seat = 0


def begin(options: Options, seats: int) -> State:
    """Return the state before the market is read. Raise `BadOptions` if options are invalid."""
    if seats not in SEATS:
        refuse.bad_options("PC-1", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.elder < seats:
        refuse.bad_options("PC-1", "elder", number=options.elder + 1, count=seats)
    tribes = (Tribe(),) * (seats + (seats == 2))  # PC-53
    horses = HORSES_FOR_TWO if seats == 2 else HORSES_PER_PLAYER * seats
    pile = sum(COUNTS.values()) - HAND_SIZE * len(tribes)
    deck, plain = Deck(pile, dict(COUNTS)), horses - len(tribes)
    return State(Setup(seats, options.elder), Turning(), options.elder, tribes, deck, plain)

"""The options and the start of a match of Plenty Coups (PC-1, PC-2, PC-4)."""

from __future__ import annotations

from typing import Annotated

from referee.contract import Frozen
from referee.options import Seat, each_seat
from referee.plenty_coups.state.cards import CLANS, COUNTS, Clan
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Turning
from referee.plenty_coups.state.state import HAND_SIZE, Deck, Setup, State, Tribe

SEATS = range(2, 7)
HORSES_PER_PLAYER = 6  # Number of horses in the plain for each player (PC-2).
HORSES_FOR_TWO = 18


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options that the players agree on. The defaults are in ``options.toml``.

    `elder` is the seat of the oldest player, who moves first. `clans` are the clans that the seats
    play; further ones do not matter (PC-9).
    """

    elder: Seat = 0
    clans: Annotated[tuple[Clan, ...], each_seat("clan")] = CLANS


def begin(options: Options, seats: int) -> State:
    """Return the state before the market is read. Raise `BadOptions` if options are invalid."""
    if seats not in SEATS:
        refuse.bad_options("PC-1", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.elder < seats:
        refuse.bad_options("PC-1", "elder", number=options.elder + 1, count=seats)
    clans = _clans(options.clans, seats)
    tribes = (Tribe(),) * (seats + (seats == 2))  # PC-53
    horses = HORSES_FOR_TWO if seats == 2 else HORSES_PER_PLAYER * seats
    pile = sum(COUNTS.values()) - HAND_SIZE * len(tribes)
    deck, plain = Deck(pile, dict(COUNTS)), horses - len(tribes)
    return State(Setup(seats, options.elder, clans), Turning(), options.elder, tribes, deck, plain)


def _clans(chosen: tuple[Clan, ...], seats: int) -> tuple[int, ...]:
    """Return the clans of the camps, then the unplayed ones. Raise `BadOptions` (PC-9)."""
    played = chosen[:seats]
    if len(played) < seats:
        refuse.bad_options("PC-9", "tribes_count", given=len(played), count=seats)
    for clan in played:
        if played.count(clan) > 1:
            refuse.bad_options("PC-9", "tribe_twice", word=f"plenty_coups.clan.{clan}")
    return tuple(map(CLANS.index, (*played, *(clan for clan in CLANS if clan not in played))))

"""Assigns seats: each seat goes to the player who has had it least often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import lcm
from random import Random

from referee.club.meetings import Pairing
from referee.values import MOST_SEATS

TURN = lcm(*range(1, MOST_SEATS + 1))  # The unit for one seat. Every table size divides it.


def draw_lot(seed: int, *of: object) -> float:
    """Return a number from 0 to 1. It is always the same for the same seed and objects."""
    return Random(":".join(map(str, (seed, *of)))).random()


class SeatBalance:
    """How often each player had each seat, compared with chance. `TURN` units are one time."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        self._over: defaultdict[tuple[str, int], int] = defaultdict(int)
        for pairing in pairings:
            for table in pairing.tables:
                share = TURN // len(table)
                for seat, player in enumerate(table):
                    self._over[player, seat] += TURN
                    for each in range(len(table)):
                        self._over[player, each] -= share

    def surplus(self, player: str, seat: int = 0) -> int:
        """Return how much more often than by chance a player had a seat, in units of `TURN`."""
        return self._over[player, seat]

    def assign_seats(self, table: Iterable[str], seed: int, number: int) -> tuple[str, ...]:
        """Return the players of a table by seat. Ties are decided by lot for that round."""
        left = sorted(table, key=lambda player: draw_lot(seed, "seat", number, player))
        order = []
        for seat in range(len(left)):
            order.append(min(left, key=lambda player: self.surplus(player, seat)))
            left.remove(order[-1])
        return tuple(order)

    def unevenness(self, one: str, other: str) -> int:
        """Return the unevenness of two players' first seats after another match between them."""
        low, high = sorted(self._over[player, 0] * 2 // TURN for player in (one, other))
        return (low + 1) ** 2 + (high - 1) ** 2


def shuffled_by_lot(players: Sequence[str], seed: int, *of: object) -> list[str]:
    """Return the players in an order drawn by lot."""
    return sorted(players, key=lambda player: draw_lot(seed, *of, player))

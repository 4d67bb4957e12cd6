"""Groups players at tables of three or more. Equals sit together; the same two seldom meet again.

The module does a local search: it swaps two players if that lowers the cost, until no swap does.
Then it swaps a few players at random, starts again, and keeps the better result. The seed
determines the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

TRIES = 500_000  # Maximum number of swaps for a round. Six times as many gave no better result.
KICKS = 100  # Maximum number of restarts. Only a round with few players reaches it.
KICK = 3  # Number of random swaps before each restart.


def group_players(
    cost: Sequence[Sequence[int]], sizes: Sequence[int], chance: Random
) -> list[list[int]]:
    """Return the groups of players, by their numbers, at tables of `sizes`.

    `cost` is a symmetric matrix: it says what any two players at the same table cost. The search
    starts with the players in the given order.
    """
    search = _Search(cost, sizes)
    search.descend()
    best, least = search.at[:], search.total()
    for _ in range(min(KICKS, TRIES // max(len(cost) ** 2 * 3, 1))):
        if not least or len(sizes) < 2:
            break
        for _ in range(KICK):
            item, other = (int(chance.random() * len(cost)) for _ in range(2))
            if search.at[item] != search.at[other]:
                search.exchange(item, other)
        search.descend()
        if (total := search.total()) <= least:
            best, least = search.at[:], total
        else:
            search.place(best)
    return [[item for item, at in enumerate(best) if at == table] for table in range(len(sizes))]


class _Search:
    """A seating: which table each player has, and what each player would cost at each table."""

    def __init__(self, cost: Sequence[Sequence[int]], sizes: Sequence[int]) -> None:
        self._cost = cost
        self._tables = len(sizes)
        self.place([table for table, size in enumerate(sizes) for _ in range(size)])

    def place(self, at: Sequence[int]) -> None:
        """Seat every player: `at` has the table of each."""
        self.at = list(at)
        self._would = []
        for row in self._cost:
            sums = [0] * self._tables
            for table, each in zip(self.at, row, strict=True):
                sums[table] += each
            self._would.append(sums)

    def total(self) -> int:
        """Return the total cost of all tables. It counts each pair twice."""
        return sum(would[at] for would, at in zip(self._would, self.at, strict=True))

    def descend(self) -> None:
        """Swap two players whenever that lowers the cost, until no swap does."""
        better = True
        while better:
            better = False
            for item in range(len(self.at)):
                for other in range(item):
                    if self._gain(item, other) < 0:
                        self.exchange(item, other)
                        better = True

    def _gain(self, item: int, other: int) -> int:
        here, there = self.at[item], self.at[other]
        if here == there:
            return 0
        first, second, both = self._would[item], self._would[other], self._cost[item][other]
        return first[there] - first[here] + second[here] - second[there] - 2 * both

    def exchange(self, item: int, other: int) -> None:
        """Swap two players."""
        here, there = self.at[item], self.at[other]
        self.at[item], self.at[other] = there, here
        costs = zip(self._would, self._cost[item], self._cost[other], strict=True)
        for would, first, second in costs:
            would[here] += second - first
            would[there] += first - second

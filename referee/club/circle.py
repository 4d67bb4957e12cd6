"""A round robin with two players at a table, by the circle method: everybody meets everybody once.

The players sit in two rows, and those who sit opposite each other meet. After each round, one
player stays, and all others move by one seat. If the number of players is odd, the player without
an opponent sits out.
"""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[str, ...]


def rounds(count: int) -> int:
    """Return the number of rounds until all players have met."""
    return max(count - 1 + count % 2, 0)


def circle(players: Sequence[str], number: int) -> tuple[list[Pair], list[str]]:
    """Return the pairs of round `number` (from 1), and the player who sits out.

    After the last round, the circle starts again with the two seats of each pair swapped. All
    players except one sit first as often as second.

    >>> circle("ABCD", 1), circle("ABC", 2)
    (([('D', 'C'), ('B', 'A')], []), ([('A', 'C')], ['B']))
    """
    *move, stays = [*players, *[""] * (len(players) % 2)]
    by = (number - 1) % len(move)
    ring = [stays, *move[len(move) - by :], *move[: len(move) - by]]
    half = len(ring) // 2
    pairs, out = list[Pair](), list[str]()
    for at, pair in enumerate(zip(ring[:half], reversed(ring[half:]), strict=True)):
        # The player who stays sits first in every second round. Of the other pairs, every second
        # one is swapped.
        swapped = (at % 2 if at else by % 2) != (number - 1) // len(move) % 2
        if "" in pair:
            out.append(pair[0] or pair[1])
        else:
            pairs.append(pair[::-1] if swapped else pair)
    return pairs, out

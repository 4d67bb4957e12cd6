"""The round robin of two at a table by the circle method: everybody meets everybody once.

One stays, the others move round by one seat a round; opposite seats meet. With an odd number the
one who meets nobody sits out.
"""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[str, ...]


def rounds(count: int) -> int:
    """Return how many rounds it takes until all have met."""
    return max(count - 1 + count % 2, 0)


def circle(players: Sequence[str], number: int) -> tuple[list[Pair], list[str]]:
    """Return who meets in round `number` (from 1, over and over), and who sits out.

    Each sits first as often as second, but for one, and the other way round the next time over.

    >>> circle("ABCD", 1), circle("ABC", 2)
    (([('D', 'C'), ('B', 'A')], []), ([('A', 'C')], ['B']))
    """
    *move, stays = [*players, *[""] * (len(players) % 2)]
    by = (number - 1) % len(move)
    ring = [stays, *move[len(move) - by :], *move[: len(move) - by]]
    half = len(ring) // 2
    pairs, out = list[Pair](), list[str]()
    for at, pair in enumerate(zip(ring[:half], reversed(ring[half:]), strict=True)):
        # The one who stays sits first every other round, opposite seats every other pair.
        swapped = (at % 2 if at else by % 2) != (number - 1) // len(move) % 2
        if "" in pair:
            out.append(pair[0] or pair[1])
        else:
            pairs.append(pair[::-1] if swapped else pair)
    return pairs, out

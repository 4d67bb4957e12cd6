"""Finds the pairs with the least total cost (minimum-weight perfect matching).

The blossom method of networkx does this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Cost = tuple[int, ...]  # The first part is the most important. No part is negative.
WHOLE = 64  # For up to 64 players, all pairs are tried (0.1 s). For 200, this would take seconds.
NEAR = 8  # With more players, each tries 8 partners. In 54 test rounds this was no worse.


def match_pairs(count: int, cost: Callable[[int, int], Cost], barred: int) -> list[tuple[int, int]]:
    """Return pairs of the numbers below `count` (even) with the least total cost.

    A cost has several parts, the most important first. Later parts only decide between costs whose
    earlier parts have equal sums. With more than `WHOLE` players, each player is tried only with
    the `NEAR` next players for whom the first `barred` parts are zero. If that gives no solution,
    more are tried.
    """
    near = count if count <= WHOLE else NEAR
    while True:
        edges = {
            pair: weight
            for item in range(count)
            for pair, weight in _nearest(item, count, near, cost, barred)
        }
        pairs = _least(count, edges)
        if 2 * len(pairs) == count:
            return sorted(pairs)
        near *= 4


def _nearest(
    item: int, count: int, near: int, cost: Callable[[int, int], Cost], barred: int
) -> Iterable[tuple[tuple[int, int], Cost]]:
    links = 0
    for other in range(item + 1, count):
        weight = cost(item, other)
        if near < count and any(weight[:barred]):
            continue
        yield (item, other), weight
        links += 1
        if links == near:
            return


def _least(count: int, edges: dict[tuple[int, int], Cost]) -> list[tuple[int, int]]:
    import networkx  # Only a draw loads this, because loading takes longer than pairing a club.

    most = [max(column) for column in zip(*edges.values(), strict=True)]
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    for (item, other), cost in edges.items():
        weight = 0
        for part, top in zip(cost, most, strict=True):
            weight = weight * (top * count // 2 + 1) + part
        graph.add_edge(item, other, weight=-weight)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in pairs]

"""Finds the pairs with the least total cost (minimum-weight perfect matching).

The blossom method of networkx does this: 0.1 s for 64 players, some seconds for 400.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

Cost = tuple[int, ...]  # The first part is the most important. No part is negative.


def match_pairs(count: int, cost: Callable[[int, int], Cost]) -> list[tuple[int, int]]:
    """Return pairs of the numbers below `count` (even) with the least total cost.

    A cost has several parts, the most important first. Later parts only decide between costs whose
    earlier parts have equal sums.
    """
    import networkx  # Only a draw loads this, because loading takes longer than pairing a club.

    edges = {pair: cost(*pair) for pair in combinations(range(count), 2)}
    most = [max(column) for column in zip(*edges.values(), strict=True)]
    graph = networkx.Graph()
    for (item, other), parts in edges.items():
        weight = 0
        for part, top in zip(parts, most, strict=True):
            weight = weight * (top * count // 2 + 1) + part
        graph.add_edge(item, other, weight=-weight)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in pairs)

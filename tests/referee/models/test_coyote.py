"""The model itself against the rule file's examples, and its judgement against every deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

import pytest

from tests.referee.models.coyote import DRAW, EDITIONS, Table, count

Mat = tuple[str, ...]


@pytest.mark.parametrize(
    ("cards", "kidult", "tomahawk", "oliphante"),
    [
        ("max- 20 15 10 6 -5", None, 6, 6),  # CY-26
        ("10 5 -5 x2", 25, 20, 25),
        ("20 15 max0 x2 -10", 20, 10, 20),
        ("20 15 4 max0 max-", None, -11, -11),
        ("20 15 4 max0 max- x2", None, -22, -7),
        ("3 ? 4 x2", 14, 14, 14),
        ("3 ? 4 max0", 3, 3, 3),
        ("3 ? 4 night", 7, 7, 7),
        ("-5 max0 max-", None, -5, -5),
        ("-5 -10 x2", -15, -30, -15),
        ("10 10 3 max0", 13, 13, 13),  # CY-22: one of equals
    ],
)
def test_counts_of_the_facts(cards: str, kidult: int | None, tomahawk: int, oliphante: int) -> None:
    totals = {"kidult": kidult, "tomahawk": tomahawk, "oliphante": oliphante}
    for edition, total in totals.items():
        if total is not None:
            assert count(cards.split(), EDITIONS[edition]).total == total


@pytest.mark.parametrize("seed", range(40))
def test_judgement_knows_every_mat_that_can_be_dealt_and_no_other(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(3, 6)
    deck = Counter(rng.choice(["1", "2", "night", DRAW, DRAW]) for _ in range(size))
    table = Table(EDITIONS["tomahawk"], deck, 2, starter=0, limit=3, rng=rng)
    laid_away = list(deck.elements())
    rng.shuffle(laid_away)
    table.laid_away = Counter(laid_away[: rng.randint(0, size - 2)])
    table.unseen = deck - table.laid_away
    table.in_pile = table.unseen.total() - 2
    waiting: set[Mat] = set()
    complete: set[Mat] = set()
    for mat, done in deals(table):
        (complete if done else waiting).add(mat)
    assert not waiting & complete
    for length in range(size + 2):
        for cards in combinations_with_replacement(sorted([*deck, "7"]), length):
            truth = "complete" if cards in complete else "impossible"
            assert table.judge(cards) == ("waiting" if cards in waiting else truth)


def deals(table: Table) -> Iterator[tuple[Mat, bool]]:
    """Yield each mat that some order of the pile and of the discards leads to, and if it is all."""
    for unseen in set(permutations(table.unseen.elements())):
        for again in set(permutations(table.laid_away.elements())):
            mat, pile = list(unseen[:2]), [*unseen[2:], *again]
            while len(mat) - 2 < mat.count(DRAW) and pile:
                yield tuple(sorted(mat)), False
                mat.append(pile.pop(0))
            yield tuple(sorted(mat)), True

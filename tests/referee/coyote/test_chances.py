"""The chance of an announcement, against every order in which the unseen cards may lie."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from referee.coyote.rules.counting import count
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import EDITIONS, Edition
from referee.coyote.view.chances import Counts, Odds

FACES = ["1", "5", "20", "-5", "-10", "0", "max0", "max-", "x2", "night"]


def chance(
    edition: Edition,
    number: int,
    seen: list[str],
    unseen: Counts,
    own: int = 1,
    pile: int | None = None,
    discards: Counts | None = None,
) -> float:
    """Return the chance that the seen cards, and those of the unseen ones, count the number."""
    odds = Odds(edition, number, unseen, discards or {})
    return odds.chance(tuple(seen), (), own, sum(unseen.values()) - own if pile is None else pile)


def listed(
    edition: Edition,
    number: int,
    seen: list[str],
    unseen: list[str],
    own: int,
    pile: int,
    discards: list[str],
) -> float:
    """Deal the unseen cards, and the discards under the pile, in every order: nothing is clever."""
    reached = orders = 0
    for first in permutations(unseen):
        for second in permutations(discards):
            base = [*seen, *first[:own]]
            below = [*first[own : own + pile], *second]
            drawn: list[str] = []
            while len(drawn) < (*base, *drawn).count(DRAW) and len(drawn) < len(below):
                drawn.append(below[len(drawn)])
            reached += count(base, edition, drawn).total >= number
            orders += 1
    return reached / orders


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
def test_the_chance_is_that_of_all_orders_of_the_unseen_cards(edition: Edition) -> None:
    random = Random(edition.name)
    kinds: Counter[str] = Counter()
    for _ in range(80):
        own = random.choice((0, 1, 1, 2))
        unseen = random.choices(FACES, k=random.randint(max(own, 1), 4))
        unseen += [DRAW] * random.randint(0, 1)
        seen = random.choices(FACES, k=random.randint(1, 4)) + [DRAW] * random.randint(0, 2)
        discards = random.choices(FACES, k=random.randint(0, 2))
        pile = random.randint(0, len(unseen) - own)
        number = count([*seen, *unseen[:own]], edition).total + random.randint(0, 3)
        exact = listed(edition, number, seen, unseen, own, pile, discards)
        found = chance(
            edition, number, seen, Counter(unseen), own=own, pile=pile, discards=Counter(discards)
        )
        assert abs(found - exact) < 1e-12
        kinds["between"] += 0 < exact < 1
        kinds["short pile"] += pile < seen.count(DRAW)
    assert kinds["between"] > 10
    assert kinds["short pile"] > 10


def test_a_card_of_which_there_are_more_comes_more_often() -> None:
    deck = {"1": 3, "20": 1}
    assert chance(EDITIONS["kidult"], 10, ["5"], deck) == pytest.approx(0.25, abs=1e-12)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
def test_cards_that_are_all_seen_reach_what_they_count_and_no_more(edition: Edition) -> None:
    random = Random(f"totals of {edition.name}")
    for _ in range(2000):
        cards = random.choices(FACES, k=random.randint(0, 8))
        total = count(cards, edition).total
        assert [chance(edition, total + more, cards, {}, own=0) for more in (0, 1)] == [1.0, 0.0]

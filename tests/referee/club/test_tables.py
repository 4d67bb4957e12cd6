"""Three and more at a table: those who stand alike, seldom the same two, seats in turn."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from referee.club.groups import group_players
from referee.club.meetings import meeting_counts
from referee.club.pairing import draw, is_over
from tests.referee.club.evening import evening, named, people, told

SWISS, ROBIN, LEAGUE = named("swiss"), named("round_robin"), named("league")


def test_the_search_finds_the_best_tables_where_all_can_be_tried() -> None:
    """Of eight people at two tables there are 35 ways."""
    for seed in range(20):
        chance = Random(seed)
        cost = [[0] * 8 for _ in range(8)]
        for one, other in combinations(range(8), 2):
            cost[one][other] = cost[other][one] = chance.randrange(100)

        def total(*tables: list[int], of: list[list[int]] = cost) -> int:
            return sum(of[one][other] for table in tables for one, other in combinations(table, 2))

        best = min(
            total([0, *some], [number for number in range(1, 8) if number not in some])
            for some in combinations(range(1, 8), 3)
        )
        assert total(*group_players(cost, [4, 4], Random(seed))) == best


def test_the_second_round_has_the_first_ones_of_the_tables_together() -> None:
    """Sixteen at four tables: by 12, 8, 4 and 0 points, and no two of them have met."""
    players = people(16)
    first = draw(SWISS, players, [], [], 1, seed=3)
    results = [told(at, table, ((0,), (1,), (2,), (3,))) for at, table in enumerate(first.tables)]
    second = draw(SWISS, players, [first], results, 2, seed=3)
    by_place = [{table[place] for table in first.tables} for place in range(4)]
    assert [{*table} for table in second.tables] == by_place


@pytest.mark.parametrize("count", [14, 22])
def test_a_leagues_weeks_meet_as_evenly_as_can_be(count: int) -> None:
    pairings, _ = evening(LEAGUE, people(count), range(1, 11), seed=count)
    had = meeting_counts(pairings)
    often = [had[frozenset(pair)] for pair in combinations(people(count), 2)]
    mean = sum(often) / len(often)
    assert mean - 1 < min(often) + 0.999
    assert max(often) <= mean + 2
    assert is_over(LEAGUE, people(count), pairings)

"""Two at a table: the circle, and Swiss pairs compared with all others that could be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from referee.club.format import FormatError
from referee.club.meetings import Pairing, meeting_counts, meetings
from referee.club.pairing import all_players, draw, is_over
from referee.club.points import gains, totals
from referee.club.results import CountedResult
from tests.breadth import breadth
from tests.referee.club.evening import by_chance, evening, named, people

SWISS, ROBIN = named("swiss_of_two"), named("round_robin_of_two")
Cost = tuple[int, int, Fraction, Fraction]


def points_of(
    players: Sequence[str], pairings: Sequence[Pairing], results: Sequence[CountedResult]
) -> dict[str, Fraction]:
    all_ = all_players(players, pairings)
    return totals(gains(SWISS, all_, pairings, meetings(all_, pairings, results)))


def cost(
    pairs: Sequence[Sequence[str]],
    out: Sequence[str],
    before: Sequence[Pairing],
    points: dict[str, Fraction],
) -> Cost:
    """Byes had before, times met before, points of who sits out, points apart: in this order."""
    byes = Counter(player for pairing in before for player in pairing.byes)
    had = meeting_counts(before)
    return (
        sum(byes[name] for name in out),
        sum(had[frozenset(pair)] for pair in pairs),
        sum((points[item] for item in out), Fraction()),
        sum((abs(points[one] - points[other]) for one, other in pairs), Fraction()),
    )


def rounds_of(players: Sequence[str]) -> Iterator[tuple[list[tuple[str, ...]], list[str]]]:
    """Yield every way to pair players; of an odd number one sits out."""
    if len(players) < 2:
        yield [], list(players)
        return
    first, *rest = players
    for other in rest:
        for pairs, out in rounds_of([name for name in rest if name != other]):
            yield [(first, other), *pairs], out
    if len(players) % 2:
        for pairs, _ in rounds_of(rest):
            yield pairs, [first]


@pytest.mark.parametrize("count", breadth(range(2, 9), 4, 5, 7))
def test_of_all_rounds_that_could_be_drawn_none_is_better(count: int) -> None:
    players = people(count)
    for seed in range(4):
        pairings, results, chance = list[Pairing](), list[CountedResult](), Random(seed)
        for number in range(1, 6):
            points = points_of(players, pairings, results)
            drawn = draw(SWISS, players, pairings, results, number, seed)
            best = min(cost(*each, pairings, points) for each in rounds_of(players))
            assert cost(drawn.tables, drawn.byes, pairings, points) == best
            pairings.append(drawn)
            results += by_chance(drawn, chance)


@pytest.mark.parametrize("count", [2, 9, 12])
def test_in_a_round_robin_everybody_meets_everybody_once_and_sits_first_every_other_time(
    count: int,
) -> None:
    players = people(count)
    number = count - 1 + count % 2
    pairings, _ = evening(ROBIN, players, range(1, number + 1), seed=count)
    assert meeting_counts(pairings) == Counter(map(frozenset, combinations(players, 2)))
    assert is_over(ROBIN, players, pairings)
    assert not is_over(ROBIN, players, pairings[:-1])
    assert sorted(bye for pairing in pairings for bye in pairing.byes) == players * (count % 2)
    firsts = Counter(table[0] for pairing in pairings for table in pairing.tables)
    assert max(firsts.values()) - min(firsts[player] for player in players) <= 1


def test_a_swiss_evening_goes_on_until_one_alone_can_have_won_all() -> None:
    for count, rounds in ((2, 1), (8, 3), (9, 4), (40, 6)):
        drawn = [Pairing(number, ()) for number in range(1, rounds + 1)]
        assert is_over(SWISS, people(count), drawn)
        assert not is_over(SWISS, people(count), drawn[:-1])


def test_what_cannot_be_drawn_is_refused_in_a_sentence() -> None:
    for format_, players, number, key in (
        (SWISS, people(1), 1, "club.too_few"),
        (SWISS, [], 1, "club.too_few"),
        (named("swiss"), people(2), 1, "club.too_few"),
        (named("swiss"), people(9), 6, "club.no_more_rounds"),
        (named("free_play"), people(9), 1, "club.no_draw"),
        (SWISS, ["ada", "bo", "ada"], 1, "club.twice"),
    ):
        with pytest.raises(FormatError) as refused:
            draw(format_, players, [], [], number, seed=1)
        assert refused.value.message.key == key

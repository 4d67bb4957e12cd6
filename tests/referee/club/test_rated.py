"""Ratings over all tables are those that one table would give, had it seen all matches."""

from __future__ import annotations

from random import Random

from referee.club.rated import ratings
from referee.match.past.ended import EndedMatch
from referee.players import RATED, rank_players
from tests.referee.club.evening import evening, named, people, told


def test_a_clubs_ratings_are_those_of_one_table_that_saw_all() -> None:
    _, results = evening(named("league"), people(8), range(1, RATED + 3), seed=1)
    seen = [
        EndedMatch(at, "coyote", one.result.players, one.places) for at, one in enumerate(results)
    ]
    whole = rank_players(seen, "coyote")
    assert all(one.rating for one in whole)
    assert ratings(results, "coyote") == whole
    again = results + results[:9]
    Random(1).shuffle(again)
    assert ratings(again, "coyote") == whole
    assert ratings(results, "another") == ()


def test_a_match_that_waits_is_not_rated() -> None:
    waits = [told(number, ("ada", "bo"), ()) for number in range(RATED)]
    assert ratings(waits, "coyote") == ()

"""Ratings over all tables are those that one table would give, had it seen all matches."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from referee.hub.people import rated_players
from referee.match.past.ended import EndedMatch
from referee.match.past.players import RATED, rank_players
from tests.referee.club.evening import evening, named, people, told


def test_a_clubs_ratings_are_those_of_one_table_that_saw_all() -> None:
    _, results = evening(named("league"), people(8), range(1, RATED + 3), seed=1)
    seen = [
        EndedMatch(at, "coyote", one.result.players, one.places) for at, one in enumerate(results)
    ]
    whole = rank_players(seen, "coyote")
    assert all(player.rating for player in whole)
    assert rated_players(results, "coyote") == whole
    again = results + results[:9]
    Random(1).shuffle(again)
    assert rated_players(again, "coyote") == whole
    assert rated_players(results, "another") == ()


def test_a_match_that_waits_is_not_rated() -> None:
    waits = [told(number, ("ada", "bo"), ()) for number in range(RATED)]
    assert rated_players(waits, "coyote") == ()


def test_matches_are_rated_in_the_order_in_which_the_hub_learned_of_them() -> None:
    won, lost = ((0,), (1,)), ((1,), (0,))
    results = [
        replace(told(number, ("a", "b"), won if number % 3 else lost), counted=number)
        for number in range(1, 9)
    ]
    wrong = [
        replace(result, result=replace(result.result, ended_s=1000.0 - result.counted))
        for result in results
    ]
    assert rated_players(wrong, "coyote") == rated_players(results, "coyote")

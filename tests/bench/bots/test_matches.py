"""Players of the table's own win where others do anything."""

from __future__ import annotations

import pytest

from referee.bots.levels import Level
from tests.bench.bots.matches import anything, firsts, thinker
from tests.bench.bots.pairings import Match, Pairing, play
from tests.breadth import breadth


@pytest.mark.parametrize("name", breadth(["coup", "coyote"]))
def test_who_thinks_is_first_where_the_other_does_anything(name: str) -> None:
    assert firsts(name, thinker(Level.FAIR), anything, seats=2, matches=40, seed=1) >= 0.6


@pytest.mark.verify
def test_a_whole_match_of_tricks_is_played_by_who_thinks_little() -> None:
    gentle = thinker(Level.GENTLE)
    assert 0 <= firsts("coup_detat", gentle, gentle, seats=3, matches=1, seed=1) <= 1


def test_each_round_of_coyote_has_one_opening_and_one_challenge() -> None:
    came = play(Match("coyote", Pairing("levels", "gentle", "gentle", seats=2), number=0, seed=1))
    counts = came.thoughts["gentle"].counts
    assert counts["opens"] == counts["doubts"] == came.rounds["rounds"] > 0
    assert counts["opens"] + counts["raises"] == came.rounds["announcements"] == counts["claims"]

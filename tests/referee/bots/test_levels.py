"""The levels of bots: whoever begins a match names those that there are."""

from __future__ import annotations

from referee.bots.levels import Level
from referee.match.commands import LEVELS, USUAL_LEVEL


def test_a_match_can_have_bots_of_each_level_and_of_no_other() -> None:
    assert [one.name.lower() for one in Level] == [*LEVELS]
    assert USUAL_LEVEL in LEVELS

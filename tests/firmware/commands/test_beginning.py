"""The match that a table begins with: the one that was asked for, else none."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.commands.table.beginning import begin_match
from referee.contract import BadOptions
from referee.match.desk import Desk

NONE: dict[str, Any] = {
    "chosen": (),
    "edition": None,
    "game": None,
    "new": False,
    "seats": None,
}


@pytest.mark.parametrize(
    ("asked", "begun"),
    [
        ({}, None),  # a host's page then offers the games
        ({"game": "coup"}, ("coup", 3)),
        ({"seats": 4}, ("coyote", 4)),
        ({"edition": "kidult"}, ("coyote", 3)),
        ({"new": True}, ("coyote", 3)),
    ],
)
def test_a_first_start_begins_what_was_asked_for_and_nothing_else(
    tmp_path: Path, asked: dict[str, Any], begun: tuple[str, int] | None
) -> None:
    with closing(Desk.open(tmp_path / "journal.sqlite")) as desk:
        begin_match(desk, NONE | asked)
        match = desk.snapshot()
        assert (match and (match.game.name, match.seats)) == begun


def test_a_game_that_there_is_not_is_refused_while_a_match_is_on(tmp_path: Path) -> None:
    with closing(Desk.open(tmp_path / "journal.sqlite")) as desk:
        begin_match(desk, NONE | {"game": "coup"})
        with pytest.raises(BadOptions, match="whist"):
            begin_match(desk, NONE | {"game": "whist"})

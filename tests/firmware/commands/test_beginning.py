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


def test_a_match_that_is_on_goes_on_and_that_is_said_where_another_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Desk.open(tmp_path / "journal.sqlite")) as desk:
        begin_match(desk, NONE | {"game": "coup"})
        begin_match(desk, NONE)
        assert capsys.readouterr().err == ""
        begin_match(desk, NONE | {"game": "ogallala"})
        assert "--new" in capsys.readouterr().err
        for wrong in ({"game": "chess"}, {"game": "coup", "chosen": ("lives=9",)}):
            with pytest.raises(BadOptions):
                begin_match(desk, NONE | wrong)
        match = desk.snapshot()
        assert match is not None
        assert match.game.name == "coup"

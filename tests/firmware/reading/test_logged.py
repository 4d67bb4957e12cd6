"""A move that the referee refuses is in the log, in one line, unless it could tell a secret."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from firmware.decks import MatchDeck
from firmware.reading.submission import ReadingKey, Submission
from firmware.reading.watcher import Watcher
from referee.actor import CAMERA
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from tests.matches import match_of
from tests.referee.recorded import match_lines


def submission(move: dict[str, Any], seen: int = 0) -> Submission:
    return Submission(move, seen, CAMERA, {}, ReadingKey(seen, (), move["move"]))


@pytest.fixture
def matches(tmp_path: Path) -> tuple[Snapshot, Snapshot]:
    """A match of Coup d'État when it begins, and when all are asked for a secret answer."""
    desk = Desk.open(tmp_path / "table.sqlite")
    head, *moves = match_lines("coup_detat", "secret")
    desk.do(Begin(head["game"], head["options"], head["seats"]))
    begun = match_of(desk)
    for move in moves:
        if move["move"] == "answer":
            break
        desk.do(Move(move), CAMERA)
    asked = match_of(desk)
    desk.close()
    assert any(offer.move == "answer" for offer in asked.offers)
    return begun, asked


@pytest.mark.parametrize(
    "move",
    [
        {"move": "answer", "seat": 1, "lodge": True},
        {"move": "name_contract", "seat": 1, "contract": "victory"},  # It is not offered now.
        {"move": "fly"},
    ],
    ids=lambda move: move["move"],
)
def test_a_move_that_could_tell_a_secret_has_no_line(
    matches: tuple[Snapshot, Snapshot], move: dict[str, Any]
) -> None:
    assert [submission(move).public_line(match) for match in (None, *matches)] == ["", "", ""]


def test_a_refused_reading_is_logged_as_its_move(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.do(Begin("coup", {}, 3))
    desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    watcher = Watcher(desk, (), lambda _: (), lambda _: MatchDeck(), lambda: None)
    with caplog.at_level(logging.INFO):
        move = {"move": "challenge", "seat": 0}
        watcher._submit(submission(move, match_of(desk).seq))
    assert "The referee refused the reading 'challenge 0': CP-" in caplog.text

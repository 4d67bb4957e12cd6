"""A journal set right without running its match."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk, JournalError
from referee.match.journal.bodies import Moved
from referee.match.journal.rescue import JournalRescue
from tests.matches import match_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a match of three moves, of which the rules refuse the last."""
    path = tmp_path / "journal.sqlite"
    desk = Desk.open(path)
    match = desk.do(Begin("coyote", {}, 3)).match
    for number in (1, 2):
        desk.do(Move({"move": "announce", "seat": number - 1, "number": number}))
    desk.journal.append(Moved({"move": "no such"}), desk.snapshot().log[-1].by, match)  # type: ignore[union-attr]
    desk.close()
    return path


def test_the_last_move_is_undone_and_the_match_runs_again(path: Path) -> None:
    rescue = JournalRescue(path)
    assert (rescue.trouble, rescue.moves) == (None, 3)
    rescue.undo()
    assert rescue.moves == 2
    rescue.close()
    desk = Desk.open(path)
    match = match_of(desk)
    assert (match.state.number, desk.notices) == (2, ())
    desk.do(Undo())
    desk.do(Move({"move": "announce", "seat": 1, "number": 5}))
    desk.close()


def test_a_match_that_was_left_is_not_taken_up_and_stays_in_the_journal(path: Path) -> None:
    rescue = JournalRescue(path)
    rescue.put("code", "123456")
    rescue.start_over()
    rescue.start_over()
    assert (rescue.moves, rescue.get("code")) == (0, "123456")
    assert rescue.text().count(b"\n") == 5
    rescue.close()
    desk = Desk.open(path)
    assert (desk.snapshot(), desk.notices, desk.get("code")) == (None, (), "123456")
    assert len(desk.journal.lines(1)) == 5
    desk.close()


def test_a_journal_that_another_program_has_is_left_alone(path: Path) -> None:
    desk = Desk.open(path)
    before = sorted(path.parent.iterdir())
    rescue = JournalRescue(path)
    assert rescue.trouble is not None
    assert rescue.trouble.key == "desk.journal_in_use"
    with pytest.raises(JournalError):
        rescue.start_over()
    assert sorted(path.parent.iterdir()) == before
    assert rescue.text().count(b"\n") == 4
    rescue.close()
    desk.close()


def test_a_journal_that_cannot_be_opened_is_kept_aside(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise OSError(5, "Input/output error")

    data = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("referee.match.journal.files.open_files", fail)
        rescue = JournalRescue(path)
    assert rescue.trouble is not None
    assert rescue.trouble.params["reason"] == "Input/output error"
    rescue.undo()
    rescue.start_over()
    rescue.close()
    (aside,) = path.parent.glob("*.damaged-*Z")
    assert aside.read_bytes() == data
    desk = Desk.open(path)
    assert (desk.snapshot(), desk.notices) == (None, ())
    desk.close()

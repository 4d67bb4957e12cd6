"""A disk that fails under a running match: the move is refused, and it is never there again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from referee.match.commands import Begin, Move
from referee.match.desk import Desk, JournalError
from tests.bench.journal.failing import read_only

FILES = ("", "-wal", "-matches/000001.jsonl")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.do(Begin("coyote", {}, 3))
    desk.do(Move(announce(1)))
    return desk


def announce(number: int) -> dict[str, Any]:
    return {"move": "announce", "seat": (number - 1) % 3, "number": number}


def refused(desk: Desk, number: int) -> str:
    """Make a move that must be refused; return the refusal's key."""
    before = desk.snapshot()
    with pytest.raises(JournalError) as refusal:
        desk.do(Move(announce(number)))
    assert desk.snapshot() == before
    trouble = desk.journal.trouble()
    assert trouble is not None
    assert trouble.key == refusal.value.message.key
    return trouble.key


def found_after_a_crash(desk: Desk, elsewhere: Path) -> Any:
    """Open the files as a crash would leave them now; return the match that is found there."""
    elsewhere.mkdir()
    for ending in FILES:
        file = Path(f"{desk.journal.path}{ending}")
        to = elsewhere / file.relative_to(desk.journal.path.parent)
        to.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, to)
    other = Desk.open(elsewhere / desk.journal.path.name)
    try:
        assert other.notices == ()
        return other.snapshot()
    finally:
        other.close()


@pytest.mark.parametrize("ending", ["-wal", "-matches/000001.jsonl"])
def test_a_move_that_cannot_be_written_is_refused_and_nowhere(
    desk: Desk, path: Path, tmp_path: Path, ending: str
) -> None:
    before = desk.snapshot()
    with read_only(Path(f"{path}{ending}")):
        assert refused(desk, 2) == "desk.journal_failed"
        desk.journal.retry()
        assert refused(desk, 2) == "desk.journal_failed"
    assert found_after_a_crash(desk, tmp_path / "crash") == before
    desk.journal.retry()
    assert desk.journal.trouble() is None
    assert found_after_a_crash(desk, tmp_path / "later") == before
    after = desk.do(Move(announce(2)))
    assert found_after_a_crash(desk, tmp_path / "at last") == after


@pytest.mark.parametrize("what", [*FILES, "the folder"])
def test_a_file_that_vanishes_is_noticed_before_the_next_move_is_acknowledged(
    desk: Desk, path: Path, what: str
) -> None:
    before = desk.snapshot()
    file = path.parent if what == "the folder" else Path(f"{path}{what}")
    away = file.with_name("away")
    file.rename(away)
    trouble = desk.journal.trouble()  # without a move, too
    assert trouble is not None
    assert (trouble.key, trouble.params["path"]) == ("desk.journal_gone", str(path))
    assert refused(desk, 2) == "desk.journal_gone"
    if what != "the folder":
        file.write_bytes(b"")  # another file of that name is not the one
        assert refused(desk, 2) == "desk.journal_gone"
    away.replace(file)
    assert desk.snapshot() == before
    after = desk.do(Move(announce(2)))
    assert desk.journal.trouble() is None
    desk.close()
    again = Desk.open(path)
    assert (again.snapshot(), again.notices) == (after, ())
    again.close()

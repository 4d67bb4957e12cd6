"""A journal that a later release wrote: named, and left as it is to the last byte."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from referee.match.commands import Begin, Move
from referee.match.desk import Desk, JournalError
from referee.match.journal.rescue import JournalRescue, check_journal
from referee.match.journal.salvage import close_untouched
from referee.match.journal.tables import VERSION

Files = dict[str, bytes]


@pytest.fixture(params=["closed", "power cut"])
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A journal of the next version; after a power cut that stands in SQLite's log alone."""
    path = tmp_path / "journal.sqlite"
    desk = Desk.open(path)
    desk.do(Begin("coyote", {}, 3))
    desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    desk.close()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("ALTER TABLE entry ADD COLUMN place TEXT")
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    (tmp_path / "journal.sqlite-matches" / "000009.jsonl").write_bytes(b"of another form")
    if request.param == "closed":
        db.close()
    else:
        close_untouched(db, path)
        assert (tmp_path / "journal.sqlite-wal").stat().st_size > 0
    return path


def files(path: Path) -> Files:
    """Return all that lies in a journal's folder, but what readers share of its log."""
    files = [item for item in path.parent.rglob("*") if item.is_file() and not item.match("*-shm")]
    return {file.name: file.read_bytes() for file in files}


def test_a_journal_of_a_later_release_is_named_and_left_as_it_is(path: Path) -> None:
    before = files(path)
    for use in (Desk.open, check_journal):
        with pytest.raises(JournalError) as refused:
            use(path)
        assert refused.value.message.key == "desk.journal_later"
        assert refused.value.message.params["path"] == str(path)
        assert files(path) == before
    rescue = JournalRescue(path)
    assert rescue.is_newer
    assert rescue.text().count(b"\n") == 2
    rescue.close()
    assert files(path) == before


def test_who_begins_anew_keeps_the_later_journal_whole_beside_the_new_one(path: Path) -> None:
    before = files(path)
    rescue = JournalRescue(path)
    rescue.start_over()
    rescue.close()
    (aside,) = path.parent.glob("*.later-*Z")
    assert aside.read_bytes() == before[path.name]
    assert not list(path.parent.glob("*.damaged-*"))
    desk = Desk.open(path)
    assert (desk.snapshot(), desk.notices) == (None, ())
    desk.close()
    for file in path.parent.glob("*.later-*"):
        file.replace(path.parent / (path.name + file.name.partition("Z")[2]))
    assert len(sqlite3.connect(path).execute("SELECT * FROM entry").fetchall()) == 2

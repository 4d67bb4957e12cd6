"""Data folders of earlier releases: one mirror for all matches, and before that no second file."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.match.commands import Move
from referee.match.desk import Desk
from referee.match.journal.entries import Line, Row, match_id
from referee.match.journal.journal import Journal
from referee.match.journal.rescue import check_journal
from referee.match.journal.tables import seal
from referee.match.resuming import WaitingMatch, resume_match
from referee.match.running import PlayedMatch
from tests.referee.match.test_bodies import WRITTEN, rows
from tests.referee.match.test_damage import sql

# -- the second version: one chain of digests through all matches, and a mirror --------------------

SECOND = """
CREATE TABLE entry (seq INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL,
  kind TEXT NOT NULL, body TEXT NOT NULL, by TEXT NOT NULL, at REAL NOT NULL, digest TEXT);
CREATE INDEX entry_match ON entry (match, seq);
CREATE TABLE proof (id TEXT PRIMARY KEY, match INTEGER NOT NULL, png BLOB NOT NULL, digest TEXT);
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL, digest TEXT);
PRAGMA user_version = 2;
"""
MATCHES = (2, 14, 17)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "table.sqlite"
    path.parent.mkdir()
    return path


@pytest.fixture
def second(path: Path) -> Path:
    """A journal as the release before match files left it, with a mirror."""
    with sqlite3.connect(path) as db:
        db.executescript(SECOND)
        db.executemany("INSERT INTO entry VALUES (?,?,?,?,?,?,?)", rows())
        db.execute("INSERT INTO note VALUES ('code', '1', ?)", (seal("code", b"1"),))
        db.execute("INSERT INTO proof VALUES ('p', 2, x'89', ?)", (seal("p", b"\x89"),))
    db.close()
    shutil.copyfile(WRITTEN, f"{path}-mirror")
    return path


def lines(of: list[Row]) -> dict[int, tuple[Line, ...]]:
    return {match: tuple(row.line() for row in of if row.match == match) for match in (1, *MATCHES)}


def found(desk: Desk) -> dict[int, tuple[Line, ...]]:
    return {match: desk.journal.lines(match) for match in (1, *MATCHES)}


def test_a_folder_with_a_mirror_is_taken_up_whole_and_has_match_files_from_then_on(
    second: Path,
) -> None:
    assert check_journal(second) is None
    for _ in range(2):
        desk = Desk.open(second)
        assert desk.journal.notices == ()
        assert found(desk) == lines(rows())
        assert (desk.get("code"), desk.evidence("p")) == (1, b"\x89")
        desk.close()
        assert check_journal(second) is None
        assert sorted(item.name for item in second.parent.iterdir()) == [
            "table.sqlite",
            "table.sqlite-matches",
        ]
    for file in (second, Path(f"{second}-wal")):
        file.unlink(missing_ok=True)
    desk = Desk.open(second)
    assert found(desk) == lines(rows())
    desk.close()


def test_the_matches_of_a_folder_with_a_mirror_are_run_again(second: Path) -> None:
    journal = Journal(second)
    run = resume_match(journal.lines(2))
    assert isinstance(run, PlayedMatch)
    # Clubs and backups know the match by this.
    assert match_id(journal.lines(2)[0]) == "1513ef3ab598b06a"
    assert run.players.names == ("Ada", "Été", "Dan")
    assert [entry.kind for entry in run.log][-5:] == ["redo", "pause", "resume", "hand", "move"]
    assert run.snapshot().rulings[0].message.key == "coyote.announced"
    cut = resume_match(journal.lines(14))
    assert isinstance(cut, PlayedMatch)
    assert cut.moves == ()
    waiting = resume_match(journal.lines(17))
    assert isinstance(waiting, WaitingMatch)
    assert (waiting.to, waiting.moves) == (18, 1)
    journal.close()


def without_log(path: Path) -> None:
    """Leave the database as it is until its log is written into it for the first time."""
    path.unlink()
    sqlite3.connect(path).execute("PRAGMA journal_mode = WAL").connection.close()
    assert path.stat().st_size > 0


DAMAGE: dict[str, Callable[[Path], object]] = {
    "garbage": lambda path: path.write_bytes(b"this is no journal" * 999),
    "gone": Path.unlink,
    "a log that is gone": without_log,
    "another first move": lambda path: sql(path, "UPDATE entry SET body = '{}' WHERE seq = 1"),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_folder_with_a_mirror_is_kept_aside_whole(second: Path, how: str) -> None:
    DAMAGE[how](second)
    desk = Desk.open(second)
    assert [notice.key for notice in desk.journal.notices] == ["desk.journal_kept_aside"]
    assert second.with_name(f"{second.name}-mirror").exists() is False
    (kept,) = second.parent.glob("*.damaged-*Z-mirror")
    assert kept.read_bytes() == WRITTEN.read_bytes()
    desk.close()


# -- the first version, which had no digests and no second file ------------------------------------

OLD = """
CREATE TABLE entry (seq INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL,
  kind TEXT NOT NULL, body TEXT NOT NULL, by TEXT NOT NULL, at REAL NOT NULL);
CREATE INDEX entry_match ON entry (match, seq);
CREATE TABLE proof (id TEXT PRIMARY KEY, match INTEGER NOT NULL, png BLOB NOT NULL);
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL);
PRAGMA user_version = 1;
INSERT INTO note VALUES ('code', '"123456"');
INSERT INTO proof VALUES ('p', 1, x'89');
"""


def old_journal(path: Path) -> None:
    db = sqlite3.connect(path)
    db.executescript(OLD)
    add = "INSERT INTO entry (match, kind, body, by, at) VALUES (1, ?, ?, 'table', 1.5e9)"
    begin = {"game": "coyote", "options": {}, "seats": 3}
    moves = [{"move": "announce", "seat": n % 3, "number": n + 1} for n in range(6)]
    db.execute(add, ("begin", json.dumps(begin)))
    db.executemany(add, [("move", json.dumps(move)) for move in moves])
    db.commit()
    db.close()


def test_a_journal_of_the_first_version_is_taken_up_and_chained_from_then_on(path: Path) -> None:
    old_journal(path)
    desk = Desk.open(path)
    assert desk.notices == ()
    assert (desk.get("code"), desk.evidence("p")) == ("123456", b"\x89")
    before = desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    assert before.state.number == 9
    desk.close()
    sql(path, "UPDATE entry SET body = replace(body, '3', '4') WHERE seq = 4")
    desk = Desk.open(path)
    assert desk.snapshot() == before
    assert [notice.key for notice in desk.notices] == ["desk.journal_mended"]
    desk.close()

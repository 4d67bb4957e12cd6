"""A damaged journal: mended from its match files, or whole up to a move that is named."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.actor import HOST
from referee.contract import IllegalMove
from referee.match.commands import Begin, GoOn, Move
from referee.match.desk import Desk, Snapshot
from tests.matches import match_of

MOVES = 30
FILE = "-matches/000001.jsonl"
ALL = ("", "-wal", FILE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


def beside(path: Path, ending: str) -> Path:
    return Path(f"{path}{ending}")


def played(path: Path) -> Snapshot:
    """Play on a journal and leave it as a pulled plug does: with a log that is not written in."""
    desk = Desk.open(path)
    match = desk.do(Begin("coyote", {}, 3))
    for number in range(1, MOVES + 1):
        match = desk.do(Move({"move": "announce", "seat": (number - 1) % 3, "number": number}))
    left = {ending: beside(path, ending).read_bytes() for ending in ALL}
    desk.close()
    for ending, data in left.items():
        beside(path, ending).write_bytes(data)
    return match


def checkpointed(path: Path) -> None:
    sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()


def sql(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.close()


def replaced(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))


def cut(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])


DAMAGE: dict[str, Callable[[Path], Any]] = {
    "garbage": lambda path: path.write_bytes(b"this is no journal" * 999),
    "cut short": lambda path: cut(path, 5000),
    "gone": Path.unlink,
    "another version": lambda path: sql(path, "PRAGMA user_version = 999"),
    "a table less": lambda path: sql(path, "DROP TABLE proof"),
    "a broken body": lambda path: sql(path, "UPDATE entry SET body = '{' WHERE seq = 3"),
    "another move": lambda path: sql(
        path, "UPDATE entry SET body = replace(body, '17', '18') WHERE seq = 18"
    ),
    "an absurd stamp": lambda path: sql(path, "UPDATE entry SET at = 1e300 WHERE seq = 4"),
    "a move taken out": lambda path: sql(path, "DELETE FROM entry WHERE seq = 9"),
    "the last taken out": lambda path: sql(path, "DELETE FROM entry WHERE seq > 20"),
    "a log cut short": lambda path: cut(beside(path, "-wal"), 20_000),
    "a log that is gone": lambda path: beside(path, "-wal").unlink(),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_what_one_file_has_lost_stands_in_the_other(path: Path, how: str) -> None:
    before = played(path)
    if "log" not in how:
        checkpointed(path)
    DAMAGE[how](path)
    damaged = {ending: beside(path, ending) for ending in ALL}
    left = {ending: file.read_bytes() for ending, file in damaged.items() if file.exists()}

    desk = Desk.open(path)
    assert desk.snapshot() == before
    (notice,) = desk.notices
    assert notice.key == "desk.journal_mended"
    aside = Path(str(notice.params["path"]))
    assert aside.parent == path.parent
    assert re.fullmatch(r"journal\.sqlite\.damaged-\d{8}T\d{6}Z", aside.name)
    for ending, data in left.items():
        assert beside(aside, ending).read_bytes() == data, ending
    desk.do(Move({"move": "announce", "seat": 0, "number": 99}))
    desk.close()
    again = Desk.open(path)
    assert (again.notices, again.waiting) == ((), None)
    again.close()


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (lambda file: file.write_bytes(b"no match\n" * 199), ["desk.journal_mended"]),
        (lambda file: replaced(file, b"17", b"18"), ["desk.journal_mended"]),
        (lambda file: file.write_bytes(b""), []),
        (Path.unlink, []),
    ],
    ids=["garbage", "another move", "empty", "gone"],
)
def test_a_match_file_that_is_damaged_is_written_again(
    path: Path, how: Any, told: list[str]
) -> None:
    before = played(path)
    file = beside(path, FILE)
    whole = file.read_bytes()
    how(file)
    desk = Desk.open(path)
    assert desk.snapshot() == before
    assert [notice.key for notice in desk.notices] == told
    assert file.read_bytes() == whole
    desk.close()


def both_damaged(path: Path) -> Snapshot:
    """Leave a journal whose tenth entry is nowhere as it was; return the state before it."""
    match = played(path)
    checkpointed(path)
    sql(path, "UPDATE entry SET body = '{}' WHERE seq = 10")
    replaced(beside(path, FILE), b'"number": 9}', b'"number": 8}')
    return match


def test_what_no_file_holds_is_said_and_the_match_goes_on_from_there_on_request(
    path: Path,
) -> None:
    before = both_damaged(path)
    for _ in range(2):  # and asks again after a restart
        desk = Desk.open(path)
        assert desk.snapshot() is None
        (notice,) = desk.notices
        assert (notice.key, notice.params["moves"]) == ("desk.journal_cut", 8)
        with pytest.raises(IllegalMove):
            desk.do(Move({"move": "announce", "seat": 2, "number": 9}))
        desk.close()
    desk = Desk.open(path)
    snapshots: list[Snapshot] = []
    desk.listen(snapshots.append)
    match = desk.do(GoOn(), HOST)
    assert match is not None
    assert snapshots == [match]
    assert (match.state.number, desk.waiting, desk.notices) == (8, None, ())
    assert match.seq > before.seq  # what a page has seen of the lost moves is an older state
    with pytest.raises(IllegalMove):
        desk.do(GoOn())
    match = desk.do(Move({"move": "announce", "seat": 2, "number": 40}))
    desk.close()
    desk = Desk.open(path)
    again = match_of(desk)
    assert (again.seq, again.state, desk.notices) == (match.seq, match.state, ())
    assert [json.loads(line).get("number") for line in desk.export()[1:]] == [*range(1, 9), 40]
    desk.close()


def test_the_numbers_of_lost_entries_are_not_given_again(path: Path) -> None:
    """What a page has seen of the lost moves is an older state, also if they are unreadable."""
    before = played(path)
    checkpointed(path)
    sql(path, "UPDATE entry SET body = '{' WHERE seq > 20")
    sql(path, "UPDATE entry SET seq = 1125899906842624 WHERE seq = 31")
    lines = beside(path, FILE).read_bytes().splitlines(keepends=True)
    beside(path, FILE).write_bytes(b"".join([*lines[:20], *(b"?\n" for _ in lines[20:])]))
    desk = Desk.open(path)
    match = desk.do(GoOn(), HOST)
    assert match is not None
    assert match.state.number == 19
    assert before.seq < match.seq < before.seq + 1000
    desk.close()


def test_notes_and_pictures_are_as_they_were_or_are_not_there(path: Path) -> None:
    desk = Desk.open(path)
    before = desk.do(Begin("coyote", {}, 3))
    desk.put("seats", {"0": "phone"})
    desk.put("code", "123456")
    desk.keep_evidence({"p": b"\x89PNG of p", "q": b"\x89PNG of q"})
    desk.close()
    sql(path, "UPDATE proof SET png = x'00' WHERE id = 'p'")
    desk = Desk.open(path)
    assert (desk.evidence("p"), desk.evidence("q")) == (None, b"\x89PNG of q")
    assert desk.notices == ()
    desk.close()
    sql(path, "UPDATE note SET value = '\"654321\"' WHERE key = 'code'")
    desk = Desk.open(path)
    assert (desk.get("code"), desk.get("seats")) == (None, {"0": "phone"})
    assert (desk.evidence("p"), desk.evidence("q")) == (None, b"\x89PNG of q")
    assert [notice.key for notice in desk.notices] == ["desk.journal_mended"]
    assert desk.snapshot() == before
    desk.close()


def test_an_earlier_match_that_is_damaged_twice_is_said_and_the_others_stay_whole(
    path: Path,
) -> None:
    played(path)
    desk = Desk.open(path)
    desk.do(Begin("coyote", {}, 4))
    before = desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    desk.close()
    sql(path, "UPDATE entry SET body = '{}' WHERE seq = 10")
    replaced(beside(path, FILE), b'"number": 9}', b'"number": 8}')
    desk = Desk.open(path)
    assert desk.snapshot() == before
    assert [notice.key for notice in desk.notices] == ["desk.journal_past_cut"]
    with pytest.raises(IllegalMove) as refused:
        desk.export(1)
    assert refused.value.message.params == {"moves": 8}
    desk.close()

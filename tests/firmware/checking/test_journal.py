"""`coyote doctor` and the journal: whole, damaged, in use, or not to be looked into."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.checking import storage
from firmware.checking.case import Case
from referee import words
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.match.journal.rescue import check_journal
from tests.referee.match.test_damage import sql


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.sqlite"
    desk = Desk.open(path)
    desk.do(Begin("coyote", {}, 3))
    desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    desk.close()
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def checked(path: Path) -> tuple[bool | None, str]:
    (finding,) = storage.journals(Case(given_data=path.parent))
    assert words.say(finding.message, "en")
    return finding.well, finding.message.key


def test_one_that_is_whole_is_left_as_it_is(path: Path) -> None:
    before = files(path.parent)
    assert checked(path) == (True, "cli.doctor.journal")
    assert files(path.parent) == before
    desk = Desk.open(path)
    desk.do(Move({"move": "announce", "seat": 1, "number": 6}))
    assert checked(path) == (True, "cli.doctor.journal_in_use")
    desk.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"no journal" * 999),
        lambda path: path.write_bytes(b""),
        lambda path: (path.parent / "table.sqlite-matches/000001.jsonl").write_bytes(b"x\n"),
        lambda path: sql(path, "UPDATE entry SET body = replace(body, '5', '6')"),
    ],
)
def test_one_that_is_damaged_is_said_to_be(path: Path, damage: Callable[[Path], object]) -> None:
    damage(path)
    assert checked(path) == (False, "cli.doctor.journal_bad")


def test_one_that_cannot_be_read_is_not_a_damaged_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    assert check_journal(path) is None
    monkeypatch.setattr("referee.match.journal.rescue.find_damage", refuse)
    assert checked(path) == (False, "cli.doctor.journal_closed")

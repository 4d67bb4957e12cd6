"""Matches deleted, and dropped for want of room: the journal stays whole, before and after."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from referee.contract import IllegalMove
from referee.match.commands import Begin, Forget, Move
from referee.match.desk import Desk, JournalError
from referee.match.journal.matchfiles import match_path
from referee.match.journal.rescue import check_journal
from referee.match.journal.trimming import dropped, trim
from tests.bench.journal import failing
from tests.matches import match_of

PNG_BYTES = 40_000


@pytest.fixture
def desk(desk: Desk) -> Desk:
    for _ in range(4):
        play(desk)
    return desk


def play(desk: Desk) -> int:
    """Play a match up to a reveal that rests on a picture; return its id."""
    match = desk.do(Begin("coyote", {}, 3)).match
    desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    desk.do(Move({"move": "challenge", "seat": 1}))
    name = f"p{match}"
    read = {"move": "cards_read", "cards": ["1", "2", "3"], "proof": [name]}
    desk.do(Move(read), evidence={name: os.urandom(PNG_BYTES)})
    return match


def again(desk: Desk) -> Desk:
    """Close a desk, and open another on its journal: whole, without a word."""
    path = desk.journal.path
    desk.close()
    assert check_journal(path) is None
    result = Desk.open(path)
    assert result.notices == ()
    return result


def test_a_deleted_match_is_in_no_file_and_the_others_are_as_they_were(desk: Desk) -> None:
    newest, second, third, oldest = desk.journal.matches(9)
    lines = {match: desk.journal.lines(match) for match in (newest, third, oldest)}
    desk.do(Forget(second))
    desk.do(Move({"move": "announce", "seat": 0, "number": 4}))
    desk = again(desk)
    assert desk.journal.matches(9) == (newest, third, oldest)
    assert f'"p{second}"'.encode() not in desk.journal.text()
    assert desk.evidence(f"p{second}") is None
    assert desk.evidence(f"p{third}") is not None
    for match in (third, oldest):
        assert desk.journal.lines(match) == lines[match]
    assert desk.journal.lines(newest)[:-1] == lines[newest]
    snapshot = match_of(desk)
    assert snapshot.view(None).focus.value == "4"
    desk.close()


def test_the_match_on_the_table_is_not_deleted_nor_one_that_is_not_there(desk: Desk) -> None:
    current, *_, oldest = desk.journal.matches(9)
    with pytest.raises(IllegalMove, match=r"desk\.on_the_table"):
        desk.do(Forget(current))
    desk.do(Forget(oldest))
    for match in (oldest, 0, 10**9):
        with pytest.raises(IllegalMove, match=r"desk\.no_such_match"):
            desk.do(Forget(match))


def test_a_log_cut_after_a_deletion_loses_no_later_move(desk: Desk, tmp_path: Path) -> None:
    *_, oldest = desk.journal.matches(9)
    path, log = desk.journal.path, Path(f"{desk.journal.path}-wal")
    sizes = [log.stat().st_size]
    desk.do(Forget(oldest))
    for number in (4, 5):
        desk.do(Move({"move": "announce", "seat": number - 4, "number": number}))
        sizes.append(log.stat().st_size)
    before = match_of(desk)
    for size in range(sizes[0], sizes[-1], 3000):
        to = tmp_path / "cut" / str(size)
        shutil.copytree(match_path(path, 1).parent, to / match_path(path, 1).parent.name)
        shutil.copyfile(path, to / path.name)
        (to / log.name).write_bytes(log.read_bytes()[:size])
        cut = Desk.open(to / path.name)
        assert match_of(cut) == before
        cut.close()


def test_a_disk_that_refuses_a_deletion_leaves_all_as_it_was(desk: Desk) -> None:
    there = desk.journal.matches(9)
    with failing.full(1000), pytest.raises(JournalError):
        desk.do(Forget(there[-1]))
    desk.journal.retry()
    assert desk.journal.trouble() is None
    desk = again(desk)
    assert desk.journal.matches(9) == there
    desk.close()


def test_pictures_of_the_oldest_matches_go_first_then_the_oldest_matches(desk: Desk) -> None:
    journal, there = desk.journal, desk.journal.matches(9)[::-1]
    used = journal.disk_use().used
    trim(journal, 2 * used, desk.current)
    assert dropped(journal) is None
    trim(journal, used, desk.current)
    kept = [match for match in there if journal.picture_ids(match)]
    assert 0 < len(kept) < len(there)
    assert kept == list(there[-len(kept) :])
    assert journal.matches(9) == there[::-1]
    answer = dropped(journal)
    assert answer is not None
    assert (answer.pictures, answer.matches) == (len(there) - len(kept), 0)
    trim(journal, 1000, desk.current)
    assert journal.matches(9) == (desk.current,)
    assert journal.picture_ids(there[-1]), "those of the match on the table stay"
    answer = dropped(journal)
    assert answer is not None
    assert (answer.pictures, answer.matches) == (len(there) - 1, len(there) - 1)

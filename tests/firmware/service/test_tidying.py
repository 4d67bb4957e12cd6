"""Past matches keep within their limit: looked at after each match, in a thread of their own."""

from __future__ import annotations

import os

import pytest

from firmware.service import tidying
from firmware.service.supervisor import Supervisor
from firmware.service.tidying import Tidying, tidy
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.match.journal.trimming import trim
from tests.bench.journal import failing
from tests.process import eventually


def play(desk: Desk) -> int:
    """Play a match to its end; return its id."""
    match = desk.do(Begin("coyote", {"strikes": 1}, 2)).match
    desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    desk.do(Move({"move": "challenge", "seat": 1}))
    read = {"move": "cards_read", "cards": ["1", "2"], "proof": [f"p{match}"]}
    desk.do(Move(read), evidence={f"p{match}": os.urandom(100_000)})
    return match


def test_old_pictures_go_once_a_match_has_ended_and_those_on_the_table_stay(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "LOOK_S", 0.01)
    supervisor = Supervisor(lambda: None)
    first = play(desk)
    supervisor.start("history", Tidying(desk, 200_000).run)
    try:
        eventually(lambda: desk._listeners)
        second = play(desk)
        eventually(lambda: not desk.journal.picture_ids(first))
        assert desk.journal.picture_ids(second)
        assert desk.journal.matches(9) == (second, first)
    finally:
        supervisor.stop()


def test_a_disk_that_refuses_to_drop_anything_stops_nothing(desk: Desk) -> None:
    first = play(desk)
    play(desk)
    with failing.full(1000):
        tidy(desk, 1000, trim)
    assert desk.journal.matches(9)[-1] == first
    desk.journal.retry()
    tidy(desk, 1000, trim)
    assert first not in desk.journal.matches(9)

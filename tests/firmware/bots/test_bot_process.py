"""The process that thinks: it answers the same for the same, and no fault of its stops a table."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.bots.bot_process import (
    Decision,
    HandMismatch,
    MoveRequest,
    NothingToDo,
    move_of,
    new_process,
)
from firmware.running.build import build_virtual_table
from firmware.service import supervisor
from firmware.service.child import Child
from referee import library
from referee.actor import HOST
from referee.match.commands import Begin, HandOver
from referee.match.desk import Desk
from tests.live import UNREAD
from tests.matches import match_of
from tests.process import eventually, run_program

COUP = library.game("coup")
BEGUN = library.to_plain(COUP.rules.begin(library.options(COUP, {}), 2))
HAND = ("captain", "duke")


@pytest.fixture
def process() -> Iterator[Child]:
    with closing(new_process()) as process:
        yield process


def asked(seat: int = 0, hand: tuple[str, ...] = HAND, seed: str = "1") -> MoveRequest:
    return MoveRequest("coup", BEGUN, seat, {seat: hand}, "gentle", seed)


def test_a_seat_acts_waits_or_says_that_its_hand_does_not_fit(process: Child) -> None:
    first = move_of(process, asked())
    assert isinstance(first, Decision)
    assert first.move is not None
    assert first == move_of(process, asked())
    assert move_of(process, asked(seat=1)) == NothingToDo()
    assert move_of(process, asked(hand=("captain",))) == HandMismatch()
    assert move_of(process, asked(hand=("captain", "king"))) == HandMismatch()


def test_a_table_goes_on_where_what_thinks_is_killed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "AGAIN_S", 0.01)
    monkeypatch.setattr("firmware.bots.bots.BREATH_S", (0.0, 0.0))
    monkeypatch.setattr("firmware.bots.bots.CHORE_S", 0.0)
    monkeypatch.setattr("firmware.bots.bots.LOOK_S", 0.0)
    table, _ = build_virtual_table(desk, seed=1, sound=False, size=UNREAD)
    table.run()
    try:
        table.do(Begin("coup", {"least_s": 0}, 2, levels=("gentle", "gentle")), HOST)
        bots = table.bots._bots
        assert bots is not None
        eventually(lambda: match_of(desk).seq > 1)
        if bots._process.pid is not None:
            os.kill(bots._process.pid, signal.SIGKILL)
        seq = match_of(desk).seq
        eventually(lambda: match_of(desk).seq > seq or match_of(desk).outcome is not None)
        if match_of(desk).outcome is None:
            for seat in (0, 1):
                table.do(HandOver(seat, "Ada"), HOST)
        eventually(lambda: bots._process.pid is None)  # nobody asks any more
    finally:
        table.stop()


NOTHING = """
import sys, threading
from pathlib import Path
from firmware.games import open_games
open_games()
from firmware.running.build import build_virtual_table
from referee.match.commands import Begin
from referee.match.desk import Desk
desk = Desk.open(Path(sys.argv[1]) / "journal.sqlite")
table, _ = build_virtual_table(desk, sound=False)
table.run()
desk.do(Begin("coup", {}, 2))
there = [name for name in sys.modules if "bots" in name or name.endswith(".table.determinization")]
print(sorted(there), [one.name for one in threading.enumerate() if one.name == "bots"])
sys.stdout.flush()
table.stop()
desk.close()
import os; os._exit(0)
"""


def test_nothing_of_it_is_loaded_or_runs_where_no_seat_is_the_tables(tmp_path: Path) -> None:
    shown = run_program([sys.executable, "-c", NOTHING, str(tmp_path)])
    light = ["firmware.bots", "firmware.bots.seating"]  # It follows the match.
    there = f"{light} []"
    assert shown.stdout.strip() == there, shown.stderr

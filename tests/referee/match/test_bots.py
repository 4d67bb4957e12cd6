"""Seats that are the table's own: who has one is kept, over restarts, rematches and hand-overs."""

from __future__ import annotations

from pathlib import Path

from referee.actor import bot
from referee.match.commands import Begin, HandOver, Move
from referee.match.desk import Desk
from referee.match.people.naming import NAMES
from tests.matches import match_of


def test_a_seat_of_the_tables_has_a_level_and_a_name_that_nobody_bears(desk: Desk) -> None:
    match = desk.do(Begin("coup", {}, 3, names=(NAMES.split()[0],), levels=("", "fair", "keen")))
    assert match.players.levels == {1: "fair", 2: "keen"}
    assert match.names == tuple(NAMES.split())[:3]
    assert desk.do(Begin("coup", {}, 3)).players.levels == {}


def test_who_has_a_seat_is_kept_over_a_restart_with_what_a_bot_did(path: Path) -> None:
    desk = Desk.open(path)
    desk.do(Begin("coup", {}, 2, levels=("gentle",)))
    desk.do(Move({"move": "declare", "seat": 0, "action": "income"}), bot(0))
    desk.do(HandOver(1, level="keen"))
    before = match_of(desk)
    desk.close()
    after = match_of(again := Desk.open(path))
    again.close()
    assert after.players == before.players
    assert after.players.levels == {0: "gentle", 1: "keen"}
    assert [str(entry.by) for entry in after.log] == [str(item.by) for item in before.log]
    assert str(after.log[1].by) == "table:0"

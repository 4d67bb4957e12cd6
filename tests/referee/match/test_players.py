"""Who played which seat: a name counts for all that its player did, and another's for no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.actor import HOST, at_seat
from referee.match.commands import (
    Begin,
    HandOver,
    Move,
    NamePlayer,
    Pause,
    Redo,
    Resume,
    Undo,
)
from referee.match.desk import Desk, StaleMove
from referee.match.past.history import past_match
from tests.matches import match_of

TAX = {"move": "declare", "seat": 0, "action": "tax"}
PASS = {"move": "pass", "seat": 1}


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.do(Begin("coup", {}, 3))
    return desk


def test_a_name_given_late_counts_from_the_beginning_and_a_change_of_it_everywhere(
    desk: Desk,
) -> None:
    begun = match_of(desk)
    assert begun.names == ()
    desk.do(Move(TAX))
    for name in ("Adda", "Ada"):
        named = desk.do(NamePlayer(0, name), at_seat(0))
        assert named.names == (name, "", "")
        assert named.players.names_at(begun.seq) == (name, "", "")
        assert named.log[-1].kind == "move"  # no line of the log is about a name


def test_a_seat_handed_over_has_another_name_from_then_on_and_the_past_the_old_one(
    desk: Desk, path: Path
) -> None:
    desk.do(NamePlayer(1, "Ada"))
    before = desk.do(Move(TAX))
    handed = desk.do(HandOver(1, "Bo"), HOST)
    after = desk.do(Move(PASS))
    desk.do(NamePlayer(1, "Bob"))
    desk.close()
    again = Desk.open(path)
    snapshot = again.snapshot()
    assert snapshot is not None
    assert (handed.log[-1].kind, handed.log[-1].by, handed.log[-1].seat) == ("hand", HOST, 1)
    assert snapshot.names == ("", "Bob", "")
    for seq, name in ((before.seq, "Ada"), (handed.seq, "Bob"), (after.seq, "Bob")):
        assert snapshot.players.names_at(seq) == ("", name, "")
    again.do(Begin("coup", {}, 2))
    tenures = past_match(again, snapshot.match).players.tenures[1]
    assert [tenure.name for tenure in tenures] == ["Ada", "Bob"]
    again.close()


def test_what_was_chosen_before_a_name_a_hand_over_or_a_pause_is_not_stale(desk: Desk) -> None:
    """A rename made a host's undo stale."""
    moved = desk.do(Move(TAX))
    for command in (NamePlayer(0, "Ada"), HandOver(1, "Bo"), Pause(), Resume()):
        now = desk.do(command)
        assert now.seq > now.steps_seq == moved.seq
        assert now.is_current(moved.seq)
    undone = desk.do(Undo(moved.seq))
    assert not undone.is_current(moved.seq)
    assert not undone.is_current(None)
    assert not undone.is_current(undone.seq + 1)
    desk.do(NamePlayer(0, "Zoe"))
    desk.do(Redo(undone.seq))
    with pytest.raises(StaleMove):
        desk.do(Undo(undone.seq))

"""The desk: one order of events, for everybody, whoever pushes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.actor import HOST, TABLE, at_seat
from referee.contract import BadOptions, IllegalMove, Ruling
from referee.coyote.state.moves import Announce
from referee.match.commands import Again, Begin, Move, NamePlayer, Pause, Redo, Undo
from referee.match.desk import Desk, Snapshot, StaleMove
from referee.match.journal.bodies import Moved
from tests.bench.rules.randomplay import choose
from tests.matches import match_of
from tests.process import PATIENCE_S


def announce(seat: int, number: int) -> dict[str, Any]:
    return {"move": "announce", "seat": seat, "number": number}


def reopened(desk: Desk) -> Desk:
    desk.close()
    return Desk.open(desk.journal.path)


def test_before_the_first_match_there_is_nothing(desk: Desk) -> None:
    assert desk.snapshot() is None
    for command in (Undo(), Redo(), Move(announce(0, 1)), Pause(), NamePlayer(0, "Ada"), Again()):
        with pytest.raises(IllegalMove, match="no_match"):
            desk.do(command)
    with pytest.raises(IllegalMove, match="no_match"):
        desk.export()


def test_a_snapshot_holds_all_that_a_front_end_needs(desk: Desk) -> None:
    snapshot = desk.do(Begin("coyote", {"edition": "kidult"}, 3, ("Ada", "Bob", "Cy")), HOST)
    assert (snapshot.seats, snapshot.names) == (3, ("Ada", "Bob", "Cy"))
    assert snapshot.options.edition == "kidult"
    assert snapshot.rulings == ()
    assert snapshot.view(1).seat == 1
    after = desk.do(Move(announce(0, 8), snapshot.seq), at_seat(0))
    assert after.seq > snapshot.seq
    assert after.match == snapshot.match
    assert after == desk.snapshot()
    assert [ruling.rule for ruling in after.rulings] == ["CY-2"]
    assert after.offers.for_seat(1)
    assert after.pending == ()
    entry = after.log[-1]
    assert (entry.kind, entry.by, entry.move) == ("move", at_seat(0), Announce(0, 8))
    assert entry.rulings == after.rulings


def test_a_ruling_for_one_seats_eyes_is_told_to_no_other(desk: Desk) -> None:
    snapshot = desk.do(Begin("coyote", seats=3))
    message = desk.do(Move(announce(0, 5))).rulings[0].message
    step = desk.snapshot().last_step  # type: ignore[union-attr]
    assert step is not None
    rulings = Ruling("X-1", message), Ruling("X-2", message, only=1)
    secret = replace(snapshot, last_step=replace(step, rulings=rulings))
    assert [ruling.rule for ruling in secret.rulings_for(1)] == ["X-1", "X-2"]
    assert [ruling.rule for ruling in secret.rulings_for(0)] == ["X-1"]
    assert [ruling.rule for ruling in secret.rulings_for(None)] == ["X-1"]
    entry = replace(desk.snapshot().log[-1], rulings=secret.rulings)  # type: ignore[union-attr]
    secret = replace(secret, log=(entry,))
    assert secret.log_for(1) == (entry,)
    for seat in (0, None):
        (shown,) = secret.log_for(seat)
        assert shown == replace(entry, move=None, rulings=secret.rulings[:1])


def test_an_illegal_move_changes_and_writes_nothing(desk: Desk) -> None:
    before = desk.do(Begin("coyote", seats=3))
    for move in (announce(1, 5), {"move": "fold"}, {"move": "challenge", "seat": 0}):
        with pytest.raises(IllegalMove):
            desk.do(Move(move))
    assert desk.snapshot() == before
    assert len(desk.journal.lines(before.match)) == 1


def test_a_button_pressed_on_an_old_screen_does_nothing(desk: Desk) -> None:
    old = desk.do(Begin("coyote", seats=3))
    desk.do(Move(announce(0, 5), old.seq))
    acts: tuple[Callable[[], Snapshot], ...] = (
        lambda: desk.do(Move({"move": "challenge", "seat": 1}, old.seq)),
        lambda: desk.do(Undo(old.seq)),
        lambda: desk.do(Redo(old.seq)),
    )
    for act in acts:
        with pytest.raises(StaleMove) as refusal:
            act()
        assert refusal.value.message.key == "desk.stale"
    new = match_of(desk)
    desk.do(Begin("coyote", seats=3))
    with pytest.raises(StaleMove):
        desk.do(Move(announce(0, 5), new.seq))


def test_undo_takes_back_the_last_move_and_is_an_entry_too(desk: Desk) -> None:
    desk.do(Begin("coyote", seats=3))
    first = desk.do(Move(announce(0, 5)))
    second = desk.do(Move(announce(1, 6)))
    undone = desk.do(Undo(), HOST)
    assert undone.seq > second.seq
    assert (undone.state, undone.rulings) == (first.state, first.rulings)
    assert [entry.kind for entry in undone.log] == ["begin", "move", "move", "undo"]
    assert [entry.undone for entry in undone.log] == [False, False, True, False]
    assert undone.log[-1].of == second.seq
    assert (undone.can_undo, undone.can_redo) == (True, True)
    redone = desk.do(Redo())
    assert (redone.state, redone.rulings) == (second.state, second.rulings)
    assert not any(entry.undone for entry in redone.log)
    assert len(desk.journal.lines(redone.match)) == 5


def test_after_another_move_there_is_nothing_to_redo(desk: Desk) -> None:
    desk.do(Begin("coyote", seats=3))
    desk.do(Move(announce(0, 5)))
    desk.do(Undo())
    with pytest.raises(IllegalMove) as refusal:
        desk.do(Undo())
    assert refusal.value.message.key == "desk.nothing_to_undo"
    desk.do(Move(announce(0, 7)))
    with pytest.raises(IllegalMove) as refusal:
        desk.do(Redo())
    assert refusal.value.message.key == "desk.nothing_to_redo"


def test_a_match_is_taken_up_where_it_stood_undone_moves_included(desk: Desk) -> None:
    desk.do(Begin("coyote", {"edition": "oliphante"}, 3, ("Ada", "Bob", "Cy")))
    desk.do(Move(announce(0, 5)))
    desk.do(Move(announce(1, 6)))
    before = desk.do(Undo())
    again = reopened(desk)
    assert again.snapshot() == before
    assert again.do(Redo()).state.number == 6
    again.close()


def test_a_match_that_the_rules_no_longer_allow_is_left_as_it_is(desk: Desk) -> None:
    match = desk.do(Begin("coyote", seats=3)).match
    desk.journal.append(Moved({"move": "challenge", "seat": 2}), TABLE, match)
    again = reopened(desk)
    assert again.snapshot() is None
    assert [notice.key for notice in again.notices] == ["desk.match_unreadable"]
    assert len(again.journal.lines(match)) == 2
    again.do(Begin("coyote", seats=3))
    again.close()


def test_options_and_seats_that_cannot_be_are_refused_and_the_match_goes_on(desk: Desk) -> None:
    before = desk.do(Begin("coyote", seats=3))
    bad: list[tuple[str, dict[str, Any], Any]] = [
        ("poker", {}, 3),
        ("coyote", {"edition": "none"}, 3),
        ("coyote", {"strikes": "x"}, 3),
        ("coyote", {}, 0),
        ("coyote", {}, 99),
        ("coyote", {"edition": "kidult"}, 7),
    ]
    for game, options, seats in bad:
        with pytest.raises(BadOptions):
            desk.do(Begin(game, options, seats))
    assert desk.snapshot() == before


# -- telling ------------------------------------------------------------------------------


def test_a_move_is_written_before_anyone_is_told(desk: Desk) -> None:
    written: list[tuple[int, int]] = []

    def told(snapshot: Snapshot) -> None:
        lines = desk.journal.lines(snapshot.match)
        written.append((snapshot.seq, lines[-1].seq))

    desk.do(Begin("coyote", seats=3))
    desk.listen(told)
    desk.do(Move(announce(0, 5)))
    desk.do(Undo())
    assert len(written) == 2
    assert all(told == on_disk for told, on_disk in written)


@pytest.mark.parametrize("error", [RuntimeError, SystemExit])
def test_a_listener_that_fails_stops_nobody(
    desk: Desk, caplog: pytest.LogCaptureFixture, error: type[BaseException]
) -> None:
    def fails(_: Snapshot) -> None:
        raise error("the page is gone")

    snapshots: list[Snapshot] = []
    desk.listen(fails)
    desk.listen(snapshots.append)
    with caplog.at_level(logging.CRITICAL + 1):
        desk.do(Begin("coyote", seats=3))
        desk.do(Move(announce(0, 5)))
    assert len(snapshots) == 2


def hammer(threads: int, work: Callable[[Random], None]) -> None:
    failures: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(Random(number))
        except BaseException as error:
            failures.append(error)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    assert not failures


def test_many_threads_at_once_make_one_order_of_events(desk: Desk) -> None:
    results: list[Snapshot] = []
    desk.do(Begin("coyote", {"strikes": 9}, 6))
    begun = desk.snapshot()
    desk.listen(results.append)
    made: list[int] = []
    stale = 0

    def push(random: Random) -> None:
        nonlocal stale
        for _ in range(60):
            snapshot = match_of(desk)
            try:
                if snapshot.can_undo and random.random() < 0.2:
                    made.append(desk.do(Undo(snapshot.seq)).seq)
                else:
                    move = choose(snapshot.offers, random)
                    made.append(desk.do(Move(move, snapshot.seq)).seq)
            except StaleMove:
                stale += 1
            desk.put(f"key {random.random()}", random.random())
            desk.get("nothing")
            desk.evidence("none")

    hammer(8, push)
    assert begun is not None
    seqs = [snapshot.seq for snapshot in results]
    assert seqs == sorted(made)
    assert seqs == list(range(begun.seq + 1, begun.seq + 1 + len(seqs)))
    assert stale
    again = reopened(desk)
    assert again.snapshot() == results[-1]
    again.close()

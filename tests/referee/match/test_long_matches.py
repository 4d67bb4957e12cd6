"""A long match: its 5,000th move is no more work than its 200th."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from referee import library
from referee.actor import TABLE
from referee.kit import Reading
from referee.match.beginning import begun_body
from referee.match.journal.bodies import Body, Moved, Redone, Undone
from referee.match.journal.entries import Line
from referee.match.log import AppliedMove, Entry
from referee.match.running import PlayedMatch

EARLY, LATE = 200, 5000


def lines_run(do: Callable[[], object]) -> int:
    """Return how many lines of Python a call takes."""
    lines = 0

    def count(frame: FrameType, event: str, arg: object) -> Any:  # noqa: ARG001
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        do()
    finally:
        sys.settrace(before)
    return lines


def test_a_snapshot_and_a_move_are_the_same_work_early_and_late() -> None:
    game = library.game("coyote")
    begun = begun_body(game, library.options(game, {}), 3)
    running = PlayedMatch(Line(1, 1, begun, TABLE, 0.0))
    lines: dict[tuple[int, str], int] = {}

    def add(body: Body) -> None:
        running.add(Line(running.seq + 1, 1, body, TABLE, 0.0))
        running.snapshot()

    for number in range(1, LATE + 1):
        bodies = [Moved({"move": "announce", "seat": (number - 1) % 3, "number": number})]
        if number not in (EARLY, LATE):
            add(*bodies)
            continue
        before = running.snapshot()
        for body in (*bodies, Undone(), Redone(), Undone(), *bodies):
            lines[number, type(body).__name__] = lines_run(lambda body=body: add(body))  # type: ignore[misc]
        after = running.snapshot()
        assert (after.earlier[0], after.log[-1].move.number) == (before.state, number)
    for kind in ("Moved", "Undone", "Redone"):
        assert lines[LATE, kind] <= 1.1 * lines[EARLY, kind], kind


def test_pictures_behind_the_moves_are_copied_a_few_times_each() -> None:
    copied, last = 0, None
    for number in range(LATE):
        move = Reading((), (f"picture{number}",))
        made = AppliedMove(Entry(number, "move", TABLE, 0.0, move), None, last)
        known: set[int] = set(map(id, last.cited)) if last else set()
        copied += sum(len(group) for group in made.cited if id(group) not in known)
        last = made
    assert last is not None
    assert frozenset().union(*last.cited) == {f"picture{number}" for number in range(LATE)}
    assert copied <= 20 * LATE

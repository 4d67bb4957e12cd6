"""A long match: its thousandth move is no more work than its hundredth."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import msgspec

from referee import library
from referee.actor import TABLE
from referee.match.beginning import begun_body
from referee.match.journal.bodies import Body, Moved, Redone, Undone
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch


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
    lines: dict[int, int] = {}

    def add(body: Body) -> None:
        running.add(Line(running.seq + 1, 1, body, TABLE, 0.0))
        running.snapshot()

    for number in range(1, 1001):
        move = {"move": "announce", "seat": (number - 1) % 3, "number": number}
        lines[number] = lines_run(lambda move=move: add(Moved(move)))  # type: ignore[misc]
    assert lines[1000] <= 1.1 * lines[100]
    before = running.snapshot()
    add(Undone())
    add(Redone())
    after = running.snapshot()
    assert (after.state, after.cited_pictures) == (before.state, before.cited_pictures)
    assert msgspec.to_builtins(after.earlier) == msgspec.to_builtins(before.earlier)

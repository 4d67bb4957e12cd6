"""What every game must hold when moves of a match are undone and redone."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from referee.actor import TABLE
from referee.contract import Game
from referee.match.beginning import begun_body
from referee.match.journal.bodies import Body, Moved, Redone, Undone
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch
from tests.bench.rules.randomplay import Transition


def check_undo_and_redo(
    game: Game[Any, Any, Any], options: Any, seats: int, steps: list[Transition], random: Random
) -> None:
    """Undone moves leave no trace, and redone they are what they were."""
    entries = 0

    def line(body: Body) -> Line:
        nonlocal entries
        entries += 1
        return Line(entries, 1, body, TABLE, 0.0)

    running = PlayedMatch(line(begun_body(game, options, seats)))
    states = [running.state]
    for step in steps:
        running.add(line(Moved(msgspec.to_builtins(step.move))))
        states.append(running.state)
        assert running.state == step.after
    back = random.randint(1, len(steps))
    for number in range(back):
        running.add(line(Undone()))
        assert running.state == states[-2 - number]
    for number in range(back):
        running.add(line(Redone()))
        assert running.state == states[len(states) - back + number]
    assert running.moves == tuple(step.move for step in steps)

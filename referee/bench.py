"""How fast a game's rules are: checked moves, rulings included, in a second of one core."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from referee import library
from referee.randomplay import play

MATCHES = 100
MOST_MOVES = 1000  # of a match: one of a trick game played without a hand has tens of thousands
ROUNDS = 5


def moves_per_cpu_second(
    name: str, options: dict[str, Any] | None = None, seats: int = 4, seed: int = 1
) -> float:
    """Return the moves of random matches that ``apply`` checks and rules in a CPU second.

    The matches are played beforehand, so that only ``apply`` is measured; the best of a few
    runs counts, as anything else that runs can only slow it.
    """
    game = library.game(name)
    complete = library.options(game, options)
    random = Random(seed)
    matches = [
        (
            game.begin(complete, seats),
            [step.move for step in play(game, complete, seats, random, MOST_MOVES)],
        )
        for _ in range(MATCHES)
    ]
    number = sum(len(moves) for _, moves in matches)
    apply = game.apply
    best_s = float("inf")
    for _ in range(ROUNDS):
        started_s = time.process_time()
        for state, moves in matches:
            for move in moves:
                state = apply(state, move)[0]
        best_s = min(best_s, time.process_time() - started_s)
    return number / best_s

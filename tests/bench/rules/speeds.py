"""How fast a game's rules are, in moves a second of one core: checked, read from JSON, shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from referee import library
from referee.contract import Game
from tests.bench.games import of_game
from tests.bench.rules.randomplay import play

MATCHES = 100
MOST_MOVES = 1000  # of a match: one of a trick game played without a hand has tens of thousands
ROUNDS = 5
GOALS = {"checked": 150_000, "read": 150_000, "shown": 20_000}  # where a game has no other

Made = Callable[[Any, Any], Any]  # what a move comes to in a state


class Speeds(msgspec.Struct, frozen=True):
    """Moves a CPU second: `checked` and ruled by ``apply``; the same of moves from JSON (`read`);
    and with what may be done then, what lies there, and what a stranger is shown (`shown`)."""

    checked: float
    read: float
    shown: float


def goal(name: str) -> Speeds:
    """Return how fast a game's rules are to be at least."""
    return Speeds(**{**GOALS, **of_game(name).get("rules", {})})


def speeds(
    name: str,
    options: dict[str, Any] | None = None,
    seats: int = 4,
    seed: int = 1,
    matches: int = MATCHES,
) -> Speeds:
    """Return how fast a game's rules are.

    The matches are random, and played beforehand. The best of a few rounds counts, as anything else
    that runs can only slow it; the kinds take turns, so that all are slowed alike.
    """
    game = library.game(name)
    complete, random = library.options(game, options), Random(seed)
    begun = game.rules.begin(complete, seats)
    played = [
        [step.move for step in play(game, complete, seats, random, MOST_MOVES)]
        for _ in range(matches)
    ]
    texts = [[msgspec.json.encode(move) for move in moves] for moves in played]
    kinds = {"checked": (game.rules.apply, played), "read": (_read(game), texts)}
    kinds["shown"] = (_shown(game), played)
    best_s = dict.fromkeys(kinds, float("inf"))
    for _ in range(ROUNDS):
        for kind, (make, rows) in kinds.items():
            best_s[kind] = min(best_s[kind], _seconds(make, begun, rows))
    number = sum(map(len, played))
    return Speeds(**{kind: number / best for kind, best in best_s.items()})


def _seconds(make: Made, begun: Any, rows: list[list[Any]]) -> float:
    started_s = time.process_time()
    for row in rows:
        state = begun
        for move in row:
            state = make(state, move)[0]
    return time.process_time() - started_s


def _read(game: Game[Any, Any, Any]) -> Made:
    apply = game.rules.apply

    def read(state: Any, text: bytes) -> Any:
        return apply(state, library.move(game, msgspec.json.decode(text)))

    return read


def _shown(game: Game[Any, Any, Any]) -> Made:
    def shown(state: Any, move: Any) -> Any:
        after, rulings = game.rules.apply(state, move)
        return (
            after,
            rulings,
            game.rules.offers(after),
            game.table.layout(after),
            game.shown.view(after, None),
        )

    return shown

"""Random legal play, by the offers alone: what must hold after every move of every game.

``COYOTE_MATCHES=1000`` plays a thousand matches of each game.
"""

from __future__ import annotations

import os
from importlib import import_module
from random import Random
from typing import Any

import pytest

from referee import library
from tests.bench.rules import speeds as bench
from tests.bench.rules.promises import check_move, check_secret, check_state, check_table
from tests.bench.rules.randomplay import play
from tests.referee.asks import presses_differ
from tests.referee.enough import matches
from tests.referee.known import known
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "3"))  # of each game, and more until all was seen
MOST_MOVES = 1_200  # of a match
LOOKED_AT = 0.2  # of the tables that moves leave; `coyote bench moves` looks at each


@pytest.mark.parametrize("name", library.names())
def test_every_phase_and_every_move_keeps_every_promise(name: str) -> None:
    game, own, random = library.game(name), known(name), Random(f"matches of {name}")
    rows = import_module(f"referee.{name}.flow").FLOW.rows
    wanted = {*rows, *game.rules.moves.values()}
    seen: set[Any] = set()
    for number in matches(MATCHES, lambda: wanted <= seen):
        plain, seats = own.settings(random)
        options = library.options(game, plain)
        counts = game.table.cards.counts(options)
        steps = list(play(game, options, seats, random, MOST_MOVES))
        before = game.rules.offers(steps[0].before)
        for step in steps:
            offers = game.rules.offers(step.after)
            own.check(step)
            check_move(game, counts, step, before, offers)
            check_secret(game, step, before, random)
            way = (type(step.before.phase), type(step.move))
            if way not in seen or random.random() < LOOKED_AT:
                check_table(game, counts, step, before)
            seen.update((way, type(step.move), type(step.after.phase)))
            before = offers
        for step in random.choices(steps, k=3):
            check_json(game, step)
            check_state(game, step, random)
            assert presses_differ(game.rules.offers(step.after))
        if number < MATCHES:
            check_undo_and_redo(game, options, seats, steps[:300], random)


@pytest.mark.parametrize("name", library.names())
def test_moves_from_json_are_ruled_nearly_as_fast_as_moves_are(name: str) -> None:
    # Where a move's type was sought in the union at every call they took seven times as long.
    speeds = bench.speeds(name, matches=1)
    assert speeds.checked / 3 < speeds.read
    assert 0 < speeds.shown < speeds.checked

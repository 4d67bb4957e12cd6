"""What is offered is what is taken: ``move in offers`` is true of exactly what ``apply`` takes.

Moves are made from the game's own schema, so that a new game is tested as it is: those that
are offered, the same with something changed, and any at all.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import Game, IllegalMove
from tests.bench.rules.randomplay import fill, play
from tests.breadth import breadth
from tests.referee.enough import matches
from tests.referee.known import known
from tests.referee.making import Maker

MATCHES = (
    int(os.environ.get("COYOTE_MATCHES", "180")) // 12
)  # of each game; in the gate a third of them
MOST_MOVES = 300  # of most matches: one of a game with many deals has thousands
MOVES = 6  # of each kind, at each of the states looked at


def taken(game: Game[Any, Any, Any], state: Any, move: Any) -> bool:
    """Tell whether ``apply`` takes a move."""
    try:
        game.rules.apply(state, move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("least", breadth([MATCHES // 3, MATCHES]))
@pytest.mark.parametrize("name", library.names())
def test_what_is_offered_is_what_is_taken(name: str, least: int) -> None:
    game = library.game(name)
    random = Random(f"agreement in {name}")
    seen: Counter[tuple[str, bool]] = Counter()
    every = {
        (move.__name__, is_taken)
        for move in game.rules.moves.values()
        for is_taken in (True, False)
    }
    for number in matches(least, lambda: every <= set(seen)):
        plain, seats = known(name).settings(random)
        options = library.options(game, plain)
        most = 3_000 if number % 8 == 0 else MOST_MOVES
        steps = list(play(game, options, seats, random, most))
        make = Maker(game, options, seats, random)
        rare = {  # else hundreds of matches are played until one of 20 states is of its kind
            type(step.move): step.before
            for step in steps
            if (type(step.move).__name__, True) not in seen
        }
        looked_at = [step.after for step in (*random.choices(steps, k=20), steps[-1])]
        for state in (*rare.values(), *looked_at):
            offers, kept = game.rules.offers(state), library.to_plain(state)
            offered = [library.move(game, fill(offer, random)) for offer in offers for _ in "ab"]
            moves = [make.any_move() for _ in range(MOVES)]
            moves += offered
            moves += [make.change(random.choice(offered)) for _ in range(MOVES) if offered]
            moves += [make.change(make.change(random.choice(offered))) for _ in "ab" if offered]
            for move in moves:
                is_taken = taken(game, state, move)
                assert (move in offers) == is_taken, (move, state)
                assert (library.to_plain(move) in offers) == is_taken
                seen[type(move).__name__, is_taken] += 1
            assert all(move in offers for move in offered)
            assert library.to_plain(state) == kept, "taken or refused, a move changes no state"
    assert set(seen) == every

"""Moves that come too late or too early: the refusal says what is true of this very state."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import IllegalMove
from tests.bench.rules.randomplay import choose
from tests.referee.known import known

READINGS = {"cards_read", "card_shown", "card_turned", "card_returned", "cards_corrected"}


@pytest.mark.parametrize("name", library.names())
def test_after_a_match_every_seats_move_is_refused_because_it_is_over(name: str) -> None:
    game, random = library.game(name), Random(f"late {name}")
    late: dict[str, list[dict[str, Any]]] = {}
    plain, seats = known(name).settings(random)
    state = game.rules.begin(library.options(game, plain), seats)
    while game.rules.outcome(state) is None:
        move = choose(game.rules.offers(state), random)
        late.setdefault(move["move"], []).append(move)
        state, _ = game.rules.apply(state, library.move(game, move))
    tried = [move for tag, made in late.items() if tag not in READINGS for move in made]
    for move in tried:
        for seat in range(seats):
            ours = {key: seat for key in ("seat", "player") if key in move}
            late_move = library.move(game, {**move, **ours})
            with pytest.raises(IllegalMove) as refusal:
                game.rules.apply(state, late_move)
            key = refusal.value.message.key.rpartition(".")[2]
            assert key in {"over", "out", "gone", "no_window", "nothing_to_end"}, move

"""What is said of those who leave, in every game where cards lie open before players."""

from __future__ import annotations

from random import Random

import pytest

from referee import library
from referee.contract import By
from tests.bench.rules.randomplay import choose
from tests.referee.known import known


@pytest.mark.parametrize("name", ["coup", "ogallala", "plenty_coups"])
def test_sl_17_all_that_lies_open_before_one_who_leaves_is_named_in_one_ruling(name: str) -> None:
    game, random, named = library.game(name), Random(f"who leaves {name}"), 0
    for _ in range(20):
        plain, seats = known(name).settings(random)
        state = game.rules.begin(library.options(game, plain), seats)
        for _ in range(random.randint(5, 60)):
            if game.rules.outcome(state) is None:
                state, _ = game.rules.apply(
                    state, library.move(game, choose(game.rules.offers(state), random))
                )
        leaves = [
            offer
            for offer in game.rules.offers(state)
            if offer.by is By.HOST and offer.move == "leave"
        ]
        for offer in leaves[:1]:
            open_ = [
                card.name for card in game.table.layout(state).cards if card.seat == offer.seat
            ]
            leave = library.move(game, {"move": "leave", "seat": offer.seat})
            params = [
                ruling.message.params
                for ruling in game.rules.apply(state, leave)[1]
                if ruling.rule == "SL-17"
            ]
            assert params == [{"seat": offer.seat, "cards": tuple(open_)}] * bool(open_)
            named += bool(open_)
    assert named > 3

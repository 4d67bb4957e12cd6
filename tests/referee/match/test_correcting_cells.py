"""A card of a grid set right where it lies: what named it later follows."""

from __future__ import annotations

from typing import Any

import pytest

from referee.actor import HOST
from referee.match.commands import Begin, Correct, Move, Undo
from referee.match.desk import Desk

PlainMove = dict[str, Any]


def lay(player: int, card: str, column: int, source: str = "pile", row: int = 0) -> PlainMove:
    cell = {"card": card, "row": row, "column": column}
    return {"move": "place", "player": player, "source": source, "laid": cell}


def take(move: str, player: int, target: int, card: str, column: int) -> PlainMove:
    cell = {"card": card, "row": 0, "column": column}
    return {"move": move, "player": player, "target": target, "taken": cell}


MOVES = [
    lay(0, "eagle", 0),
    lay(0, "warrior_b_red", 1),
    {"move": "discard", "player": 0, "cards": ["empty_bow"]},
    lay(1, "warrior_c_red", 0),
    lay(1, "lasso_red", 1),
    take("lasso", 1, 0, "eagle", 0),
    lay(1, "eagle", 2, "lasso"),
]


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.do(Begin("ogallala", {}, 2))
    for move in MOVES:
        desk.do(Move(move))
    return desk


def test_a_misread_card_of_a_grid_is_set_right_and_followed_to_where_it_went(desk: Desk) -> None:
    cards = {correction.cards for correction in desk.corrector().possible(2, 0)}
    assert ("fur",) in cards
    assert ("eagle",) not in cards
    assert ("mad_axe",) not in cards
    now = desk.do(Correct(2, 0, "fur"), HOST)
    assert now.state.territories[1].card_at(0, 2) == "fur"
    assert now.state.stock["eagle"] == 2
    assert desk.do(Undo()).state.territories[1].card_at(0, 2) == "eagle"

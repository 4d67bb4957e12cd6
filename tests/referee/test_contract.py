"""The contract itself: which answers an offer contains, and what a refusal says."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from referee import library
from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    AskSeat,
    Behind,
    Cell,
    Choice,
    IllegalMove,
    Message,
    Offer,
    Offers,
    Presentation,
    matches,
)
from referee.kit import SeatMove
from tests.bench.rules.randomplay import fill, play
from tests.referee.known import known
from tests.referee.making import Maker

LABEL = Message("label")
MOVES = 150  # of each game


def offered(move: str, seat: int | None = None, **fields: Any) -> Offers:
    return Offers((Offer(move, Presentation(LABEL), seat, **fields),), ())


@pytest.mark.parametrize(
    ("ask", "right", "wrong"),
    [
        (AskNumber("x", 2), [2, 3, 10**9], [1, -2, 2.0, True, "2", None]),
        (AskNumber("x", 2, 4), [2, 4], [5, 1]),
        (AskNumber("x", 300, 1200, step=100), [300, 1200], [200, 350, 301, 1300, 300.0]),
        (AskChoice("x", (Choice("a", LABEL), Choice("b", LABEL))), ["a", "b"], ["c", None, 1]),
        (AskSeat("x", (0, 2, 1)), [0, 2], [3, -1, "0", None, True, 1.0]),
        (
            AskCards("x", "mat", 1, 2, {"a": 1, "b": 2}),
            [["a"], ["b", "b"], ("a", "b")],
            [[], ["a", "a"], ["c"], ["a", "b", "b"], "a", None, 3],
        ),
        (
            AskCards("x", "mat", 2, 2, {"a": 1, "b": 2}, known=("b",)),
            [["a", "b"], ["b", "b"]],
            [["a"], ["b"], ["a", "a"]],
        ),
        (
            AskCards("x", "mat", 1, 1, {"a": 1, "b": 2}, brings={"a": 1}),
            [["b"], ["a"], ["a", "b"]],
            [["b", "b"], ["a", "b", "b"], []],
        ),
        (AskCards("x", "show", 0, 0, {}), [[]], [["a"]]),
        (
            AskPlace("x", "seat:1", (Cell("a", 0, 0),), {"b": ((0, 1), (1, -1))}),
            [{"card": "b", "row": 0, "column": 1}, {"card": "b", "row": 1, "column": -1}],
            [{"card": "a", "row": 0, "column": 1}, {"card": "b", "row": 0, "column": 0}, {}, "b"],
        ),
    ],
)
def test_offers_contain_what_answers_their_questions(
    ask: Ask, right: list[Any], wrong: list[Any]
) -> None:
    offers = offered("do", ask=(ask,))
    for value in right:
        assert {"move": "do", "x": value} in offers
    for value in wrong:
        assert {"move": "do", "x": value} not in offers
    for seed in range(20):
        assert fill(offers.items[0], Random(seed)) in offers
    (encoded,) = offers
    assert msgspec.json.decode(msgspec.json.encode(encoded), type=Offer) == encoded


def test_a_field_that_is_not_asked_for_is_not_offered() -> None:
    class Block(SeatMove, tag="block"):
        by: str = ""
        behind: tuple[Behind, ...] = ()

    asks = AskChoice("by", (Choice("duke", LABEL),))
    plain, named = offered("block", 1), offered("block", 1, optional=(asks,))
    assert Block(1) in plain
    assert Block(1) in named
    assert [matches(offer, Block(1, "duke")) for offer in (*plain, *named)] == [False, True]
    assert Block(1, "duke") not in plain
    assert Block(1, "duke") in named
    assert Block(1, "captain") not in named
    assert Block(1, behind=(Behind(2, 3.5),)) in plain, "how it came about is left out of account"
    assert {"move": "block", "seat": 1, "by": None} in plain
    assert {"move": "block", "seat": 1, "by": ""} not in plain
    assert {"move": "block", "seat": 1, "loudly": True} not in plain


def test_cards_come_from_the_discards_once_all_others_lie_there() -> None:
    ask = AskCards("x", "mat", 2, 4, {"a": 2, "b": 1}, discards={"a": 1, "c": 2})
    assert all(ask.fits(cards) for cards in ("ab", "aab", "aaba", "aabc"))
    assert not any(ask.fits(cards) for cards in ("ac", "aac", "aaa", "abcc", "aabb"))
    assert ask.limit(3) == {"a": 2, "b": 1}
    assert ask.limit(4) == ask.limit() == {"a": 3, "b": 1, "c": 2}


@pytest.mark.parametrize("name", library.names())
def test_a_move_is_taken_if_and_only_if_it_is_offered(name: str) -> None:
    """Moves are made at random from the game's own schema, or changed in one field."""
    game, random = library.game(name), Random(f"any move of {name}")
    plain, seats = known(name).settings(random)
    options = library.options(game, plain)
    maker = Maker(game, options, seats, random)
    for step in play(game, options, seats, random, MOVES):
        offers = game.rules.offers(step.before)
        for move in (maker.any_move(), maker.change(step.move)):
            try:
                game.rules.apply(step.before, move)
            except IllegalMove:
                assert move not in offers
            else:
                assert move in offers

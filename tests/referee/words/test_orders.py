"""Orders to people: what one move tells them to do with which cards, read from the English text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from referee import library, words
from referee.contract import Message
from tests.bench.rules.randomplay import choose
from tests.referee.known import known

MOVES = 300
ORDER = re.compile(r"(?:^|[.:!] |,? and )(put|shuffle|discard|take|turn|draw)\b([^.:]*)", re.I)
ALL = re.compile(r"(all|these)\b.*\bcards\b")


def exclusive_orders(messages: Sequence[Message], to: int | None = None) -> list[tuple[str, str]]:
    """Return each pair of orders to one person that cannot both be obeyed.

    An order about all of the cards leaves none for another order. No card can go two ways.
    """
    orders = [list(orders_in(message, to)) for message in messages]
    return [
        (f"{verb} {cards}", f"{other} {others}")
        for earlier, later in combinations(orders, 2)
        for verb, cards in earlier
        for other, others in later
        if verb != other and (cards == others or ALL.match(cards) or ALL.match(others))
    ]


def orders_in(message: Message, to: int | None) -> Iterator[tuple[str, str]]:
    """Yield the verb and the cards of each order in a message as `to` reads it."""
    for verb, cards in ORDER.findall(words.say(message, to=to)):
        yield verb.lower(), cards.strip()


@pytest.mark.parametrize("name", library.names())
def test_no_two_orders_of_one_move_exclude_each_other(name: str) -> None:
    game, random = library.game(name), Random(f"orders {name}")
    state = None
    for _ in range(MOVES):
        if state is None or game.rules.outcome(state) is not None:
            plain, seats = known(name).settings(random)
            state = game.rules.begin(library.options(game, plain), seats)
        move = library.move(game, choose(game.rules.offers(state), random))
        state, rulings = game.rules.apply(state, move)
        view, pending = game.shown.view(state, None), game.table.pending(state)
        now = (view.phase, view.focus.label, *(action.message for action in pending))
        for to in (None, *range(seats)):
            results = [ruling.message for ruling in rulings if ruling.only in (None, to)]
            assert exclusive_orders((*results, *now), to) == []

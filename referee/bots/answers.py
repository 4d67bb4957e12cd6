"""The moves that an offer allows to a player with certain cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import ceil
from typing import Any

import msgspec

from referee.contract import Ask, AskCards, AskChoice, AskNumber, AskPlace, AskSeat, Offer

MOST_NUMBERS = 20  # Of more numbers than this, a bot only considers some, evenly spread.


def moves_of(kinds: Mapping[str, type], offer: Offer, cards: Sequence[str]) -> Iterator[Any]:
    """Yield the moves of an offer whose new cards are among `cards`.

    `kinds` are the types of the moves by tag. Optional questions stay unanswered.
    """
    for answers in product(*(list(_answers(ask, cards)) for ask in offer.ask)):
        fields = zip((ask.field for ask in offer.ask), answers, strict=True)
        yield msgspec.convert(offer.fill(**dict(fields)), kinds[offer.move])


def _answers(ask: Ask, cards: Sequence[str]) -> Iterator[Any]:
    match ask:
        case AskNumber():
            yield from _numbers(ask)
        case AskChoice():
            yield from (choice.value for choice in ask.choices)
        case AskSeat():
            yield from ask.seats
        case AskCards():
            yield from _sets_of_cards(ask, cards)
        case AskPlace():
            for card in dict.fromkeys(cards):
                for row, column in ask.places.get(card, ()):
                    yield {"card": card, "row": row, "column": column}


def _numbers(ask: AskNumber) -> Sequence[int]:
    most = ask.least + (MOST_NUMBERS - 1) * ask.step if ask.most is None else ask.most
    numbers = range(ask.least, most + 1, ask.step)
    return numbers[:: max(1, ceil(len(numbers) / MOST_NUMBERS))]


def _sets_of_cards(ask: AskCards, cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the known cards together with new ones, each set of new ones once."""
    known = len(ask.known)
    new = Counter(cards) & (Counter(ask.limit()) - Counter(ask.known))
    held = sorted(new.elements())
    for count in range(max(0, ask.least - known), min(ask.most - known, len(held)) + 1):
        for some in dict.fromkeys(combinations(held, count)):
            if ask.fits(answer := (*ask.known, *some)):
                yield answer

"""The open questions of offers: what may answer them, and all answers that bots consider."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil
from typing import Any

import msgspec

from referee.table import cell_name
from referee.values import Frozen, Message

MOST_NUMBERS = 20  # Of more numbers than this, a bot only considers some, evenly spread.


class Choice(Frozen):
    """A possible answer: its value, its label, and a short description of its effect."""

    value: str
    label: Message
    effect: Message | None = None


class AskNumber(Frozen, tag="number", tag_field="kind"):
    """Asks for a whole number from `least` to `most` (None: no limit) for `field`.

    The number is `least` plus a multiple of `step`. For instance, an amount in notes of 100 has a
    step of 100.
    """

    field: str
    least: int
    most: int | None = None
    step: int = 1


class AskChoice(Frozen, tag="choice", tag_field="kind"):
    """Asks for one of `choices` for `field`."""

    field: str
    choices: tuple[Choice, ...]


class AskSeat(Frozen, tag="seat", tag_field="kind"):
    """Asks for one of `seats` for `field`."""

    field: str
    seats: tuple[int, ...]


class AskCards(Frozen, tag="cards", tag_field="kind"):
    """Asks for cards for `field`: at least `least`, and of each card no more than in `possible`.

    The cards are in `zone` ("mat" means anywhere, "seats" in front of any seat). The answer must
    include the `known` cards. It may have `most` cards, plus the number in `brings` for each such
    card in it: a card that draws may already have another next to it. If the answer has more cards
    than `possible` allows in all, the pile ran out, and the rest comes from the shuffled
    `discards`.
    """

    field: str
    zone: str
    least: int
    most: int
    possible: dict[str, int]
    known: tuple[str, ...] = ()
    brings: dict[str, int] = msgspec.field(default_factory=dict)
    discards: dict[str, int] = msgspec.field(default_factory=dict)

    def fits(self, cards: Sequence[str]) -> bool:
        """Whether `cards`, by their canonical names, are a valid answer."""
        if not self.least <= len(cards) <= self.max_count(cards):
            return False
        limit = self.limit(len(cards))
        number = Counter(cards)
        if any(number[card] > limit.get(card, 0) for card in number):
            return False
        if any(number[name] < self.known.count(name) for name in self.known):
            return False
        beyond = sum(max(0, number[card] - self.possible.get(card, 0)) for card in number)
        return beyond <= self._beyond(len(cards))

    def max_count(self, cards: Iterable[str]) -> int:
        """Return the maximum size of an answer that includes `cards`."""
        return self.most + sum(self.brings.get(card, 0) for card in cards)

    def limit(self, count: int | None = None) -> dict[str, int]:
        """Return how often each card may occur in an answer of `count` cards, or of any size."""
        if count is not None and not self._beyond(count):
            return self.possible
        return dict(Counter(self.possible) + Counter(self.discards))

    def _beyond(self, count: int) -> int:
        """Return how many cards of an answer of `count` cards come from the discards."""
        return max(0, count - sum(self.possible.values())) if self.discards else 0


class Cell(Frozen):
    """A card in a grid. Rows count down and columns to the right, from any origin."""

    card: str
    row: int
    column: int


Places = dict[str, tuple[tuple[int, int], ...]]  # The possible cells (row, column) of each card.


class AskPlace(Frozen, tag="place", tag_field="kind"):
    """Asks for one new card and its cell in a grid, as a `Cell` for `field`.

    `places` has the possible cells for each possible card. `known` are the cards already in the
    grid, which must stay. If the new card pushes some of them aside, `known` has their new cells.

    With `leaves`, a card is taken out of the grid instead. Then `places` has the cards that may be
    taken, and `known` has all cards.
    """

    field: str
    zone: str
    known: tuple[Cell, ...]
    places: Places
    leaves: bool = False

    def names(self) -> dict[str, tuple[str, ...]]:
        """Return the names of each card's possible cells, in the order of `places`.

        Columns are counted from the leftmost card in the grid.
        """
        lying = {(cell.row, cell.column) for cell in self.known}
        cells = lying.union(*self.places.values())
        left = min((column for _, column in lying or cells), default=0)
        top = min((row for row, _ in cells if row < 0), default=0)
        called = {(row, column): cell_name((row - top, column), left) for row, column in cells}
        return {card: tuple(called[at] for at in there) for card, there in self.places.items()}


Ask = AskNumber | AskChoice | AskSeat | AskCards | AskPlace


def is_answer(ask: Ask, value: Any) -> bool:
    """Whether a value answers a question."""
    match ask:
        case AskNumber():
            within = (
                _whole(value) and ask.least <= value and (ask.most is None or value <= ask.most)
            )
            return within and (value - ask.least) % ask.step == 0
        case AskChoice():
            return any(choice.value == value for choice in ask.choices)
        case AskSeat():
            return _whole(value) and value in ask.seats
        case AskCards():
            cards = () if value is None else value
            return isinstance(cards, list | tuple) and ask.fits(cards)
        case AskPlace():
            if not isinstance(value, Mapping):
                return False
            places = ask.places.get(value.get("card", ""), ())
            return (value.get("row"), value.get("column")) in places


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def every_answer(ask: Ask, cards: Sequence[str] | None) -> Iterator[Any]:
    """Yield the answers to a question whose new cards are among `cards`, or all answers."""
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
            for card in ask.places if cards is None else dict.fromkeys(cards):
                for row, column in ask.places.get(card, ()):
                    yield {"card": card, "row": row, "column": column}


def _numbers(ask: AskNumber) -> Sequence[int]:
    most = ask.least + (MOST_NUMBERS - 1) * ask.step if ask.most is None else ask.most
    numbers = range(ask.least, most + 1, ask.step)
    return numbers[:: max(1, ceil(len(numbers) / MOST_NUMBERS))]


def _sets_of_cards(ask: AskCards, cards: Sequence[str] | None) -> Iterator[tuple[str, ...]]:
    """Yield the known cards together with new ones, each set of new ones once."""
    if ask.least == ask.most == 1 and not ask.known and not ask.brings:  # Mostly so, and quick.
        some = dict.fromkeys(ask.possible if cards is None else cards)
        yield from ((card,) for card in some if ask.possible.get(card))
        return
    known, new = len(ask.known), Counter(ask.limit()) - Counter(ask.known)
    held = sorted((new if cards is None else new & Counter(cards)).elements())
    for count in range(max(0, ask.least - known), min(ask.most - known, len(held)) + 1):
        for more in dict.fromkeys(combinations(held, count)):
            if ask.fits(answer := (*ask.known, *more)):
                yield answer

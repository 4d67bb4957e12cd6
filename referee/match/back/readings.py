"""The readings in the moves of a match: cards, answered question and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from referee.contract import AskCards, AskPlace, Cell, Game, IllegalMove, Message, Offer, matches
from referee.match.log import AppliedMove


class Reading(NamedTuple):
    """The reading of a move: the question, the cards by canonical name, and the pictures' ids."""

    ask: AskCards
    cards: tuple[str, ...]
    proof: tuple[str, ...]


class Readings:
    """The readings of the moves `made`, in order, in a match that began in the state `begun`."""

    def __init__(self, game: Game[Any, Any, Any], begun: Any, made: Sequence[AppliedMove]) -> None:
        self.made = made
        self._game, self._begun = game, begun
        self._found: dict[int, Reading | None] = {}

    def index(self, of: int) -> int:
        """Return the index of the move in entry `of`. Raise `IllegalMove` if it made none."""
        for index, made in enumerate(self.made):
            if made.entry.seq == of:
                return index
        raise IllegalMove("desk", Message("desk.no_such_card"))

    def state_before(self, index: int) -> Any:
        """Return the state in which a move was made."""
        return self.made[index - 1].state if index else self._begun

    def reading(self, index: int) -> Reading:
        """Return the reading of a move. Raise `IllegalMove` if it read no cards."""
        reading = self.find(index)
        if reading is None:
            raise IllegalMove("desk", Message("desk.no_such_card"))
        return reading

    def find(self, index: int) -> Reading | None:
        """Return the reading of a move, or None if it read no cards."""
        if index not in self._found:
            move, read = self.made[index].entry.move, None
            ask = answered_ask(self._game, self.state_before(index), move)
            if ask is not None:
                cards = tuple(map(self._game.table.cards.name, cards_of(move)))
                proof = getattr(move, "proof", ())
                read = Reading(ask, cards, proof if len(proof) == len(cards) else ())
            self._found[index] = read
        return self._found[index]

    def origin(self, of: int, at: int) -> tuple[int, int]:
        """Return the index of the move that first read the card `at` of entry `of`.

        The second value is the card's index in that reading. Raise `IllegalMove` if there is no
        such card.
        """
        origin = self.index(of), at
        while (earlier := self._earlier(*origin)) is not None:
            origin = earlier
        return origin

    def _earlier(self, index: int, at: int) -> tuple[int, int] | None:
        """Return an earlier move that had read the card `at` of a move, and its index in that."""
        read = self.reading(index)
        if not 0 <= at < len(read.cards):
            raise IllegalMove("desk", Message("desk.no_such_card"))
        card = read.cards[at]
        alike = [place for place, name in enumerate(read.cards) if name == card]
        seen = {place: self._earlier_with_picture(index, read, place) for place in alike}
        # A card with an earlier picture was already known.
        alike.sort(key=lambda place: seen[place] is None)
        if at not in alike[: read.ask.known.count(card)]:
            return None
        return seen[at] or self._earlier_with_name(index, card)

    def _earlier_with_picture(
        self, index: int, read: Reading, place: int
    ) -> tuple[int, int] | None:
        """Return an earlier reading of the same picture, and the card's index in it, or None."""
        picture = read.proof[place] if read.proof else None
        for earlier in range(index - 1, -1, -1) if picture else ():
            reading = self.find(earlier)
            if reading and picture in reading.proof:
                return earlier, reading.proof.index(picture)
        return None

    def _earlier_with_name(self, index: int, card: str) -> tuple[int, int] | None:
        """Return the latest earlier reading that first read a card of that name, or None.

        The second value is the card's index in that reading.
        """
        for earlier in range(index - 1, -1, -1):
            reading = self.find(earlier)
            if reading and reading.cards.count(card) > reading.ask.known.count(card):
                places = [place for place, name in enumerate(reading.cards) if name == card]
                return earlier, places[-1]
        return None


def cards_of(move: Any) -> tuple[str, ...]:
    """Return the cards that a move names: all that it read, or the card in its cell."""
    cards = getattr(move, "cards", None)
    if isinstance(cards, tuple):
        return cards
    values = (getattr(move, name) for name in getattr(move, "__struct_fields__", ()))
    return tuple(value.card for value in values if isinstance(value, Cell))


def with_cards(move: Any, field: str, cards: tuple[str, ...]) -> Any:
    """Return the move with other cards in a field. A card in a cell keeps its cell."""
    was = getattr(move, field)
    value = Cell(cards[0], was.row, was.column) if isinstance(was, Cell) else cards
    return msgspec.structs.replace(move, **{field: value})


def answered_ask(game: Game[Any, Any, Any], state: Any, move: Any) -> AskCards | None:
    """Return the question that a move's cards answer, or None if it reads no cards."""
    tag = move.__struct_config__.tag
    for offer in game.rules.offers(state) if cards_of(move) or hasattr(move, "cards") else ():
        if offer.move != tag or offer.seat not in (None, move.mover):
            continue
        for ask in offer.ask:
            if isinstance(ask, AskCards) and isinstance(getattr(move, ask.field, None), tuple):
                return ask
            if isinstance(ask, AskPlace) and _has_given_fields(move, offer):
                return _ask_in_cell(ask, getattr(move, ask.field))
        if "cards" in offer.given and matches(offer, move):  # Only this card is possible.
            only = Counter(offer.given["cards"])
            return AskCards("cards", "", only.total(), only.total(), only)
    return None


def _has_given_fields(move: Any, offer: Offer) -> bool:
    """Whether a move has an offer's given fields, because offers in one zone differ in these."""
    given = offer.given.items()
    return all(msgspec.to_builtins(getattr(move, name)) == value for name, value in given)


def _ask_in_cell(ask: AskPlace, cell: Cell) -> AskCards:
    """Return the question of which possible card lies in a cell."""
    at = (cell.row, cell.column)
    possible = {card: 1 for card, cells in ask.places.items() if at in cells}
    return AskCards(ask.field, ask.zone, 1, 1, possible)

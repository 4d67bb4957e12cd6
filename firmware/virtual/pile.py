"""The cards of the virtual table that nobody holds: a draw pile and the discards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec


class Pile(msgspec.Struct, omit_defaults=True):
    """The cards that nobody holds. `faces` maps every id to its card.

    The other fields list ids: the draw pile (top card last), the discards, and the cards set aside.
    If a mat has several piles, `heights` is the number of cards in each, and `draw` begins with the
    first pile. After a shuffle, or after a card was taken by name, the cards are divided among the
    piles again. A card that leaves the pile gets a new id, so that its id does not reveal its old
    place. `ids` counts the ids given out so far.
    """

    faces: dict[str, str] = {}
    draw: list[str] = []
    discards: list[str] = []
    aside: list[str] = []  # Ids of cards that are not dealt but can be picked up.
    heights: list[int] = []
    ids: int = 0

    @classmethod
    def new(cls, counts: Mapping[str, int]) -> Pile:
        """Return a whole deck in order.

        >>> Pile.new({"20": 1, "6": 2}).faces
        {'c1': '20', 'c2': '6', 'c3': '6'}
        """
        cards = [card for card, count in counts.items() for _ in range(count)]
        faces = {f"c{number}": card for number, card in enumerate(cards, start=1)}
        return cls(faces, list(faces))

    @property
    def any_left(self) -> bool:
        """Whether a card can be drawn, if necessary from the discards."""
        return bool(self.draw or self.discards)

    def new_id(self, card: str) -> str:
        """Give a card a new id and return it."""
        self.ids += 1
        new = f"d{self.ids}"
        self.faces[new] = self.faces.pop(card)
        return new

    def split(self, count: int) -> None:
        """Split the pile into `count` piles of about the same height. 0 means one pile."""
        least, more = divmod(len(self.draw), max(count, 1))
        self.heights = [least + (number < more) for number in range(count)]

    def shuffle(self, chance: random.Random) -> None:
        chance.shuffle(self.draw)
        self.split(len(self.heights))

    def gather(self, chance: random.Random) -> None:
        """Shuffle the discards into the pile."""
        self.draw += self.discards
        self.discards = []
        self.shuffle(chance)

    def return_set_aside(self) -> None:
        """Put the set-aside cards on the pile, so that the next shuffle includes them."""
        self.draw += self.aside
        self.aside = []

    def set_aside(self, cards: Sequence[str]) -> None:
        """Set aside the cards of these names: take them out of the pile."""
        left = [card for card in self.draw if self.faces[card] in cards]
        self.draw = [card for card in self.draw if card not in left]
        aside = sorted([*self.aside, *left], key=lambda one: cards.index(self.faces[one]))
        self.aside = [self.new_id(card) for card in aside]
        self.split(len(self.heights))

    def put_back(self, cards: Iterable[str], chance: random.Random) -> None:
        """Shuffle cards back into the pile that were never in play."""
        self.draw += cards
        self.shuffle(chance)

    def take_top(self, chance: random.Random, pile: int | None = None) -> str:
        """Take the top card of a pile. If `pile` is None, use the highest pile.

        If the draw pile is empty, shuffle the discards first. Raise `LookupError` if no card is
        left, or if that pile is empty.
        """
        if not self.draw:
            self.gather(chance)
        if not self.draw:
            raise LookupError("pile")
        if not self.heights:
            return self.new_id(self.draw.pop())
        if pile is None:
            pile = max(range(len(self.heights)), key=self.heights.__getitem__)
        if not 0 <= pile < len(self.heights) or not self.heights[pile]:
            raise LookupError(f"pile:{pile}")
        card = self.draw.pop(sum(self.heights[: pile + 1]) - 1)
        self.heights[pile] -= 1
        return self.new_id(card)

    def take_named(self, card: str) -> str:
        """Take a card by name from the pile, the discards or the set-aside cards. Raise
        `LookupError` if it is not there.
        """
        for cards in (self.draw, self.discards, self.aside):
            for item in cards:
                if self.faces[item] == card:
                    cards.remove(item)
                    self.split(len(self.heights))
                    return self.new_id(item)
        raise LookupError(card)

"""The cards of the virtual table that nobody holds: a pile to draw from, and the discards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec


class Pile(msgspec.Struct, omit_defaults=True):
    """Every card by its id, and the ids in the pile (its top last), discarded and left out."""

    faces: dict[str, str] = {}
    draw: list[str] = []
    discards: list[str] = []
    aside: list[str] = []  # left out of the deal, and at hand

    @classmethod
    def new(cls, counts: Mapping[str, int]) -> Pile:
        """Return a whole deck, in order.

        >>> Pile.new({"20": 1, "6": 2}).faces
        {'c1': '20', 'c2': '6', 'c3': '6'}
        """
        cards = [card for card, count in counts.items() for _ in range(count)]
        faces = {f"c{number}": card for number, card in enumerate(cards, start=1)}
        return cls(faces, list(faces))

    @property
    def any_left(self) -> bool:
        """Tell whether a card can be turned up, if need be from the discards."""
        return bool(self.draw or self.discards)

    def shuffle(self, chance: random.Random) -> None:
        """Shuffle the pile."""
        chance.shuffle(self.draw)

    def gather(self, chance: random.Random) -> None:
        """Shuffle the discards into the pile."""
        self.draw += self.discards
        self.discards = []
        self.shuffle(chance)

    def take_in(self) -> None:
        """Put what was left out on the pile, to be shuffled."""
        self.draw += self.aside
        self.aside = []

    def leave_out(self, cards: Sequence[str]) -> None:
        """Set the cards of these names aside, out of the pile."""
        left = [one for one in self.draw if self.faces[one] in cards]
        self.aside = sorted([*self.aside, *left], key=lambda one: cards.index(self.faces[one]))
        self.draw = [one for one in self.draw if one not in left]

    def put_back(self, cards: Iterable[str], chance: random.Random) -> None:
        """Shuffle cards that were not played back into the pile."""
        self.draw += cards
        self.shuffle(chance)

    def turn_up(self, chance: random.Random) -> str:
        """Take the top card; an empty pile is made anew from the discards.

        Raises `LookupError` where no card is left at all.
        """
        if not self.draw:
            self.gather(chance)
        if not self.draw:
            raise LookupError("pile")
        return self.draw.pop()

    def find(self, card: str) -> str:
        """Take a card by its name that lies nowhere on the mat; raises `LookupError`."""
        for cards in (self.draw, self.discards, self.aside):
            for one in cards:
                if self.faces[one] == card:
                    cards.remove(one)
                    return one
        raise LookupError(card)

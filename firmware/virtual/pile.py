"""The cards of the virtual table that nobody holds: a pile to draw from, and the discards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec


class Pile(msgspec.Struct, omit_defaults=True):
    """Every card by its id, and the ids in the pile (its top last), discarded and left out.

    Where a mat has room for several piles, `heights` says how many cards each has: the first lies
    first in `draw`. What is shuffled, or taken out by name, parts them anew. A card that leaves the
    pile has a new id: an id tells nothing of what lay or was held before; `ids` are so many.
    """

    faces: dict[str, str] = {}
    draw: list[str] = []
    discards: list[str] = []
    aside: list[str] = []  # left out of the deal, and at hand
    heights: list[int] = []
    ids: int = 0

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

    def new_id(self, card: str) -> str:
        """Give a card another id; return that."""
        self.ids += 1
        new = f"d{self.ids}"
        self.faces[new] = self.faces.pop(card)
        return new

    def split(self, count: int) -> None:
        """Part the pile into so many, about as high as each other; with 0 it is one."""
        least, more = divmod(len(self.draw), max(count, 1))
        self.heights = [least + (number < more) for number in range(count)]

    def shuffle(self, chance: random.Random) -> None:
        """Shuffle the pile."""
        chance.shuffle(self.draw)
        self.split(len(self.heights))

    def gather(self, chance: random.Random) -> None:
        """Shuffle the discards into the pile."""
        self.draw += self.discards
        self.discards = []
        self.shuffle(chance)

    def return_set_aside(self) -> None:
        """Put what was left out on the pile, to be shuffled."""
        self.draw += self.aside
        self.aside = []

    def set_aside(self, cards: Sequence[str]) -> None:
        """Set the cards of these names aside, out of the pile."""
        left = [card for card in self.draw if self.faces[card] in cards]
        self.draw = [card for card in self.draw if card not in left]
        aside = sorted([*self.aside, *left], key=lambda one: cards.index(self.faces[one]))
        self.aside = [self.new_id(card) for card in aside]
        self.split(len(self.heights))

    def put_back(self, cards: Iterable[str], chance: random.Random) -> None:
        """Shuffle cards that were not played back into the pile."""
        self.draw += cards
        self.shuffle(chance)

    def take_top(self, chance: random.Random, pile: int | None = None) -> str:
        """Take the top card of one of several piles, or of the highest.

        Without a card left the discards are shuffled. Raises `LookupError` where no card is left at
        all, or none in that pile.
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
        """Take a card by its name that lies nowhere on the mat; raises `LookupError`."""
        for cards in (self.draw, self.discards, self.aside):
            for one in cards:
                if self.faces[one] == card:
                    cards.remove(one)
                    self.split(len(self.heights))
                    return self.new_id(one)
        raise LookupError(card)

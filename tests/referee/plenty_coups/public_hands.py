"""Public knowledge of the hands: the cards that everybody saw a tribe take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tests.referee.models.plenty_coups import Card, Table


class PublicHands:
    """The cards in each hand that everybody saw. The other cards may be any unseen ones."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known: list[list[Card]] = [[] for _ in table.tribes]

    def took(self, who: int, cards: Iterable[Card]) -> None:
        """Note cards taken from the market."""
        self.known[who] += cards

    def played(self, who: int, cards: Iterable[Card]) -> None:
        """Note played cards. They were known ones, if the hand had such."""
        for card in cards:
            if card in self.known[who]:
                self.known[who].remove(card)

    def forget(self, *tribes: int) -> None:
        """Note that hidden cards passed between hands."""
        for who in tribes:
            self.known[who] = []

    def unknown(self, who: int) -> int:
        return len(self.table.tribes[who].hand) - len(self.known[who])

    def unseen(self) -> Counter[Card]:
        """Return the unseen cards in the pile and in hands."""
        cards = Counter(self.table.pile)
        for who, tribe in enumerate(self.table.tribes):
            cards += Counter(tribe.hand) - Counter(self.known[who])
        return cards

    def possible(self, who: int) -> Counter[Card]:
        """Return the cards that a hand may hold, with their counts."""
        most = self.unknown(who)
        counter = Counter(self.known[who])
        for card, count in self.unseen().items():
            counter[card] += min(count, most)
        return +counter

    def jointly(self, who: int, cards: Iterable[Card], unseen: Counter[Card]) -> bool:
        """Whether a hand may hold all these cards at once, given the unseen ones (PC-82)."""
        beyond = Counter(cards) - Counter(self.known[who])
        return beyond.total() <= self.unknown(who) and all(
            count <= unseen[card] for card, count in beyond.items()
        )

"""What everybody at a table of Plenty Coups knows of the hands, by what was seen of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tests.referee.models.plenty_coups import Card, Table


class Deduced:
    """The cards of each hand that were seen to come into it; the rest may be any unseen."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known: list[list[Card]] = [[] for _ in table.tribes]

    def took(self, who: int, cards: Iterable[Card]) -> None:
        """Note cards taken from the market."""
        self.known[who] += cards

    def played(self, who: int, cards: Iterable[Card]) -> None:
        """Note cards laid down: one that was seen, where such a card was."""
        for card in cards:
            if card in self.known[who]:
                self.known[who].remove(card)

    def show(self, who: int, card: Card) -> None:
        """Note a card that was laid and may be taken back."""
        if card not in self.known[who]:
            self.known[who].append(card)

    def forget(self, *tribes: int) -> None:
        """Note that unseen cards passed between hands."""
        for who in tribes:
            self.known[who] = []

    def unknown(self, who: int) -> int:
        return len(self.table.tribes[who].hand) - len(self.known[who])

    def unseen(self) -> Counter[Card]:
        """Return the cards in the pile and in hands that were not seen."""
        cards = Counter(self.table.pile)
        for who, tribe in enumerate(self.table.tribes):
            cards += Counter(tribe.hand) - Counter(self.known[who])
        return cards

    def possible(self, who: int) -> Counter[Card]:
        """Return the cards that a hand may hold, and how many of each."""
        most = self.unknown(who)
        found = Counter(self.known[who])
        for card, count in self.unseen().items():
            found[card] += min(count, most)
        return +found

    def jointly(self, who: int, cards: Iterable[Card], unseen: Counter[Card]) -> bool:
        """Tell whether a hand may hold cards all at once, by those unseen (PC-82)."""
        beyond = Counter(cards) - Counter(self.known[who])
        return beyond.total() <= self.unknown(who) and all(
            count <= unseen[card] for card, count in beyond.items()
        )

"""A trick: who leads, what must be followed, who takes it."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP, strength, suit_of


@lru_cache(maxsize=1024)
def _best(cards: tuple[str, ...], suit: str) -> int:
    """Return in which place the card lies that takes a trick."""
    if COUP in cards:
        return cards.index(COUP)
    return cards.index(max([card for card in cards if card[-1] == suit], key=strength))


_ROUND = {  # by how many seats and who leads: all in order
    seats: tuple(tuple((leader + step) % seats for step in range(seats)) for leader in range(seats))
    for seats in range(3, 5)
}


class Trick(Frozen):
    """The cards of a trick in the order in which they were played, to the left of its leader.

    `suit` is the one to follow: that of the card led, or the one named with a led Coup card;
    empty before the lead, and where anyone may play anything. `proofs` are the ids of the cards'
    pictures, in the same order, empty for a card that was typed; the last ones may be missing.
    """

    leader: int
    cards: tuple[str, ...] = ()
    suit: str = ""
    proofs: tuple[str, ...] = ()

    def due(self, seats: int) -> int:
        """Return whose turn it is, or would be."""
        return (self.leader + len(self.cards)) % seats

    def player(self, place: int, seats: int) -> int:
        """Return who played the card in that place."""
        return (self.leader + place) % seats

    def players(self, seats: int) -> tuple[int, ...]:
        """Return who plays in each place."""
        return _ROUND[seats][self.leader]

    def place(self, seat: int, seats: int) -> int:
        """Return in which place a seat plays."""
        return (seat - self.leader) % seats

    def card(self, seat: int, seats: int) -> str:
        """Return what a seat played, or nothing."""
        place = self.place(seat, seats)
        return self.cards[place] if place < len(self.cards) else ""

    def plus(self, card: str, proof: str = "") -> Trick:
        """Return the trick with one more card; the first one gives the suit (CE-23)."""
        proofs = self.proofs
        if proof:
            proofs = (*proofs, *("",) * (len(self.cards) - len(proofs)), proof)
        suit = self.suit if self.cards else suit_of(card)
        return Trick(self.leader, (*self.cards, card), suit, proofs)

    def pictures(self) -> tuple[str, ...]:
        """Return the ids of the pictures that there are of its cards."""
        return tuple(proof for proof in self.proofs if proof)

    def follows(self, card: str) -> bool:
        """Tell whether a card answers the suit to follow; the Coup card always does (CE-24)."""
        return not self.cards or not self.suit or card == COUP or card[-1] == self.suit

    def winner(self, seats: int) -> int:
        """Return who takes the trick: the Coup card, else the highest of the suit (CE-23, 24)."""
        return (self.leader + _best(self.cards, self.suit)) % seats

    def until(self, place: int) -> Trick:
        """Return the trick as it was before the card in that place."""
        suit = self.suit if place else ""
        return Trick(self.leader, self.cards[:place], suit, self.proofs[:place])

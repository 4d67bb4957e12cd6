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


@lru_cache
def in_turn(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in the order of play, from `first` to the left.

    >>> in_turn(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((first + step) % seats for step in range(seats))


class Trick(Frozen):
    """The cards of a trick in the order in which they were played, to the left of its leader.

    `suit` is the one to follow: that of the card led, or the one named with a led Coup card;
    empty before the lead, and where anyone may play anything. `proofs` are the ids of the cards'
    pictures, in the same order, empty for a card that was typed; the last ones may be missing.
    """

    leader: int
    seats: int
    cards: tuple[str, ...] = ()
    suit: str = ""
    proofs: tuple[str, ...] = ()

    @property
    def due(self) -> int:
        """Whose turn it is, or would be."""
        return (self.leader + len(self.cards)) % self.seats

    @property
    def is_full(self) -> bool:
        """Whether everybody played to it."""
        return len(self.cards) == self.seats

    @property
    def winner(self) -> int:
        """Who takes it: the Coup card, else the highest of the suit (CE-23, CE-24)."""
        return (self.leader + _best(self.cards, self.suit)) % self.seats

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays in each place."""
        return in_turn(self.leader, self.seats)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The ids of the pictures that there are of its cards."""
        return tuple(proof for proof in self.proofs if proof)

    def place(self, seat: int) -> int:
        """Return in which place a seat plays."""
        return (seat - self.leader) % self.seats

    def card(self, seat: int) -> str:
        """Return what a seat played, or nothing."""
        place = self.place(seat)
        return self.cards[place] if place < len(self.cards) else ""

    def plus(self, card: str, proof: str = "") -> Trick:
        """Return the trick with one more card; the first one gives the suit (CE-23)."""
        proofs = self.proofs
        if proof:
            proofs = (*proofs, *("",) * (len(self.cards) - len(proofs)), proof)
        suit = self.suit if self.cards else suit_of(card)
        return Trick(self.leader, self.seats, (*self.cards, card), suit, proofs)

    def follows(self, card: str) -> bool:
        """Tell whether a card answers the suit to follow; the Coup card always does (CE-24)."""
        return not self.cards or not self.suit or card == COUP or card[-1] == self.suit

    def until(self, place: int) -> Trick:
        """Return the trick as it was before the card in that place."""
        suit = self.suit if place else ""
        return Trick(self.leader, self.seats, self.cards[:place], suit, self.proofs[:place])

"""A trick: who leads it, which suit the others must follow, and who takes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP, strength, suit_of


def winning_index(cards: Sequence[str], suit: str) -> int:
    """Return the index of the card that wins a trick in which `suit` was led (CE-23, CE-24)."""
    if COUP in cards:
        return cards.index(COUP)
    return cards.index(max(following_cards(cards, suit), key=strength))


_known_winning_index = lru_cache(maxsize=1024)(winning_index)


def following_cards(cards: Iterable[str], suit: str) -> list[str]:
    """Return those of `cards` that follow `suit`. The Coup card is not one of them."""
    return [card for card in cards if card[-1] == suit]


def legal_cards(hand: tuple[str, ...], suit: str) -> tuple[str, ...]:
    """Return the cards of a hand that may be played when `suit` must be followed (CE-23, CE-24).

    Without a suit, any card may follow.

    >>> legal_cards(("7C", "AH", "coup"), "C")
    ('7C', 'coup')
    """
    follows = following_cards(hand, suit)
    if not follows:
        return hand
    return (*follows, COUP) if COUP in hand else tuple(follows)


@lru_cache
def in_turn(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in the order of play, from `first` to the left.

    >>> in_turn(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((first + step) % seats for step in range(seats))


class Rest(Frozen):
    """The result of the cards that nobody played in a deal that ended early (SL-25).

    `seat` takes the last trick, and `taken[i]` are the cards that count for seat `i`. At Dominoes
    `seat` is the last to hold cards or, in an attempt, the first to run out. It is None if that
    changes nothing.
    """

    seat: int | None
    taken: tuple[tuple[str, ...], ...] = ()


class Trick(Frozen):
    """The cards of a trick in the order in which they were played. The leader's card comes first.

    `suit` is the suit to follow: the suit of the first card, or the one that the leader of a Coup
    card named. It is empty before the lead, and if any card may follow. `proofs` holds the picture
    ids of the cards in the same order. An id is empty if a player typed the card; ids may be
    missing at the end.
    """

    leader: int
    seats: int
    cards: tuple[str, ...] = ()
    suit: str = ""
    proofs: tuple[str, ...] = ()

    @property
    def next_player(self) -> int:
        """The player to move. If the trick is full, this is the leader."""
        return (self.leader + len(self.cards)) % self.seats

    @property
    def is_full(self) -> bool:
        """Whether every player has played a card."""
        return len(self.cards) == self.seats

    @property
    def winner(self) -> int:
        """The seat that takes the trick (CE-23, CE-24)."""
        return (self.leader + _known_winning_index(self.cards, self.suit)) % self.seats

    @property
    def players(self) -> tuple[int, ...]:
        """The seats in the order in which they play."""
        return in_turn(self.leader, self.seats)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The ids of the pictures that show its cards. Missing ids are left out."""
        return tuple(proof for proof in self.proofs if proof)

    def position_of(self, seat: int) -> int:
        """Return a seat's position in the order of play. The leader has position 0."""
        return (seat - self.leader) % self.seats

    def card_of(self, seat: int) -> str:
        """Return the card that a seat played, or an empty string."""
        place = self.position_of(seat)
        return self.cards[place] if place < len(self.cards) else ""

    def plus(self, card: str, proof: str = "") -> Trick:
        """Return the trick with one more card. The first card sets the suit to follow (CE-23)."""
        proofs = self.proofs
        if proof:
            proofs = (*proofs, *("",) * (len(self.cards) - len(proofs)), proof)
        suit = self.suit if self.cards else suit_of(card)
        return Trick(self.leader, self.seats, (*self.cards, card), suit, proofs)

    def follows(self, card: str) -> bool:
        """Whether a card follows the led suit. The Coup card always does (CE-24)."""
        return not self.suit or card == COUP or card[-1] == self.suit

    def before_card(self, place: int) -> Trick:
        """Return the trick as it was before the card at index `place`."""
        suit = self.suit if place else ""
        return Trick(self.leader, self.seats, self.cards[:place], suit, self.proofs[:place])

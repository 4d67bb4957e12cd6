"""A deal of Coup d'État with imagined hands: its tricks, and what they cost."""

from __future__ import annotations

from referee.coup_detat.state.cards import COUP, PACK, strength
from referee.coup_detat.state.contracts import FINE, Contract

POWER = {**{card: strength(card) for card in PACK}, COUP: 99}
SUITS = "CDHS"


class Board:
    """Imagined hands of everybody, and the tricks so far. It changes as the deal is played on.

    `taken[i]` is what the cards and tricks of seat `i` cost
    so far. `broken` says that an attempt has failed.
    """

    def __init__(
        self, terms: Contract, hands: list[list[str]], president: int, attempter: int | None
    ) -> None:
        self.terms, self.hands = terms, hands
        self.president, self.attempter = president, attempter
        self.seats, self.trick = len(hands), list[str]()
        self.leader = president if attempter is None else attempter
        self.suit, self.done, self.size = "", 0, 8
        self.taken = [0] * self.seats
        self.table = ""
        self.broken = False

    @property
    def turn(self) -> int:
        """The seat to move."""
        return (self.leader + len(self.trick)) % self.seats

    def ends(self) -> int:
        """Return what the trick itself costs."""
        return self.terms.ends if self.done in (0, self.size - 1) else 0

    def legal(self) -> list[str]:
        """Return the cards that the seat to move may play."""
        hand = self.hands[self.turn]
        if self.trick:
            follow = [card for card in hand if card[-1] == self.suit]
            if not follow or not self.suit:
                return hand
            return [*follow, COUP] if COUP in hand else follow
        if not self.done and self.terms.bars:
            return [card for card in hand if card[-1] not in self.terms.bars] or hand
        return hand

    def others_of(self, seat: int) -> list[str]:
        """Return the cards of all other hands."""
        return [card for holder, hand in enumerate(self.hands) if holder != seat for card in hand]

    def best(self) -> tuple[int, int]:
        """Return who wins the trick so far, and how strong their card is."""
        result, power = self.leader, -1
        for place, card in enumerate(self.trick):
            if (card == COUP or card[-1] == self.suit) and POWER[card] > power:
                result, power = (self.leader + place) % self.seats, POWER[card]
        return result, power

    def play(self, card: str, suit: str = "") -> None:
        """Play a card. The last card of a trick settles it."""
        if not self.trick:
            self.suit = suit or (self.suit_to_name() if card == COUP else card[-1])
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) < self.seats:
            return
        winner, _ = self.best()
        price, first = self.terms.price, not self.done
        cost = sum(price.get(name, 0) for name in self.trick) + self.ends()
        if first and self.table:
            cost += price.get(self.table, 0)
        self.taken[winner] += cost
        self.broken = self.broken or bool(
            cost and self.attempter is not None and winner != self.attempter
        )
        self.leader, self.trick, self.suit = winner, [], ""
        self.done += 1

    def suit_to_name(self) -> str:
        """Return the suit to name for a led Coup card: the one with the most needed cards."""
        bars = self.terms.bars if not self.done else ""
        price, others = self.terms.price, self.others_of(self.turn)
        worth = {suit: 0.0 for suit in SUITS if suit not in bars}
        for card in others:
            if card[-1] in worth:
                worth[card[-1]] += price.get(card, 0) + 1
        return max(worth, key=lambda suit: worth[suit])

    def results(self) -> list[float]:
        """Return what each seat gains."""
        gains = [0.0] * self.seats
        if self.attempter is not None:
            if self.broken:
                gains[self.attempter] = -FINE
            else:
                gains = [-float(self.terms.gain)] * self.seats
                gains[self.attempter] = self.terms.gain * (self.seats - 1)
            return gains
        for seat, cost in enumerate(self.taken):
            if seat != self.president:
                gains[seat] -= cost
                gains[self.president] += cost
        return gains

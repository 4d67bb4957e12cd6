"""The last tricks of a deal, solved exactly with all hands known.

Each player minimises their own loss (max^n): what the cards and tricks that they take cost. In an
attempt, its player loses 1 if it fails, and the others lose 1 if it succeeds. As nobody loses less
than 0, a player who finds 0 looks no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from referee.coup_detat.state.cards import COUP, PACK, SUITED, SUITS, strength
from referee.coup_detat.state.contracts import CONTRACTS

BitHands = tuple[int, ...]  # Each hand is a set of bits, eight for each suit in order of strength.
Losses = tuple[int, ...]

BIT = {card: 1 << 8 * SUITS.index(card[-1]) + strength(card) for card in PACK}
BIT[COUP] = 1 << 32
_COUP = BIT[COUP]
MOST_KNOWN = 30_000  # Positions that are kept, about 10 MB.


def bit_hand(cards: Iterable[str]) -> int:
    """Return cards as bits."""
    return sum([BIT[card] for card in cards])


def _suit_number(card: int) -> int:
    return (card.bit_length() - 1) >> 3


class LastTricks:
    """The last tricks of deals with the same contract and the same player who attempts a coup."""

    def __init__(self, contract: str, attempter: int | None, seats: int, names_suit: bool) -> None:
        terms = CONTRACTS[contract]
        self.attempter, self.seats, self.ends = attempter, seats, terms.ends
        self.price = {BIT[card]: price for card, price in terms.price.items()}
        self.priced = sum(self.price)
        self.named = (0xFF, 0xFF00, 0xFF0000, 0xFF000000) if names_suit else (0,)
        self.failure = tuple([int(seat == attempter) for seat in range(seats)])
        self.nothing = (0,) * seats
        if attempter is not None:
            self.nothing = tuple([int(seat != attempter) for seat in range(seats)])
        self._known: dict[tuple[BitHands, int], Losses] = {}

    def losses_during(
        self, hands: BitHands, leader: int, cards: Sequence[str], suit: str
    ) -> Losses:
        """Return what each seat still loses if these `cards` lie in a trick."""
        if not cards:
            return self.losses(hands, leader)
        at, count = SUITED.winning_index(cards, suit), len(cards)
        seat, winner = (leader + count) % self.seats, (leader + at) % self.seats
        led = 0xFF << 8 * SUITS.index(suit) if suit else 0
        return self._best(hands, seat, count, bit_hand(cards), led, winner, BIT[cards[at]])

    def losses(self, hands: BitHands, leader: int) -> Losses:
        """Return what each seat still loses if `leader` leads to the next trick."""
        if not hands[leader]:
            return self.nothing
        attempter = self.attempter  # With the Coup card, the last trick is theirs.
        if not self.ends or (attempter is not None and hands[attempter] & _COUP):
            for hand in hands:
                if hand & self.priced:
                    break
            else:
                return self.nothing
        position = hands, leader
        result = self._known.get(position)
        if result is None:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            result = self._known[position] = self._best(hands, leader, 0, 0, 0, leader, 0)
        return result

    def _best(
        self, hands: BitHands, seat: int, count: int, trick: int, suit: int, winner: int, high: int
    ) -> Losses:
        """Return the losses if `seat` plays its best card to a trick.

        `winner` has played the `high` card, which takes the `trick` of `count` cards so far.
        """
        if count == self.seats:
            return self._after_trick(hands, trick, winner)
        best: Losses = ()
        after = (seat + 1) % self.seats
        for card in self._choices(hands, seat, suit, trick):
            now = (*hands[:seat], hands[seat] & ~card, *hands[seat + 1 :])
            takes = not count or (card > high and card & (suit | _COUP))
            place = (seat, card) if takes else (winner, high)
            led: tuple[int, ...] = (suit,)
            if not count:
                led = self.named if card == _COUP else (0xFF << 8 * _suit_number(card),)
            for number in led:
                found = self._best(now, after, count + 1, trick | card, number, *place)
                if not best or found[seat] < best[seat]:
                    best = found
                    if not found[seat]:
                        return best
        return best

    def _after_trick(self, hands: BitHands, trick: int, winner: int) -> Losses:
        cost, priced = 0 if hands[winner] else self.ends, trick & self.priced
        while priced:
            card = priced & -priced
            cost += self.price[card]
            priced ^= card
        if cost and self.attempter not in (None, winner):
            return self.failure
        losses = self.losses(hands, winner)
        if not cost or self.attempter is not None:
            return losses
        return (*losses[:winner], losses[winner] + cost, *losses[winner + 1 :])

    def _choices(self, hands: BitHands, seat: int, suit: int, trick: int) -> Iterator[int]:
        """Yield the legal cards, but only one of several that are equally good."""
        hand, others, last = hands[seat], trick, 0
        cards = hand & suit
        cards = cards | (hand & _COUP) if cards else hand
        for one, held in enumerate(hands):
            if one != seat:
                others |= held
        ascending = self.ends and hand & (hand - 1) and seat == self.attempter
        while cards:
            card = cards & -cards if ascending else 1 << (cards.bit_length() - 1)
            cards ^= card
            low, high = (last, card) if ascending else (card, last)
            if (
                not last
                or _suit_number(card) != _suit_number(last)
                or self.price.get(card) != self.price.get(last)
                or others & (high - 1) & -(low << 1)
            ):
                yield card
            last = card


last_tricks = lru_cache(maxsize=4)(LastTricks)

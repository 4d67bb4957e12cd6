"""The exact chance that a total reaches a number, from the cards that a player could see."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import comb
from typing import NamedTuple

from referee.coyote.rules.counting import GroupedCards, group_cards, value_of
from referee.coyote.state.cards import DOUBLE, DRAW, MAX_MINUS, MAX_ZERO
from referee.coyote.state.editions import Doubles, Edition

Counts = Mapping[str, int]
Cards = tuple[str, ...]


def possible_hands(
    cards: Counts, size: int
) -> Iterator[tuple[tuple[str, ...], int, dict[str, int]]]:
    """Yield each possible hand of `size` cards, its number of ways, and the other cards."""
    yield from _possible_hands(tuple(cards), dict(cards), size)


def _possible_hands(
    faces: tuple[str, ...], left: dict[str, int], size: int
) -> Iterator[tuple[tuple[str, ...], int, dict[str, int]]]:
    if not size:
        yield (), 1, left
        return
    for at, face in enumerate(faces):
        for number in range(1, min(size, left[face]) + 1):
            ways, less = comb(left[face], number), _removed(left, face, number)
            for cards, weight, rest in _possible_hands(faces[at + 1 :], less, size - number):
                yield (face,) * number + cards, ways * weight, rest


# -- unseen cards --------------------------------------------------------------------------


class Odds:
    """The chance that the visible cards and some unseen ones reach a number.

    `unseen` has the number of copies of each unseen card. When the pile is empty, draw cards turn
    up cards of the `discards`.
    """

    def __init__(self, edition: Edition, number: int, unseen: Counts, discards: Counts) -> None:
        self._number = number
        self._totals = edition.doubles is Doubles.TOTAL
        self._unseen = _Pool(unseen)
        self._discards = _Pool(discards)

    def chance(self, seen: Cards, more: Cards, own: int, pile: int) -> float:
        """Return the chance if the `seen` cards count, and the `more` cards are also unseen.

        The player holds `own` of the unseen cards. Draw cards can turn up `pile` of the others.
        """
        draws = seen.count(DRAW)
        unseen, discards = _Source(self._unseen, more), _Source(self._discards)
        return self._chance(seen, own, draws, pile, unseen, discards)

    def _chance(
        self, cards: Cards, own: int, draws: int, pile: int, unseen: _Source, discards: _Source
    ) -> float:
        """Return the chance for these cards, `own` more unseen ones, and `draws` to turn up."""
        source = unseen if own or pile > 0 else discards
        there = source.size() if own or draws else 0
        if not there:
            return float(self._is_reached(cards))
        last = own + draws == 1
        ways = float(self._count_reaching(cards, source)) if last else 0.0
        for card in (DRAW,) if last else source.faces():
            if number := source.count(card):
                left = source.minus(card)
                ways += number * self._chance(
                    (*cards, card),
                    own - 1 if own else 0,
                    draws + (card == DRAW) - (not own),
                    pile if own else pile - 1,
                    left if source is unseen else unseen,
                    discards if source is unseen else left,
                )
        return ways / there

    def _is_reached(self, cards: Cards) -> bool:
        return self._is_enough(group_cards(cards))

    def _count_reaching(self, cards: Cards, source: _Source) -> int:
        """Return how many cards of a source would reach the number. Draw cards are left out."""
        pool, ways = source.pool, 0
        key = tuple(sorted(cards))
        if key not in pool.ways:
            pool.ways[key] = self._count_reaching_in(cards, pool)
        ways = pool.ways[key]
        for card in source.more:
            ways += card != DRAW and self._is_reached((*cards, card))
        for card in source.less:
            ways -= card != DRAW and self._is_reached((*cards, card))
        return ways

    def _count_reaching_in(self, cards: Cards, pool: _Pool) -> int:
        """Return how many cards of an unchanged pool would reach the number as the last card."""
        hand, needs, totals = group_cards(cards), self._number, self._totals
        total, doubles = hand.total(totals=totals), hand.doubles
        # Cards without an effect add their value. For positive cards, this is true only without MAX
        # cards.
        short = -((total - needs) >> doubles)
        lacks = short if totals else needs - total
        ways = pool.others_at_least(lacks)
        if hand.zeros or hand.minus:
            return ways + self._count_reaching_singly(hand, pool)
        ways += pool.positive_at_least(short)
        adds, top = sum(hand.positive) << doubles, hand.positive[-1] if hand.positive else 0
        less = top << doubles
        if total - less >= needs:
            ways += pool.counts.get(MAX_ZERO, 0)
        if total - less - (less if totals else top) >= needs:
            ways += pool.counts.get(MAX_MINUS, 0)
        if total + (total if totals else adds) >= needs:
            ways += pool.counts.get(DOUBLE, 0)
        return ways

    def _count_reaching_singly(self, hand: GroupedCards, pool: _Pool) -> int:
        """Return how many positive, MAX and ×2 cards reach the number, by trying each of them."""
        positive, negative, zeros, minus, doubles = hand
        ways = 0
        for value, number in pool.values:
            at = bisect_left(positive, value)
            more = (*positive[:at], value, *positive[at:])
            ways += number * self._is_enough(GroupedCards(more, negative, zeros, minus, doubles))
        acting = (
            (MAX_ZERO, GroupedCards(positive, negative, zeros + 1, minus, doubles)),
            (MAX_MINUS, GroupedCards(positive, negative, zeros, minus + 1, doubles)),
            (DOUBLE, GroupedCards(positive, negative, zeros, minus, doubles + 1)),
        )
        for card, with_it in acting:
            if number := pool.counts.get(card, 0):
                ways += number * self._is_enough(with_it)
        return ways

    def _is_enough(self, hand: GroupedCards) -> bool:
        return hand.total(totals=self._totals) >= self._number


class _Pool:
    """A multiset of cards that may be drawn. Its values are sorted so that they count fast."""

    def __init__(self, counts: Counts) -> None:
        self.counts = {card: number for card, number in counts.items() if number > 0}
        self.size = sum(self.counts.values())
        self.ways: dict[tuple[str, ...], int] = {}  # Cached results of `_count_reaching_in`.
        values = sorted(
            [
                value_of(card)
                for card, number in self.counts.items()
                if card not in _ACTING
                for _ in range(number)
            ]
        )
        first = bisect_right(values, 0)
        self._others, self._positive = values[:first], values[first:]
        self.values = tuple(Counter(self._positive).items())  # Positive values and counts.

    def positive_at_least(self, value: int) -> int:
        """Return how many positive cards have at least this value."""
        return len(self._positive) - bisect_left(self._positive, value)

    def others_at_least(self, value: int) -> int:
        """Return how many other cards without an effect have at least this value."""
        return len(self._others) - bisect_left(self._others, value)


class _Source(NamedTuple):
    """A pool with the added cards `more` and without the drawn cards `less`."""

    pool: _Pool
    more: Cards = ()
    less: Cards = ()

    def size(self) -> int:
        return self.pool.size + len(self.more) - len(self.less)

    def faces(self) -> Iterable[str]:
        return dict.fromkeys((*self.pool.counts, *self.more)) if self.more else self.pool.counts

    def count(self, card: str) -> int:
        """Return how many copies of a card are left."""
        there = self.pool.counts.get(card, 0)
        return there + self.more.count(card) - self.less.count(card)

    def minus(self, card: str) -> _Source:
        return _Source(self.pool, self.more, (*self.less, card))


_ACTING = frozenset({DRAW, MAX_ZERO, MAX_MINUS, DOUBLE})  # They change what others count.


def _removed(cards: Counts, card: str, number: int = 1) -> dict[str, int]:
    return {**cards, card: cards[card] - number}

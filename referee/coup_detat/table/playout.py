"""A deal played on to its end by players who take care, with all hands known.

Nothing is ruled here: it is how a deal is likely to end, many hundred times a second.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from referee.coup_detat.state.cards import COUP, PACK, SUITS, rank_of, ranks, strength
from referee.coup_detat.state.deals import Rows, Tricks
from referee.coup_detat.state.trick import in_turn

OWN = 3  # what it helps to open the way to a card of one's own, to what one of another's costs
HEIGHT = {**{card: strength(card) for card in PACK}, COUP: 9}
_SUIT = {**{card: card[-1] for card in PACK}, COUP: ""}


def costs(deal: Tricks, hands: Sequence[Sequence[str]]) -> list[int]:
    """Return what each seat takes until the deal is over, in francs, by the contract's prices.

    It counts what was taken before, but of a trick's own price (the first, the last) the last's.
    """
    price, ends, seats = deal.terms.price, deal.terms.ends, deal.trick.seats
    found = [sum(price.get(card, 0) for card in pile) for pile in deal.taken]
    left = [list(hand) for hand in hands]
    trick, suit, leader = list(deal.trick.cards), deal.trick.suit, deal.trick.leader
    while trick or any(left):
        while len(trick) < seats:
            seat = (leader + len(trick)) % seats
            if not left[seat]:
                return found
            card = careful(left[seat], trick, suit, seat == deal.attempter, price, seats)
            left[seat].remove(card)
            if not trick:
                suit = _SUIT[card]
            trick.append(card)
        place = _taker(trick, suit)
        leader = (leader + place) % seats
        found[leader] += sum(price.get(card, 0) for card in trick)
        if not any(left):
            found[leader] += ends
        trick, suit = [], ""
    return found


def careful(
    hand: Sequence[str],
    trick: Sequence[str],
    suit: str,
    takes: bool,
    price: Mapping[str, int],
    seats: int,
) -> str:
    """Return the card of somebody who is to take all, or nothing that costs.

    Who is to take nothing plays the highest card that stays under a trick; where they cannot
    follow, the one that costs most.
    """
    cards = [card for card in hand if _SUIT[card] == suit] if trick and suit else []
    follows = bool(cards)
    cards = cards or [card for card in hand if card != COUP] or list(hand)
    if takes:
        return _taking(hand, cards, trick, suit)
    if not trick:
        return min(cards, key=HEIGHT.__getitem__)
    if not follows:
        return max(cards, key=lambda card: (price.get(card, 0), HEIGHT[card]))
    best = 9 if COUP in trick else max(HEIGHT[card] for card in trick if _SUIT[card] == suit)
    under = [card for card in cards if HEIGHT[card] < best]
    if under or len(trick) + 1 == seats:
        return max(under or cards, key=HEIGHT.__getitem__)
    return min(cards, key=HEIGHT.__getitem__)


def _taking(hand: Sequence[str], cards: Sequence[str], trick: Sequence[str], suit: str) -> str:
    """Return the card that takes a trick, the Coup card where no other does."""
    card = max(cards, key=HEIGHT.__getitem__)
    takes = not trick or _taker([*trick, card], suit) == len(trick)
    if takes:
        return card
    return COUP if COUP in hand else min(cards, key=HEIGHT.__getitem__)


def _taker(trick: Sequence[str], suit: str) -> int:
    """Return in which place the card lies that takes a trick."""
    if COUP in trick:
        return trick.index(COUP)
    heights = [HEIGHT[card] if _SUIT[card] == suit else -1 for card in trick]
    return heights.index(max(heights))


def run_out(rows: Rows, hands: Sequence[Sequence[str]]) -> list[int]:
    """Return the seats in the order in which they run out, until the deal is over (CE-35)."""
    seats, seat, run = len(hands), rows.turn, rows.run
    left = [{*hand} for hand in hands]
    fits, begun = {*rows.may_lay}, bool(rows.laid)
    out = [one for one in range(seats) if not left[one]]
    ends = 1 if rows.attempter is not None else seats - 1
    while len(out) < ends:
        cards = left[seat] & fits
        if cards:
            card = opening(cards, left[seat], seats)
            left[seat].remove(card)
            below, above = _beyond(seats)[card]
            if not begun:
                fits, begun = {rank_of(card) + suit for suit in SUITS}, True
            beside = {*below[-1:], *above[:1]}
            unlaid = beside.intersection(chain.from_iterable(left))
            fits = (fits - {card}) | unlaid
            run = run or (card[0] == "A" and unlaid.isdisjoint(below))  # CE-52
            if not left[seat]:
                out.append(seat)
        if not cards or not run or not left[seat]:
            run = False
            seat = next(one for one in (*in_turn(seat, seats)[1:], seat) if left[one])
    return out


def opening(cards: Iterable[str], hand: Collection[str], seats: int) -> str:
    """Return the card that opens the way to most of a hand, and to least of the others'."""
    return max(sorted(cards), key=lambda card: _opened(card, hand, seats))


def _opened(card: str, hand: Collection[str], seats: int) -> int:
    """Return how many cards beyond one are in a hand, less those that are in others."""
    return max(sum(OWN if one in hand else -1 for one in beyond) for beyond in _beyond(seats)[card])


@lru_cache
def _beyond(seats: int) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the cards of a row below and above each, in the order of Dominoes."""
    order = ranks(seats)
    return {
        rank + suit: (
            tuple(one + suit for one in order[:at]),
            tuple(one + suit for one in order[at + 1 :]),
        )
        for suit in SUITS
        for at, rank in enumerate(order)
    }

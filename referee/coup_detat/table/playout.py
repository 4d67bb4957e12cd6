"""A deal of tricks played on to its end by players who take care, with all hands known.

Nothing is ruled here: it is how a deal is likely to end, many hundred times a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.coup_detat.state.cards import COUP, PACK, strength
from referee.coup_detat.state.deals import Tricks

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

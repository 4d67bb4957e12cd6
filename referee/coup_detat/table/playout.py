"""Playouts: with all hands known, careful players finish a deal.

The module checks no rules, because a playout estimates the end of a deal many hundred times a
second.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from referee.coup_detat.state.cards import COUP, PACK, SUITS, rank_of, ranks, strength, suit_of
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.trick import following_cards, in_turn, winning_index
from referee.coup_detat.state.tricks import Tricks

OWN_CARD_VALUE = (
    3  # Score of each of your own cards that an opening helps. A card of others scores -1.
)
HEIGHT = {**{card: strength(card) for card in PACK}, COUP: 9}


def playout_costs(deal: Tricks, hands: Sequence[Sequence[str]]) -> list[int]:
    """Return the price in francs of the cards that each seat takes until the end of the deal.

    Cards taken before count too. The price of the last trick is included, that of the first is not.
    """
    terms, price, seats = deal.terms, deal.terms.price, deal.trick.seats
    found = [terms.cost(pile) for pile in deal.taken_cards]
    left = [list(hand) for hand in hands]
    trick, suit, leader = list(deal.trick.cards), deal.trick.suit, deal.trick.leader
    while trick or any(left):
        while len(trick) < seats:
            seat = (leader + len(trick)) % seats
            if not left[seat]:
                return found
            card = careful_card(left[seat], trick, suit, seat == deal.attempter, price, seats)
            left[seat].remove(card)
            if not trick:
                suit = suit_of(card)
            trick.append(card)
        leader = (leader + winning_index(trick, suit)) % seats
        found[leader] += terms.cost(trick, ends=not any(left))
        trick, suit = [], ""
    return found


def careful_card(
    hand: Sequence[str],
    trick: Sequence[str],
    suit: str,
    takes: bool,
    price: Mapping[str, int],
    seats: int,
) -> str:
    """Return the card that a careful player plays.

    With `takes`, the player tries to take everything. Without it, they play the highest card that
    does not take the trick. If they cannot follow suit, they play the most expensive card.
    """
    cards = following_cards(hand, suit) if trick else []
    follows = bool(cards)
    cards = cards or [card for card in hand if card != COUP] or list(hand)
    if takes:
        return _taking_card(hand, cards, trick, suit)
    if not trick:
        return min(cards, key=HEIGHT.__getitem__)
    if not follows:
        return max(cards, key=lambda card: (price.get(card, 0), HEIGHT[card]))
    best = 9 if COUP in trick else max(map(HEIGHT.__getitem__, following_cards(trick, suit)))
    under = [card for card in cards if HEIGHT[card] < best]
    if under or len(trick) + 1 == seats:
        return max(under or cards, key=HEIGHT.__getitem__)
    return min(cards, key=HEIGHT.__getitem__)


def _taking_card(hand: Sequence[str], cards: Sequence[str], trick: Sequence[str], suit: str) -> str:
    """Return the card with which to take a trick.

    The Coup card is used only if no other card can take the trick.
    """
    card = max(cards, key=HEIGHT.__getitem__)
    takes = not trick or winning_index([*trick, card], suit) == len(trick)
    if takes:
        return card
    return COUP if COUP in hand else min(cards, key=HEIGHT.__getitem__)


def run_out_order(rows: Rows, hands: Sequence[Sequence[str]]) -> list[int]:
    """Return the seats in the order in which they run out of cards until the deal ends (CE-35)."""
    seats, seat, run = len(hands), rows.turn, rows.run
    left = [{*hand} for hand in hands]
    fits, begun = {*rows.fitting_cards}, bool(rows.laid)
    out = [one for one in range(seats) if not left[one]]
    ends = 1 if rows.attempter is not None else seats - 1
    while len(out) < ends:
        cards = left[seat] & fits
        if cards:
            card = opening_card(cards, left[seat], seats)
            left[seat].remove(card)
            below, above = _cards_beyond(seats)[card]
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


def opening_card(cards: Iterable[str], hand: Collection[str], seats: int) -> str:
    """Return the opening card that helps your own hand most and the other players least."""
    return max(sorted(cards), key=lambda card: _opening_score(card, hand, seats))


def _opening_score(card: str, hand: Collection[str], seats: int) -> int:
    """Return a card's score: cards beyond it count `OWN_CARD_VALUE` if they are yours, else -1."""
    return max(
        sum(OWN_CARD_VALUE if one in hand else -1 for one in beyond)
        for beyond in _cards_beyond(seats)[card]
    )


@lru_cache
def _cards_beyond(seats: int) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return, for each card, the cards below and above it in its row, in the order of Dominoes."""
    order = ranks(seats)
    return {
        rank + suit: (
            tuple(one + suit for one in order[:at]),
            tuple(one + suit for one in order[at + 1 :]),
        )
        for suit in SUITS
        for at, rank in enumerate(order)
    }

"""Playouts of Dominoes: with all hands known, sensible players lay their cards to the end.

The module checks no rules, because a playout estimates the end of a deal many hundred times a
second.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from referee.coup_detat.state.cards import SUITS, rank_of, ranks
from referee.coup_detat.state.rows import Rows
from referee.tricks import in_turn

# Score of each of your own cards that an opening helps. A card of others scores -1.
OWN_CARD_VALUE = 3


def run_out_order(rows: Rows, hands: Sequence[Sequence[str]], first: str = "") -> list[int]:
    """Return the seats in the order in which they run out of cards until the deal ends (CE-35).

    The `first` card may be given.
    """
    seats, seat, run = len(hands), rows.turn, rows.run
    left = [{*hand} for hand in hands]
    fits, begun = {*rows.fitting_cards}, "".join(rows.laid[:1])
    out = [seat for seat in range(seats) if not left[seat]]
    ends = 1 if rows.attempter is not None else seats - 1
    while len(out) < ends:
        cards = left[seat] & fits
        if cards:
            card, first = first or opening_card(cards, left[seat], seats, begun), ""
            left[seat].remove(card)
            below, above = _cards_beyond(seats)[card]
            if not begun:
                fits, begun = {rank_of(card) + suit for suit in SUITS}, card
            beside = {*below[-1:], *above[:1]}
            unlaid = beside.intersection(chain.from_iterable(left))
            fits = (fits - {card}) | unlaid
            run = run or (card[0] == "A" and unlaid.isdisjoint(below))  # CE-52
            if not left[seat]:
                out.append(seat)
        if not cards or not run or not left[seat]:
            run = False
            seat = next(item for item in (*in_turn(seat, seats)[1:], seat) if left[item])
    return out


def opening_card(cards: Iterable[str], hand: Collection[str], seats: int, begun: str) -> str:
    """Return the opening card that helps your own hand most and the other players least.

    The card with which the rows began is `begun`, or "" before the first card.
    """
    return max(sorted(cards), key=lambda card: _opening_score(card, hand, seats, begun))


def _opening_score(card: str, hand: Collection[str], seats: int, begun: str) -> int:
    """Return a card's score: cards beyond it count `OWN_CARD_VALUE` if they are yours, else -1."""
    below, above = _cards_beyond(seats)[card]
    first = ranks(seats).index(rank_of(begun or card))
    beyond = list[str]()
    if len(below) <= first:
        beyond += below
    if len(below) >= first:
        beyond += above
    return sum([OWN_CARD_VALUE if name in hand else -1 for name in beyond])


@lru_cache
def _cards_beyond(seats: int) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return, for each card, the cards below and above it in its row, in the order of Dominoes."""
    rows = [tuple(rank + suit for rank in ranks(seats)) for suit in SUITS]
    return {card: (row[:at], row[at + 1 :]) for row in rows for at, card in enumerate(row)}

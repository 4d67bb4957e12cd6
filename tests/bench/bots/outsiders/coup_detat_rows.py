"""Rules of thumb for Dominoes at Coup d'État, and deals laid on by them.

Lay a card that opens my own cards, and hold back those that open the way for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.coup_detat.state.cards import rank_of, ranks, suit_of
from referee.coup_detat.state.contracts import CONTRACTS, FINE
from referee.coup_detat.state.rows import fitting_cards

TERMS = CONTRACTS["dominoes"]


def lay_on(
    hands: list[list[str]],
    turn: int,
    president: int,
    attempter: int | None,
    laid: tuple[str, ...],
    random: Random,
    forced: str = "",
) -> list[float]:
    """Return what all gain if Dominoes is laid on. The first card may be `forced`."""
    seats, held = len(hands), [len(hand) for hand in hands]
    gains = [0.0] * seats
    for _ in range(400):
        hand, again = hands[turn], False
        fits = [card for card in fitting_cards(laid, seats) if card in hand]
        if fits:
            card = forced or max(
                fits, key=lambda lay: lay_worth(lay, hand, laid, seats) + random.random()
            )
            forced = ""
            hand.remove(card)
            laid = (*laid, card)
            held[turn] -= 1
            again = rank_of(card) == "A" and "K" + suit_of(card) in laid
        if attempter is not None and 0 in held:
            if held[attempter]:
                gains[attempter] = -float(FINE)
                return gains
            gains = [-float(TERMS.gain)] * seats
            gains[attempter] = float(TERMS.gain * (seats - 1))
            return gains
        holders = [other for other, many in enumerate(held) if many]
        if len(holders) <= 1:
            for holder in holders:
                if holder != president:
                    gains[holder], gains[president] = -float(TERMS.last), float(TERMS.last)
            return gains
        if not again or not held[turn]:
            turn = (turn + 1) % seats
            while not held[turn]:
                turn = (turn + 1) % seats
    return gains


def lay_worth(card: str, hand: Sequence[str], laid: tuple[str, ...], seats: int) -> float:
    """Return how good it is to lay a card: it should open my own cards, not those of others."""
    order, suit = ranks(seats), suit_of(card)
    place = order.index(rank_of(card))
    start = order.index(rank_of(laid[0])) if laid else place
    beyond = order[place + 1 :] if place >= start else ()
    below = order[:place][::-1] if place <= start else ()
    worth = 0.0
    for side in (beyond, below):
        for distance, rank in enumerate(side):
            worth += (4.0 if rank + suit in hand else -1.5) / (1 + 0.4 * distance)
    return worth + 3 * (place in (0, len(order) - 1)) + 4 * (rank_of(card) == "A")

"""The last tricks of a deal, solved exactly with all hands known.

Each player minimises their own loss (max^n): what the cards and tricks that they take cost. In an
attempt, its player loses 1 if it fails, and the others lose 1 if it succeeds. As nobody loses less
than 0, a player who finds 0 looks no further.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from referee.coup_detat.state.cards import COUP, SUITED, SUITS, suit_of
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.trick import Trick
from referee.determinization import Hands
from referee.kit import replaced

Losses = tuple[int, ...]
ORDER = {card: 8 * SUITS.index(card[-1]) + at for card, at in SUITED.strength.items()} | {COUP: 32}


class Stakes(NamedTuple):
    """A deal's stakes: its contract, its attempter, and whether a led Coup card names a suit."""

    contract: str
    attempter: int | None
    names_suit: bool


def losses_during(stakes: Stakes, hands: Iterable[Iterable[str]], trick: Trick) -> Losses:
    """Return what each seat still loses if this trick lies on the table."""
    order = tuple([tuple(sorted(hand, key=ORDER.__getitem__, reverse=True)) for hand in hands])
    if not trick.cards:
        return _losses(stakes, order, trick.leader)
    best_at = SUITED.winning_index(trick.cards, trick.suit)
    return _best(stakes, order, trick.leader, trick.cards, trick.suit, best_at)


@lru_cache(maxsize=1024)  # About 1 MB. Twenty times as many make it no faster.
def _losses(stakes: Stakes, hands: Hands, leader: int) -> Losses:
    """Return what each seat still loses if `leader` leads to the next trick."""
    terms, seats = CONTRACTS[stakes.contract], range(len(hands))
    if not hands[leader] or (not terms.ends and all(map(terms.is_free, hands))):
        return tuple([int(stakes.attempter not in (None, seat)) for seat in seats])
    return _best(stakes, hands, leader, (), "", 0)


def _best(
    stakes: Stakes, hands: Hands, leader: int, cards: tuple[str, ...], suit: str, best_at: int
) -> Losses:
    """Return the losses if the next player plays their best card to a trick.

    The card at index `best_at` takes the trick so far. Each hand has its highest card first.
    """
    place, seats = len(cards), len(hands)
    if place == seats:
        return _after_trick(stakes, hands, (leader + best_at) % seats, cards)
    seat, best = (leader + place) % seats, tuple[int, ...]()
    for card in _choices(stakes.contract, hands, seat, cards, suit):
        rest = replaced(hands, seat, tuple([held for held in hands[seat] if held != card]))
        at, leads = best_at, [suit]
        if not place:
            leads = [*SUITS] if card == COUP and stakes.names_suit else [suit_of(card)]
        elif card == COUP or (card[-1] == suit and ORDER[card] > ORDER[cards[best_at]]):
            at = place
        for led in leads:
            result = _best(stakes, rest, leader, (*cards, card), led, at)
            if not best or result[seat] < best[seat]:
                best = result
                if not best[seat]:
                    return best
    return best


def _choices(
    contract: str, hands: Hands, seat: int, cards: tuple[str, ...], suit: str
) -> Iterable[str]:
    """Return the legal cards, but only the highest of several that are equally good."""
    legal, price = SUITED.legal_cards(hands[seat], suit), CONTRACTS[contract].price
    if len(legal) < 2:
        return legal
    others = sorted([ORDER[card] for card in chain(cards, *hands[:seat], *hands[seat + 1 :])])
    alike = dict[tuple[int, str, int | None], str]()
    for card in legal:
        alike.setdefault((bisect(others, ORDER[card]), card[-1], price.get(card)), card)
    return alike.values()


def _after_trick(stakes: Stakes, hands: Hands, winner: int, cards: tuple[str, ...]) -> Losses:
    cost = CONTRACTS[stakes.contract].cost(cards, ends=not any(hands))
    if cost and stakes.attempter not in (None, winner):
        return tuple([int(seat == stakes.attempter) for seat in range(len(hands))])
    rest = _losses(stakes, hands, winner)
    if not cost or stakes.attempter is not None:
        return rest
    return replaced(rest, winner, rest[winner] + cost)

"""The last tricks of a deal, solved exactly with all hands known.

Each player minimises their own loss (max^n): what the cards and tricks that they take cost. In an
attempt, its player loses 1 if it fails, and the others lose 1 if it succeeds. As nobody loses less
than 0, a player who finds 0 looks no further.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.coup_detat.state.cards import COUP, SUITED, SUITS, suit_of
from referee.coup_detat.state.contracts import CONTRACTS
from referee.determinization import Hands
from referee.kit import replaced

Losses = tuple[int, ...]


class Stakes(NamedTuple):
    """What a deal is about: its contract, who attempts it, and whether a led Coup card names a
    suit.
    """

    contract: str
    attempter: int | None
    names_suit: bool


@lru_cache(maxsize=20_000)  # At most about 20 MB.
def losses(
    stakes: Stakes, hands: Hands, leader: int, cards: tuple[str, ...] = (), suit: str = ""
) -> Losses:
    """Return what each seat still loses if these `cards` lie in a trick in which `suit` was led."""
    seats = len(hands)
    if len(cards) == seats:
        return _after_trick(stakes, hands, leader, cards, suit)
    if not cards and not CONTRACTS[stakes.contract].ends and _is_free(stakes, hands):
        return _nothing(stakes, seats)
    seat, best = (leader + len(cards)) % seats, tuple[int, ...]()
    for card in SUITED.legal_cards(hands[seat], suit):
        rest = replaced(hands, seat, tuple([held for held in hands[seat] if held != card]))
        names = stakes.names_suit and not cards and card == COUP
        for led in SUITS if names else (suit if cards else suit_of(card),):
            result = losses(stakes, rest, leader, (*cards, card), led)
            if not best or result[seat] < best[seat]:
                best = result
                if not best[seat]:
                    return best
    return best


def _after_trick(
    stakes: Stakes, hands: Hands, leader: int, cards: tuple[str, ...], suit: str
) -> Losses:
    winner = (leader + SUITED.winning_index(cards, suit)) % len(hands)
    cost = CONTRACTS[stakes.contract].cost(cards, ends=not any(hands))
    if cost and stakes.attempter not in (None, winner):
        return tuple([int(seat == stakes.attempter) for seat in range(len(hands))])
    rest = losses(stakes, hands, winner) if any(hands) else _nothing(stakes, len(hands))
    if not cost or stakes.attempter is not None:
        return rest
    return replaced(rest, winner, rest[winner] + cost)


def _is_free(stakes: Stakes, hands: Hands) -> bool:
    return all(map(CONTRACTS[stakes.contract].is_free, hands))


def _nothing(stakes: Stakes, seats: int) -> Losses:
    """Return the losses if nothing more is taken: an attempt has then succeeded."""
    attempter = stakes.attempter
    return tuple([int(attempter not in (None, seat)) for seat in range(seats)])

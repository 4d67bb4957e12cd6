"""The cards that nobody has seen, as bits: who may hold which of them, and whether that can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.coup_detat.state.cards import PACK, PACK_INDEX
from referee.coup_detat.state.deals import AnyDeal

EVERY = (1 << len(PACK)) - 1

Lacks = tuple[int, ...]  # The cards that each seat cannot hold.
Held = tuple[int, ...]  # How many cards each seat holds.


class TooManyLines(Exception):
    """There are too many ways to play on to try them all."""


@lru_cache(maxsize=4096)
def bits(cards: tuple[str, ...]) -> int:
    """Return a set of cards as bits."""
    return sum(1 << PACK_INDEX[card] for card in cards)


@lru_cache(maxsize=4096)
def cards_in(mask: int) -> tuple[str, ...]:
    """Return the cards of a set, in the order of the pack."""
    return tuple(card for at, card in enumerate(PACK) if mask >> at & 1)


def lacked_cards(deal: AnyDeal, seats: int) -> Lacks:
    """Return what each seat cannot hold, because it did not follow suit, or passed (CE-23, CE-51).

    A revoke that the table let stand proves nothing.
    """
    lacks = [0] * seats
    for revoke in deal.fails:
        if revoke.stood is None:
            lacks[revoke.seat] |= bits(revoke.shows)
    return tuple(lacks)


def can_be_dealt(unseen: int, lacks: Lacks, held: Held) -> bool:
    """Whether the unseen cards can lie in hands of these sizes, so that nobody holds a card that
    they lack.

    That is so if no group of seats has too little room for the cards that only they may hold
    (Hall's theorem).
    """
    seats = range(len(held))
    for group in _groups(len(held)):
        only = unseen
        for seat in seats:
            if seat not in group:
                only &= lacks[seat]
        if only.bit_count() > sum(held[seat] for seat in group):
            return False
    return True


@lru_cache
def _groups(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return every group of seats. The empty group holds nothing."""
    return tuple(
        tuple(seat for seat in range(seats) if group >> seat & 1) for group in range(1 << seats)
    )


def changed(values: Sequence[int], at: int, by: int) -> tuple[int, ...]:
    """Return numbers of which one is changed by an amount."""
    return (*values[:at], values[at] + by, *values[at + 1 :])


def added(lacks: Lacks, seat: int, cards: int) -> Lacks:
    """Return what the seats lack once it is known that one of them lacks these cards, too."""
    return (*lacks[:seat], lacks[seat] | cards, *lacks[seat + 1 :])


def each_bit(mask: int) -> Iterable[int]:
    """Yield each card of a set as a set of its own."""
    while mask:
        one = mask & -mask
        yield one
        mask ^= one

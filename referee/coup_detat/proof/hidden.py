"""The cards that nobody has seen, as bits: who may hold which of them, and whether that can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.coup_detat.state.cards import PACK, PACK_INDEX
from referee.coup_detat.state.deals import AnyDeal

# Ways to play on that are tried first: a bit for each turn says whether the lowest or the highest
# possible card is played. Where two ways differ, these nearly always show it.
WAYS = (0, -1, 0x5555_5555, 0x3333_3333, 0x6969_6969, 0xF0F0_F0F0)

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
    if not any(lacked & unseen for lacked in lacks):
        return True
    for group, others in _groups(len(held)):
        only = unseen
        for seat in others:
            only &= lacks[seat]
            if not only:
                break
        else:
            if only.bit_count() > sum([held[seat] for seat in group]):
                return False
    return True


@lru_cache
def _groups(seats: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return every group of seats but the one of all, each with the other seats."""
    every = range(seats)
    return tuple(
        (
            tuple([seat for seat in every if group >> seat & 1]),
            tuple([seat for seat in every if not group >> seat & 1]),
        )
        for group in range((1 << seats) - 1)
    )


def changed(values: Sequence[int], at: int, by: int) -> tuple[int, ...]:
    """Return numbers of which one is changed by an amount."""
    return (*values[:at], values[at] + by, *values[at + 1 :])


def added(lacks: Lacks, seat: int, cards: int) -> Lacks:
    """Return what the seats lack once it is known that one of them lacks these cards, too."""
    return (*lacks[:seat], lacks[seat] | cards, *lacks[seat + 1 :])


def each_bit(mask: int, from_top: bool = False) -> Iterable[int]:
    """Yield each card of a set as a set of its own, the lowest bit or the highest first."""
    while mask:
        one = 1 << mask.bit_length() - 1 if from_top else mask & -mask
        yield one
        mask ^= one

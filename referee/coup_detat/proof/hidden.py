"""The cards that nobody has seen, as bits: who may hold which of them, and whether that can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from referee.coup_detat.state.cards import PACK, PACK_INDEX
from referee.coup_detat.state.phases import AnyDeal

Lacks = tuple[int, ...]  # The cards that each seat cannot hold.
Held = tuple[int, ...]  # How many cards each seat holds.


@lru_cache(maxsize=1024)
def bits(cards: tuple[str, ...]) -> int:
    """Return a set of cards as bits."""
    return sum(1 << PACK_INDEX[card] for card in cards)


@lru_cache(maxsize=1024)
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

    They can if for each group of seats, the other seats have room for the cards that this group
    lacks (Hall's theorem).
    """
    groups = [(unseen, unseen.bit_count())]  # What a group lacks, and the room of the others.
    for lacked, own in zip(lacks, held, strict=True):
        if not lacked & unseen:
            continue
        for cards, room in tuple(groups):
            if both := cards & lacked:
                if both.bit_count() > room - own:
                    return False
                groups.append((both, room - own))
    return True


def changed(values: Sequence[int], at: int, by: int) -> tuple[int, ...]:
    """Return numbers of which one is changed by an amount."""
    return (*values[:at], values[at] + by, *values[at + 1 :])


def added(masks: Sequence[int], at: int, cards: int) -> tuple[int, ...]:
    """Return sets of cards, such as what each seat lacks, with more cards in one of them."""
    return (*masks[:at], masks[at] | cards, *masks[at + 1 :])


def each_bit(mask: int) -> Iterator[int]:
    """Yield each card of a set as a set of its own."""
    while mask:
        one = mask & -mask
        yield one
        mask ^= one

"""The cards of Coup d'État: 32 French-suited cards, the Coup card and six contract cards.

A card's name is its rank and the letter of its suit: ``10H`` is the ten of hearts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import get_args

from referee.coup_detat.state.moves import ContractName, SuitName
from referee.tricks import Pack

SUITS: tuple[SuitName, ...] = get_args(SuitName)
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")  # In rank order for Dominoes (CE-50).
SUIT_WORDS = {
    "C": "coup_detat.suit.clubs",
    "D": "coup_detat.suit.diamonds",
    "H": "coup_detat.suit.hearts",
    "S": "coup_detat.suit.spades",
}
COLOURS = {"black": "CS", "red": "DH"}
COLOUR_WORDS = {"black": "coup_detat.colour.black", "red": "coup_detat.colour.red"}
STRENGTH = {rank: n for n, rank in enumerate(("7", "8", "9", "J", "Q", "K", "10", "A"))}  # CE-20
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
PACK_INDEX = {card: n for n, card in enumerate(PACK)}  # The position of each card in `PACK`.
COUP = "coup"
CONTRACT_CARDS: tuple[ContractName, ...] = get_args(ContractName)
LOW_RANKS = ("7", "8")  # Removed from the pack for three players (CE-1).
HAND_SIZE = 8  # Number of cards dealt to each of three or four players (CE-1).

DECK = (*PACK, COUP, *CONTRACT_CARDS)
SUITED = Pack({card: STRENGTH[card[:-1]] for card in PACK}, wild=COUP)
suit_of = SUITED.suit_of  # The suit of a card, or an empty string for the Coup card.
strength = SUITED.strength.__getitem__  # A card's strength in its suit (CE-20).


def rank_of(card: str) -> str:
    """Return the rank of a suited card."""
    return card[:-1]


@lru_cache
def ranks(seats: int) -> tuple[str, ...]:
    """Return the ranks in play with `seats` players, in the order of Dominoes (CE-1, CE-50)."""
    return tuple(rank for rank in RANKS if seats > 3 or rank not in LOW_RANKS)


@lru_cache
def pack(seats: int) -> tuple[str, ...]:
    """Return the cards in play with this number of players, without the Coup card (CE-1)."""
    return tuple(card for card in PACK if rank_of(card) in ranks(seats))


@lru_cache
def undealt_cards(seats: int) -> tuple[str, ...]:
    """Return the cards that nobody is dealt with this number of players. Contract cards are
    included.
    """
    return (*(card for card in PACK if card not in pack(seats)), *CONTRACT_CARDS)


@lru_cache(maxsize=256)
def one_of_each(cards: tuple[str, ...]) -> dict[str, int]:
    """Return a dictionary that counts one of each of `cards`, as `AskCards` expects.

    The dictionary is cached, so callers must not change it.
    """
    return dict.fromkeys(cards, 1)


@lru_cache
def cards_of_suits(suits: str) -> tuple[str, ...]:
    """Return all cards of the given suits, such as ``"HS"``."""
    return tuple(card for card in PACK if card[-1] in suits)


def remove_cards(cards: tuple[str, ...], removed: Iterable[str]) -> tuple[str, ...]:
    """Return `cards` without the cards in `removed`."""
    excluded = set(removed)
    return tuple([card for card in cards if card not in excluded])


def in_pack_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the order of the pack. The Coup card comes last."""
    return tuple(sorted(cards, key=lambda card: PACK_INDEX.get(card, len(PACK_INDEX))))


def canonical(card: str) -> str:
    """Return the canonical name of a card. Raise `ValueError` for an unknown name.

    >>> canonical(" 10h "), canonical("Coup")
    ('10H', 'coup')
    """
    name = card.strip()
    name = name.lower() if name.lower() in DECK else name.upper()
    if name not in DECK:
        raise ValueError(f"there is no card named {card!r}")
    return name

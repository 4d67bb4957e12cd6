"""The cards of Coup d'État: 32 of French suits, the Coup card, and six that name a contract.

A card is its rank and the letter of its suit: ``10H`` is the ten of hearts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

SUITS = ("C", "D", "H", "S")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")  # as Dominoes goes up (CE-50)
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
PLACE = {card: n for n, card in enumerate(PACK)}  # in the order of the pack
COUP = "coup"
CONTRACT_CARDS = ("barbu", "victory", "siege", "prison", "guillotine", "dominoes")
LOW = ("7", "8")  # ranks that three players take out (CE-1)
HAND = 8  # cards that each player is dealt, with any number of players (CE-1)

_ALL = (*PACK, COUP, *CONTRACT_CARDS)
_STRENGTH = {card: STRENGTH[card[:-1]] for card in PACK}


def suit_of(card: str) -> str:
    """Return a card's suit; the Coup card has none.

    >>> suit_of("10H"), suit_of("coup")
    ('H', '')
    """
    return "" if card == COUP else card[-1]


def rank_of(card: str) -> str:
    """Return the rank of a card that has a suit."""
    return card[:-1]


def strength(card: str) -> int:
    """Return how strong a card is in its suit: ace, ten, king, queen, jack, nine … (CE-20)."""
    return _STRENGTH[card]


@lru_cache
def ranks(seats: int) -> tuple[str, ...]:
    """Return the ranks that so many players use, in the order of Dominoes (CE-1, CE-50)."""
    return tuple(rank for rank in RANKS if seats > 3 or rank not in LOW)


@lru_cache
def pack(seats: int) -> tuple[str, ...]:
    """Return the cards that so many players use, without the Coup card (CE-1)."""
    return tuple(card for card in PACK if rank_of(card) in ranks(seats))


@lru_cache
def left_out(seats: int) -> tuple[str, ...]:
    """Return the cards that are not dealt to so many players: those that name a contract too."""
    return (*(card for card in PACK if card not in pack(seats)), *CONTRACT_CARDS)


@lru_cache(maxsize=256)
def once(cards: tuple[str, ...]) -> dict[str, int]:
    """Return one of each of `cards`, as an `AskCards` has it; not to be changed."""
    return dict.fromkeys(cards, 1)


@lru_cache
def of_suits(suits: str) -> tuple[str, ...]:
    """Return the cards of some suits."""
    return tuple(card for card in PACK if card[-1] in suits)


def without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Return `cards` but those that are `gone`."""
    taken = set(gone)
    return tuple([card for card in cards if card not in taken])


def canonical(card: str) -> str:
    """Return the one name of a card; raises `ValueError`.

    >>> canonical(" 10h "), canonical("Coup")
    ('10H', 'coup')
    """
    name = card.strip()
    name = name.lower() if name.lower() in _ALL else name.upper()
    if name not in _ALL:
        raise ValueError(f"there is no card named {card!r}")
    return name


def counts() -> dict[str, int]:
    """Return how many there are of each card: one."""
    return dict.fromkeys(_ALL, 1)

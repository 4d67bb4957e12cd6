"""The 54 cards of Plenty Coups: warriors of six clans, weapons, horses and coup sticks.

The name of a warrior is its clan and value: ``heron_3``. The name of a weapon is ``weapon_2``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from referee.kit import known_card

Clan = Literal["heron", "lynx", "lizard", "bee", "moth", "swallow"]
CLANS: tuple[Clan, ...] = get_args(Clan)
HORSE, STICK = "horse", "coup_stick"
WEAPONS = ("weapon_2", "weapon_3", "weapon_4")
PROOF_VALUE = 4  # A card of this value proves a tribe's worth (PC-22).

WARRIORS = tuple(f"{clan}_{value}" for clan in CLANS for value in range(1, 5))
COUNTS = {**dict.fromkeys(WARRIORS, 1), **dict.fromkeys(WEAPONS, 4), HORSE: 10, STICK: 8}
CARDS = tuple(COUNTS)
CARDS_OF_CLAN = tuple(tuple(f"{clan}_{value}" for value in range(1, 5)) for clan in CLANS)

_VALUES = {card: int(card[-1]) for card in (*WARRIORS, *WEAPONS)}
_CLAN_OF = {card: number for number, cards in enumerate(CARDS_OF_CLAN) for card in cards}
_ALIKE = {card: f"warrior_{card[-1]}" if card in _CLAN_OF else card for card in CARDS}
PROOF_CARDS = (STICK, *(card for card, value in _VALUES.items() if value == PROOF_VALUE))


def value(card: str) -> int:
    """Return the value of a warrior or a weapon, or 0 for other cards.

    >>> value("heron_3"), value("weapon_2"), value("horse")
    (3, 2, 0)
    """
    return _VALUES.get(card, 0)


def clan_of(card: str) -> int:
    """Return the number of a warrior's clan, or -1 for other cards.

    >>> clan_of("lynx_4"), clan_of("weapon_4")
    (1, -1)
    """
    return _CLAN_OF.get(card, -1)


def total(cards: Iterable[str]) -> int:
    """Return the sum of the cards' values."""
    return sum(map(_VALUES.__getitem__, cards))


def has_three_alike(cards: Iterable[str]) -> bool:
    """Whether three of the cards are identical, or warriors of one value (PC-4).

    >>> has_three_alike(["heron_2", "bee_2", "weapon_2", "moth_2"])
    True
    >>> has_three_alike(["heron_2", "bee_2", "weapon_2"])
    False
    """
    kinds = [_ALIKE[card] for card in cards]
    few = len(set(kinds)) < len(kinds) - 1
    return few and any(kinds.count(kind) >= 3 for kind in kinds)


def canonical(card: str) -> str:
    """Return the canonical name of a card. Raise `ValueError` for an unknown name.

    >>> canonical(" Heron 3 "), canonical("Coup-stick")
    ('heron_3', 'coup_stick')
    """
    return known_card(card, COUNTS)

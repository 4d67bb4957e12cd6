"""The 112 cards of Ogallala: figures, colours, strengths and sets.

A card's name is its figure. For Indians it includes the colour of the number: ``warrior_c_red``.
"""

from __future__ import annotations

from referee.kit import known_card

RED, BLACK = "red", "black"
COLOURS = (RED, BLACK)
MAD_AXE, TOTEM, LASSO, ARCHER = "mad_axe", "totem", "lasso", "archer"
BOWS, STERNS = ("empty_bow", "bow"), ("empty_stern", "stern")
_WARRIORS = {f"warrior_{name}": at // 2 + 1 for at, name in enumerate("abcdefg")}
STRENGTHS = {"bow": 1, "stern": 1, LASSO: 2, ARCHER: 2, **_WARRIORS}  # All that have a number.
SINGLES = ("companion", "dynamite", "eagle", "fur", "tobacco", "tent", "firewater")
SETS = {  # Each double prize with its character.
    "cannon": "soldier",
    "bear": "bear_hunter",
    "bison": "bison_hunter",
    "wood": "woodcutter",
    "gold": "gold_digger",
    "horse": "cowboy",
}
LEFT, RIGHT = "_left", "_right"
SET_CARDS = {name: (name + LEFT, name + RIGHT, who) for name, who in SETS.items()}
SET_OF = {card: name for name, cards in SET_CARDS.items() for card in cards}
PRIZES = frozenset((*SINGLES, *SET_OF))  # They count ten and are captured (OG-31, OG-42).

_OF_TRIBES = {f"{item}_{colour}": (item, colour) for item in STRENGTHS for colour in COLOURS}
_MANY = {"bow": 3, "stern": 3, LASSO: 2, ARCHER: 2}  # Copies in each colour. A warrior has 3.
COUNTS: dict[str, int] = {
    "empty_bow": 6,
    "empty_stern": 6,
    **{card: _MANY.get(figure, 3) for card, (figure, _) in _OF_TRIBES.items()},
    MAD_AXE: 4,
    TOTEM: 2,
    **dict.fromkeys(SINGLES, 2),
    **dict.fromkeys(SET_OF, 1),
}
CARDS = tuple(COUNTS)

_FIGURES = {card: _OF_TRIBES.get(card, (card, ""))[0] for card in CARDS}
_COLOURS = {card: _OF_TRIBES.get(card, (card, ""))[1] for card in CARDS}
_STRENGTHS = {card: STRENGTHS.get(_FIGURES[card], 0) for card in CARDS}
EQUALS = {  # The cards that equal a card, itself included (OG-12).
    card: tuple(name for name in CARDS if _FIGURES[name] == _FIGURES[card]) for card in CARDS
}
BOW_CARDS = frozenset(card for card in CARDS if _FIGURES[card] in BOWS)
STERN_CARDS = frozenset(card for card in CARDS if _FIGURES[card] in STERNS)
INDIANS = frozenset(card for card in CARDS if _STRENGTHS[card])  # The archer's targets (OG-21).


def figure(card: str) -> str:
    """Return the figure of a card, without the colour of its number (OG-12).

    >>> figure("lasso_red"), figure("cannon_left"), figure("empty_bow")
    ('lasso', 'cannon_left', 'empty_bow')
    """
    return _FIGURES[card]


def colour(card: str) -> str:
    """Return the colour of a card's number, or an empty string if it has no number.

    >>> colour("bow_black"), colour("mad_axe"), colour("totem")
    ('black', '', '')
    """
    return _COLOURS[card]


def strength(card: str) -> int:
    """Return the number on a card, or 0 if it has none."""
    return _STRENGTHS[card]


def canonical(card: str) -> str:
    """Return the canonical name of a card; raise `ValueError` for an unknown one.

    >>> canonical(" Warrior A red ")
    'warrior_a_red'
    """
    return known_card(card, COUNTS)

"""Coyote's cards: the numbers and the five special cards, with their names and counts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee.coyote.state.moves import refuse

DRAW = "?"
MAX_ZERO = "max0"
MAX_MINUS = "max-"
DOUBLE = "x2"
NIGHT = "night"
ZERO = "0"
REDRAWS = 3  # Maximum number of redraws if a draw card turns up another draw card.
SPECIALS = (DRAW, MAX_ZERO, MAX_MINUS, DOUBLE, NIGHT)

_ALIASES = {
    "draw": DRAW,
    "tipi": DRAW,
    "squaw": MAX_ZERO,
    "max-0": MAX_ZERO,
    "max=0": MAX_ZERO,
    "max>0": MAX_ZERO,
    "max->0": MAX_ZERO,
    "max→0": MAX_ZERO,
    "max--": MAX_MINUS,
    "max>-": MAX_MINUS,
    "max->-": MAX_MINUS,
    "max→-": MAX_MINUS,
    "chief": DOUBLE,
    "2x": DOUBLE,
    "dusk": NIGHT,
}
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}", re.ASCII)


class NoSuchCard(ValueError):
    """There is no card with the name `card`."""

    def __init__(self, card: str) -> None:
        self.card = card
        super().__init__(f"there is no card named {card!r}")


@lru_cache(maxsize=256)
def canonical(card: str) -> str:
    """Return the one name that the referee uses for a card; raise `ValueError` if it is unknown.

    Only this function understands the words of the rule sheets.

    >>> [canonical(card) for card in ("20", "−5", "Tipi", "×2", "dusk", "max→−")]
    ['20', '-5', '?', 'x2', 'night', 'max-']
    """
    name = card.strip().lower().replace("−", "-").replace("×", "x").replace(" ", "")
    if name in SPECIALS:
        return name
    if name in _ALIASES:
        return _ALIASES[name]
    if _NUMBER.fullmatch(name):
        return str(int(name))
    raise NoSuchCard(card)


def canonical_names(cards: Sequence[str], instead: Mapping[str, str]) -> tuple[str, ...]:
    """Return the canonical names of cards; raise `IllegalMove` for an unknown card.

    `instead` maps a name to the card that it means in the edition.
    """
    try:
        names = tuple(map(canonical, cards))
    except NoSuchCard as error:
        refuse("CY-11", "no_such_card", given=error.card)
    return tuple(instead.get(name, name) for name in names)


def deck_counts(given: Mapping[str, int], instead: Mapping[str, str]) -> dict[str, int]:
    """Return the number of copies of each card, as `canonical_names`. Raise `BadOptions`."""
    deck: dict[str, int] = {}
    for name, number in given.items():
        try:
            card = canonical(name)
        except ValueError:
            refuse.bad_options("CY-11", "card", given=name)
        card = instead.get(card, card)
        if not 0 <= number <= 99:
            refuse.bad_options("CY-11", "count", card=card, given=number)
        if number:
            deck[card] = deck.get(card, 0) + number
    if deck.get(DRAW, 0) > 1 + REDRAWS:  # more of them could draw each other endlessly
        refuse.bad_options("CY-21", "draw_cards", given=deck[DRAW], most=1 + REDRAWS)
    return deck


def is_number(card: str) -> bool:
    """Whether a card, by its canonical name, counts as the number printed on it."""
    return card not in SPECIALS

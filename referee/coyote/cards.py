"""The names of Coyote's cards: numbers as they are printed, and five special ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from referee.coyote.moves import refuse

DRAW = "?"
MAX_ZERO = "max0"
MAX_MINUS = "max-"
DOUBLE = "x2"
NIGHT = "night"
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


@lru_cache(maxsize=256)
def canonical(card: str) -> str:
    """Return the one name by which the referee knows `card`.

    The sheets' own words are understood here and nowhere else. Raises `ValueError`.

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
    raise ValueError(f"there is no card named {card!r}")


def named(cards: Sequence[str]) -> tuple[str, ...]:
    """Return cards by their one name; raises `IllegalMove` for one that does not exist."""
    names = []
    for card in cards:
        try:
            names.append(canonical(card))
        except ValueError:
            refuse("CY-11", "no_such_card", given=card)
    return tuple(names)


def is_number(card: str) -> bool:
    """Tell whether a card, by its canonical name, counts as the number printed on it."""
    return card not in SPECIALS

"""Text in which scripts that are written to the right and to the left meet.

A sentence isolates what it is filled with, so that no name moves the words and numbers next to it.
Only pages can use the isolating characters. Everything else shows `unmarked` text.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal

from babel import Locale

ISOLATE, ISOLATED = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
TO_THE_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
# Letter classes of Unicode's bidirectional algorithm that a sentence must isolate.
_OTHERS = {"ltr": frozenset({"R", "AL"}), "rtl": frozenset({"L"})}
_NUMBERS = frozenset({"EN", "AN", "CS", "ET", "ES", "ON", "WS"})
_MARKS = str.maketrans(
    "", "", f"{ISOLATE}{ISOLATED}{TO_THE_RIGHT}\N{RIGHT-TO-LEFT MARK}\N{ARABIC LETTER MARK}"
)


@lru_cache(maxsize=64)
def direction(locale: str) -> Literal["ltr", "rtl"]:
    """Return the direction in which a language is written.

    >>> direction("fr"), direction("he"), direction("ar")
    ('ltr', 'rtl', 'rtl')
    """
    return "rtl" if Locale.parse(locale).text_direction == "rtl" else "ltr"


@lru_cache(maxsize=1024)
def isolated(text: str, locale: str) -> str:
    """Return a text that can stand in a sentence of a language without moving its neighbours.

    A name in letters of the other direction is isolated. So are signs and numbers such as 3 – 1,
    which a language that is written to the left would turn round.
    """
    if ISOLATE in text:
        return text
    way = direction(locale)
    kinds = {unicodedata.bidirectional(letter) for letter in text}
    turned = way == "rtl" and kinds <= _NUMBERS and not text.isdecimal() and bool(kinds & {"EN"})
    return f"{ISOLATE}{text}{ISOLATED}" if turned or kinds & _OTHERS[way] else text


def onward(locale: str) -> str:
    """Return an arrow in the reading direction.

    >>> onward("en"), onward("he")
    ('→', '←')
    """
    return "←" if direction(locale) == "rtl" else "→"


def unmarked(text: str) -> str:
    """Return a text without the characters that only a page understands."""
    return text.translate(_MARKS)

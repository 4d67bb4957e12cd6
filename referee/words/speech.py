"""Prepares text for a speech synthesiser by replacing signs with words."""

from __future__ import annotations

import re

from referee.values import Message
from referee.words.catalogue import DEFAULT
from referee.words.directions import unmarked
from referee.words.sentences import SYMBOLS, say

# A minus sign precedes a number, and every other sign stands between two values.
SIGNS = {
    "−": "aloud.minus",
    "→": "aloud.to",
    "≥": "aloud.at_least",
    "<": "aloud.below",
    "=": "aloud.equals",
    "×": "aloud.times",
}
_SEATS = re.compile(rf"[{SYMBOLS}]\s*")
_GROUPED = re.compile(r"(?<=\d)[\u00a0\u202f](?=\d{3})")  # It makes one number of 1 234 567.
_SIGN = re.compile(rf"\s*([{''.join(SIGNS)}])\s*")
_SPACES = re.compile(r"\s+")


def without_symbols(text: str) -> str:
    """Return a text without seat symbols, for a reader who does not see the table.

    >>> without_symbols("Stopped early, with ●\\u00a0Ada in the lead.")
    'Stopped early, with Ada in the lead.'
    """
    return _SEATS.sub("", unmarked(text))


def speakable(text: str, locale: str = DEFAULT) -> str:
    """Return a text as it should be spoken. Seat symbols are left out, and signs become words.

    >>> speakable("−10 < 1: ■\\u00a0green starts.")
    'minus 10 is less than 1: green starts.'
    """

    def word(sign: re.Match[str]) -> str:
        return f" {say(Message(SIGNS[sign[1]]), locale)} "

    plain = _SIGN.sub(word, _GROUPED.sub("", without_symbols(text)))
    return _SPACES.sub(" ", plain).strip()

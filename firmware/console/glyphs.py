"""The letters of the console: Terminus Font, 6 × 12 pixels each, as its makers publish it (PCF)."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT = Path(__file__).parent / "font" / "terminus-6x12.pcf.gz"
WIDTH, HEIGHT = 6, 12
LEFTWARD = ("R", "AL")  # Unicode's classes of letters that are written from right to left.

# Substitutes for letters that the font lacks.
_SAME = {"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "★": "*", "✚": "+"}


@lru_cache(maxsize=512)
def glyph(letter: str) -> Image.Image:
    """Return a letter's pixels (mode "1"). If the font lacks the letter, it loses its accents or
    becomes a question mark.
    """
    letter = _SAME.get(letter, letter)
    there = _of_font(letter)
    if there != _of_font("?"):
        return there
    return _of_font(unicodedata.normalize("NFKD", letter)[:1])


@lru_cache(maxsize=64)
def legible(name: str) -> str:
    """Return a name in letters that the display has, or "" if it lacks one of them.

    Emoji and combining marks are left out. The display writes from left to right only.

    >>> legible("Zoë 🦊"), legible("דנה"), legible("子龍")
    ('Zoë', '', '')
    """
    there, unknown = unicodedata.normalize("NFC", name), glyph("?")
    drawn = [
        letter
        for letter in there
        if unicodedata.bidirectional(letter) not in LEFTWARD
        and (letter == "?" or glyph(letter) != unknown)
    ]
    if {letter for letter in there if letter.isalnum()} - set(drawn):
        return ""
    kept = " ".join("".join(drawn).split())
    return kept if any(map(str.isalnum, kept)) else ""


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, HEIGHT, layout_engine=ImageFont.Layout.BASIC)


def _of_font(letter: str) -> Image.Image:
    """Return a letter's pixels, or those of a question mark if the font lacks it."""
    image = Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(image).text((0, 0), letter, 1, _font())
    return image

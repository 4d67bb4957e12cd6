"""The console's letters: Terminus Font, 6 × 12 pixels each, as its makers publish it (PCF).

Two seats' symbols that the font has not are drawn here.
"""

from __future__ import annotations

import gzip
import re
import struct
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

FONT = Path(__file__).parent / "font" / "terminus-6x12.pcf.gz"
WIDTH, HEIGHT = 6, 12

Glyph = tuple[int, ...]  # its rows, six pixels each, the leftmost in the highest bit

_BITMAPS, _ENCODINGS = 1 << 3, 1 << 5  # the tables of a PCF file that are read
_BIG_ENDIAN, _NO_GLYPH = 1 << 2, 0xFFFF

_OWN = {
    "★": "...... ...... ..#... ..#... #####. .###.. .###.. ##.##. #...#.",
    "✚": "...... ...... ..##.. ..##.. ###### ###### ..##.. ..##..",
}
_HEBREW = re.compile(r"[\u0590-\u05ff]+(?: +[\u0590-\u05ff]+)*")
_SAME = {"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "}


def glyph(letter: str) -> Glyph:
    """Return a letter's pixels; one that there is not is shown without its accents, or as ?."""
    there = _glyphs()
    letter = _SAME.get(letter, letter)
    if letter not in there:
        letter = unicodedata.normalize("NFKD", letter)[:1]
    return there.get(letter, there["?"])


@lru_cache(maxsize=64)
def legible(name: str) -> str:
    """Return a name as it is written from left to right; empty where the font lacks its letters.

    Hebrew is turned round, which the display does not do; pictures and marks are left out.
    """
    there, unknown = unicodedata.normalize("NFC", name), glyph("?")
    drawn = [letter for letter in there if letter == "?" or glyph(letter) != unknown]
    if {letter for letter in there if letter.isalnum()} - set(drawn):
        return ""
    kept = " ".join("".join(drawn).split())
    return _HEBREW.sub(lambda found: found[0][::-1], kept) if any(map(str.isalnum, kept)) else ""


@cache
def _glyphs() -> dict[str, Glyph]:
    return {
        **_read(gzip.decompress(FONT.read_bytes())),
        **{sign: _drawn(rows.split()) for sign, rows in _OWN.items()},
    }


def _drawn(rows: list[str]) -> Glyph:
    pixels = [int(row.replace("#", "1").replace(".", "0"), 2) for row in rows]
    return (*pixels, *(0,) * (HEIGHT - len(pixels)))


def _read(data: bytes) -> dict[str, Glyph]:
    """Read a PCF font whose letters are all of one size."""
    tables = {}
    for number in range(struct.unpack_from("<I", data, 4)[0]):
        kind, form, _, offset = struct.unpack_from("<4I", data, 8 + 16 * number)
        tables[kind] = (">" if form & _BIG_ENDIAN else "<", 1 << (form & 3), offset + 4)

    order, stride, at = tables[_BITMAPS]
    (count,) = struct.unpack_from(f"{order}I", data, at)
    starts = struct.unpack_from(f"{order}{count}I", data, at + 4)
    pixels = at + 4 + 4 * count + 16

    order, _, at = tables[_ENCODINGS]
    low, high, first, last, _ = struct.unpack_from(f"{order}5H", data, at)
    columns = high - low + 1
    numbers = struct.unpack_from(f"{order}{columns * (last - first + 1)}H", data, at + 10)
    return {
        chr((first + place // columns) << 8 | (low + place % columns)): tuple(
            data[pixels + starts[number] + stride * row] >> (8 - WIDTH) for row in range(HEIGHT)
        )
        for place, number in enumerate(numbers)
        if number != _NO_GLYPH
    }

"""Draw capital letters and figures as strokes, so that the text on a mat needs no font."""

from __future__ import annotations

import unicodedata
from functools import cache

# The size of most letters, in stroke units; the baseline is 0, and up is negative.
WIDE, HIGH = 4.0, 6.0
SPACE, BETWEEN = 2.4, 1.7  # Width of a space, and of the gap between two letters.
STROKE = 0.85

# The width of each letter, and its strokes from the top left corner.
_STROKES: dict[str, tuple[float, str]] = {
    "A": (WIDE, "M0 6L2 0L4 6M.8 3.9H3.2"),
    "B": (3.6, "M0 0V6M0 0H2A1.4 1.4 0 0 1 2 2.8H0M2 2.8A1.6 1.6 0 0 1 2 6H0"),
    "C": (WIDE, "M4 1.2A2.3 2.4 0 0 0 0 2.4V3.6A2.3 2.4 0 0 0 4 4.8"),
    "D": (3.8, "M0 0V6M0 0H1.6A2.2 2.2 0 0 1 3.8 2.2V3.8A2.2 2.2 0 0 1 1.6 6H0"),
    "E": (3.2, "M3.2 0H0V6H3.2M0 2.9H2.6"),
    "F": (3.2, "M3.2 0H0V6M0 2.9H2.6"),
    "G": (WIDE, "M4 1.2A2.3 2.4 0 0 0 0 2.4V3.6A2.3 2.4 0 0 0 4 4.6V3.2H2.4"),
    "H": (WIDE, "M0 0V6M4 0V6M0 2.9H4"),
    "I": (0.0, "M0 0V6"),
    "J": (2.6, "M2.6 0V4.4A1.4 1.5 0 0 1 0 4.7"),
    "K": (3.8, "M0 0V6M3.6 0L0 3.6M1.2 2.6L3.8 6"),
    "L": (3.0, "M0 0V6H3"),
    "M": (4.8, "M0 6V0L2.4 4L4.8 0V6"),
    "N": (WIDE, "M0 6V0L4 6V0"),
    "O": (4.2, "M0 2.2A2.1 2.2 0 0 1 4.2 2.2V3.8A2.1 2.2 0 0 1 0 3.8Z"),
    "P": (3.6, "M0 6V0H2A1.6 1.6 0 0 1 2 3.2H0"),
    "Q": (4.2, "M0 2.2A2.1 2.2 0 0 1 4.2 2.2V3.8A2.1 2.2 0 0 1 0 3.8ZM2.6 4.4L4.4 6.4"),
    "R": (3.6, "M0 6V0H2A1.6 1.6 0 0 1 2 3.2H0M1.6 3.2L3.6 6"),
    "S": (3.6, "M3.5 1.1A1.7 1.5 0 0 0 .1 1.5C.1 3.3 3.6 2.6 3.6 4.5A1.8 1.6 0 0 1 0 4.9"),
    "T": (WIDE, "M0 0H4M2 0V6"),
    "U": (WIDE, "M0 0V4A2 2 0 0 0 4 4V0"),
    "V": (WIDE, "M0 0L2 6L4 0"),
    "W": (5.6, "M0 0L1.4 6L2.8 1.6L4.2 6L5.6 0"),
    "X": (3.8, "M0 0L3.8 6M3.8 0L0 6"),
    "Y": (WIDE, "M0 0L2 3L4 0M2 3V6"),
    "Z": (3.6, "M0 0H3.6L0 6H3.6"),
    "0": (3.6, "M0 2A1.8 2 0 0 1 3.6 2V4A1.8 2 0 0 1 0 4Z"),
    "1": (1.4, "M0 1.2L1.4 0V6"),
    "2": (3.6, "M.1 1.6A1.75 1.6 0 0 1 3.5 1.9C3.5 3.4 0 4.6 0 6H3.6"),
    "3": (3.4, "M.1 1A1.6 1.4 0 1 1 1.7 2.8A1.6 1.6 0 1 1 0 4.9"),
    "4": (3.6, "M2.8 6V0L0 4.2H3.6"),
    "5": (3.4, "M3.2 0H.4L.2 2.7A1.8 1.9 0 1 1 0 5.1"),
    "6": (3.6, "M3.1 0C1.2 .8 0 2.4 0 4.1A1.8 1.9 0 1 0 1.8 2.3C.9 2.3 .1 3 0 4"),
    "7": (3.4, "M0 0H3.4L1.2 6"),
    "8": (3.6, "M1.8 2.8A1.5 1.4 0 1 1 1.81 2.8ZM1.8 2.8A1.8 1.6 0 1 0 1.81 2.8Z"),
    "9": (3.6, "M.5 6C2.4 5.2 3.6 3.6 3.6 1.9A1.8 1.9 0 1 0 1.8 3.7C2.7 3.7 3.5 3 3.6 2"),
    "·": (0.0, "M0 3V3.1"),
    ":": (0.0, "M0 1.9V2M0 5V5.1"),
    ",": (0.4, "M.4 5.6L0 7"),
    "-": (1.8, "M0 3.2H1.8"),
    "’": (0.4, "M.4 0L0 1.4"),
}
# Accents, drawn from the middle of the letter's top.
_MARKS = {
    "\N{COMBINING ACUTE ACCENT}": "M-.3 -1L.7 -2",
    "\N{COMBINING GRAVE ACCENT}": "M.3 -1L-.7 -2",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "M-1 -1L0 -2L1 -1",
    "\N{COMBINING DIAERESIS}": "M-1 -1.3V-1.4M1 -1.3V-1.4",
    "\N{COMBINING TILDE}": "M-1.2 -1.1C-.8 -2 -.3 -1.8 0 -1.5S.8 -1 1.2 -1.9",
    "\N{COMBINING CEDILLA}": "M0 6V6.6A.6 .6 0 0 1 -.5 7.6",
}


def text_svg(text: str, high_mm: float, colour: str, stroke: float = STROKE) -> str:
    """Return a line of capitals as SVG, centred on the origin, with letters `high_mm` high.

    Raise `KeyError` for a letter without strokes.
    """
    drawn, wide = _line_strokes(text.upper())
    scale = high_mm / HIGH
    return (
        f'<g aria-label="{text}" fill="none" stroke="{colour}" stroke-width="{stroke:g}" '
        f'transform="scale({scale:.3g}) translate({-wide / 2:.2f} {-HIGH / 2:g})">{drawn}</g>'
    )


def text_width_mm(text: str, high_mm: float) -> float:
    """Return the width of a line of capitals `high_mm` high."""
    return _line_strokes(text.upper())[1] * high_mm / HIGH


def has_strokes(text: str) -> bool:
    """Whether every letter of a text can be drawn."""
    parts = unicodedata.normalize("NFD", text.upper())
    return all(part in _STROKES or part in _MARKS or part == " " for part in parts)


@cache
def _line_strokes(text: str) -> tuple[str, float]:
    """Return the strokes of a line, from its top left corner, and its width."""
    parts, x = list[str](), 0.0
    for letter in text:
        if letter == " ":
            x += SPACE
            continue
        plain, *marks = list(unicodedata.normalize("NFD", letter))
        wide, strokes = _STROKES[plain]
        if letter == "·":
            x += SPACE / 2
        parts.append(f'<path transform="translate({x:g} 0)" d="{strokes}"/>')
        parts += (
            f'<path transform="translate({x + wide / 2:g} 0)" d="{_MARKS[mark]}"/>'
            for mark in marks
        )
        x += wide + BETWEEN
    return "".join(parts), max(0.0, x - BETWEEN)

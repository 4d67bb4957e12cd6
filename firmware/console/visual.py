"""The order in which the letters of a line stand on the display, from left to right.

A line in Hebrew begins at the right. Its numbers, and names in Latin letters, still run to the
right. This is Unicode's bidirectional algorithm for one line without embedded directions.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby

_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_JOINS = ".,:/−-+"  # Between digits, or before one, these belong to the number.


def visual(line: str, leftward: bool) -> str:
    """Return a line as it is drawn. If `leftward`, its language is written from right to left.

    >>> visual("Ada", False), visual("אבג 12 Ada", True), visual("Bo אבג", False)
    ('Ada', 'Ada 12 גבא', 'Bo גבא')
    """
    if line.isascii() and not leftward:
        return line
    runs = [
        (level, "".join(letter for letter, _ in run))
        for level, run in groupby(zip(line, _levels(line, leftward), strict=True), lambda at: at[1])
    ]
    drawn = [run if level % 2 == 0 else run[::-1].translate(_MIRRORED) for level, run in runs]
    if leftward:
        return "".join(reversed(drawn))
    return "".join(drawn)


def _levels(line: str, leftward: bool) -> list[int]:
    """Return the level of each letter: odd ones run to the left."""
    base, other = (1, 2) if leftward else (0, 1)
    kinds = [_kind(line, at) for at in range(len(line))]
    levels, before = [], ""
    for at, kind in enumerate(kinds):
        if kind == "sign":  # A space or a sign belongs to the words on both its sides.
            after = next((one for one in kinds[at:] if one != "sign"), "")
            levels.append(other if before == after == ("L" if leftward else "R") else base)
        else:
            before = kind
            levels.append(1 if kind == "R" else 2 * leftward)
    return levels


def _kind(line: str, at: int) -> str:
    """Return whether a letter runs to the left or to the right, or is a digit or another sign."""
    kind = unicodedata.bidirectional(line[at])
    if kind in ("R", "AL"):
        return "R"
    begins = line[at] in _JOINS and line[at + 1 : at + 2].isdecimal()
    return "L" if kind == "L" else "digit" if kind in ("EN", "AN") or begins else "sign"

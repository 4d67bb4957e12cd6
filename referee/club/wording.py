"""The texts for formats and for the arithmetic of standings, in any language."""

from __future__ import annotations

from referee.club.format import Format
from referee.club.tiebreaks import Sum
from referee.values import Message
from referee.words import DEFAULT, has_key, number, say


def say_sum(sum_: Sum, locale: str = DEFAULT) -> str:
    """Return a sum as one line. Parts that do not count are in brackets.

    >>> from fractions import Fraction
    >>> from referee.club.tiebreaks import Part
    >>> beat = Message("club.part.ahead_of", {"name": "Bo"})
    >>> bye = Message("club.part.own_points")
    >>> parts = (Part(Fraction(2), beat), Part(Fraction(1, 2), bye, counts=False))
    >>> say_sum(Sum("buchholz_cut1", parts))
    '2 + (0.5) = 2: all points of Bo (beaten); your own points, for a bye (no match)'
    """
    if not sum_.parts:
        return number(float(sum_.total), locale)
    shown = (number(float(part.value), locale) for part in sum_.parts)
    terms = " + ".join(
        term if part.counts else f"({term})" for part, term in zip(sum_.parts, shown, strict=True)
    )
    many = sum(part.counts for part in sum_.parts)
    if sum_.mean and many > 1:
        terms = f"({terms}) / {many}"
    what = "; ".join(say(part.message, locale) for part in sum_.parts)
    total = number(float(sum_.total), locale)
    return f"{terms}: {what}" if terms == total else f"{terms} = {total}: {what}"


def say_title(sum_: Sum, locale: str = DEFAULT) -> str:
    """Return the name of a sum, for the head of its column."""
    return say(Message(f"club.sum.{sum_.name}"), locale)


def say_format(file: str, format_: Format, locale: str = DEFAULT) -> str:
    """Return the name of a format: the club's name, the project's name, or the file name."""
    key = f"club.format.{file}"
    return format_.name or (say(Message(key), locale) if has_key(key) else file)

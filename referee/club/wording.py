"""The texts for formats and for the arithmetic of standings, in any language."""

from __future__ import annotations

from referee.club.format import Format
from referee.club.tiebreaks import Sum
from referee.values import Message
from referee.words import DEFAULT, has_key, number, say


def say_sum(one: Sum, locale: str = DEFAULT) -> str:
    """Return a sum as one line. Parts that do not count are in brackets.

    >>> from fractions import Fraction
    >>> from referee.club.tiebreaks import Part
    >>> beat = Message("club.part.ahead_of", {"name": "Bo"})
    >>> bye = Message("club.part.own_points")
    >>> parts = (Part(Fraction(2), beat), Part(Fraction(1, 2), bye, counts=False))
    >>> say_sum(Sum("buchholz_cut1", parts))
    '2 + (0.5) = 2: all points of Bo (beaten); your own points, for a bye (no match)'
    """
    if not one.parts:
        return number(float(one.total), locale)
    shown = (number(float(part.value), locale) for part in one.parts)
    terms = " + ".join(
        term if part.counts else f"({term})" for part, term in zip(one.parts, shown, strict=True)
    )
    many = sum(part.counts for part in one.parts)
    if one.mean and many > 1:
        terms = f"({terms}) / {many}"
    what = "; ".join(say(part.message, locale) for part in one.parts)
    total = number(float(one.total), locale)
    return f"{terms}: {what}" if terms == total else f"{terms} = {total}: {what}"


def say_title(one: Sum, locale: str = DEFAULT) -> str:
    """Return the name of a sum, for the head of its column."""
    return say(Message(f"club.sum.{one.name}"), locale)


def say_format(file: str, one: Format, locale: str = DEFAULT) -> str:
    """Return the name of a format: the club's name, the project's name, or the file name."""
    key = f"club.format.{file}"
    return one.name or (say(Message(key), locale) if has_key(key) else file)

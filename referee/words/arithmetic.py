"""Turns a ruling's arithmetic into text, with one line for each step."""

from __future__ import annotations

from collections.abc import Mapping

from referee.values import Ruling, Step
from referee.words.catalogue import DEFAULT
from referee.words.directions import isolated
from referee.words.sentences import number, say


def say_sum(step: Step, locale: str = DEFAULT) -> str:
    """Return one line of a sum: the value of each card, the changes, and the total.

    >>> from referee.values import Message, Term
    >>> terms = (Term("20", 20, -20), Term("15", 15, 15), Term("-5", -5, -5))
    >>> say_sum(Step(Message(""), terms, -10))
    '(20 → −20) + 15 − 5 = −10'
    >>> say_sum(Step(Message(""), terms[1:], 20))
    '(15 − 5) × 2 = 20'
    """
    line = ""
    for term in step.terms:
        now = number(abs(term.now), locale)
        if term.was != term.now:
            piece = f"({number(term.was, locale)} → {number(term.now, locale)})"
            line += f" + {piece}" if line else piece
        elif line:
            line += f" − {now}" if term.now < 0 else f" + {now}"
        else:
            line = number(term.now, locale)
    plain = sum(term.now for term in step.terms)
    total = number(step.total, locale)
    if plain == step.total:
        return isolated(f"{line} = {total}" if line else total, locale)
    if plain and not step.total % plain:  # a card that multiplies the total
        line = f"({line})" if len(step.terms) > 1 else line
        return isolated(f"{line} × {number(step.total // plain, locale)} = {total}", locale)
    return isolated(f"{line} = {number(plain, locale)} → {total}", locale)


def say_ruling(
    ruling: Ruling, locale: str = DEFAULT, names: Mapping[int, str] | None = None
) -> str:
    """Return a ruling as text: the verdict, then the arithmetic below the name of each step."""
    lines = [say(ruling.message, locale, names)]
    for step in ruling.steps:
        lines += [f"  {say(step.message, locale, names)}", f"    {say_sum(step, locale)}"]
    return "\n".join(lines)

"""Plural forms of texts, each in the order of its language.

Programs for translators and Babel number the forms of some languages differently, such as Arabic.
The header of a file says which order it has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from gettext import c2py

from babel.messages.catalog import Catalog, Message

Rule = Callable[[int], int]  # Returns the number of the plural form for a count.

_HEADER = re.compile(r"\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=\s*([^;]+);?\s*")
# Every rule repeats itself after 100, but some languages have a form for whole millions alone.
_COUNTS = (*range(1000), 1_000_000)
_MANY = 100  # Stands for a form that no usual count has.
_compiled = lru_cache(c2py)  # Each entry of a file asks again.


def rule_in_header(header: str, forms: int) -> Rule | None:
    """Return the rule in a file's header, or None if it is damaged or lacks one of the `forms`."""
    match = _HEADER.fullmatch(header)
    if match is None or int(match[1]) < forms:
        return None
    try:
        rule = _compiled(match[2].strip())
        return rule if max(map(rule, _COUNTS)) < int(match[1]) else None
    except (ArithmeticError, ValueError):
        return None


def rule_of(catalogue: Catalog) -> Rule:
    """Return the rule of a catalogue's language."""
    return _compiled(catalogue.plural_expr)


def with_forms(entry: Message, given: Rule, into: Catalog) -> Message:
    """Return an entry with the plural forms of the language of `into`, in its order.

    `given` is the rule of the entry's own forms. The last form is the most general one, so it
    stands for missing ones, and for the rule's last one.
    """
    forms = entry.string
    if not isinstance(forms, tuple):
        return entry
    last, most_general = len(forms) - 1, _forms(given)[-1]
    chosen = _order(given, rule_of(into))
    made = tuple(forms[last if form == most_general else min(form, last)] for form in chosen)
    return Message(
        entry.id,
        made,
        flags=entry.flags,
        user_comments=entry.user_comments,
        auto_comments=entry.auto_comments,
        lineno=entry.lineno,
    )


@lru_cache
def _order(given: Rule, wanted: Rule) -> tuple[int, ...]:
    """Return the numbers that `given` has for the forms of `wanted`."""
    numbers = (
        next((n for n in (1, *_COUNTS) if wanted(n) == form), _MANY) for form in _forms(wanted)
    )
    return tuple(map(given, numbers))


@lru_cache
def _forms(rule: Rule) -> range:
    return range(1 + max(map(rule, _COUNTS)))

"""Writes KiCad's files: lists in brackets of words, numbers and quoted text."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

_OURS = uuid.uuid5(uuid.NAMESPACE_DNS, "coyote-board")


class Word(str):
    """A word of the file's language, which is not quoted."""

    __slots__ = ()


Value = str | float | Iterable["Value"]


def listed(word: str, *values: Value) -> tuple[Value, ...]:
    """Return a list that begins with a word.

    >>> text(listed("at", 1.5, 2, listed("net", "GND")))
    '(at 1.5 2 (net "GND"))'
    """
    return (Word(word), *values)


def text(value: Value) -> str:
    """Return a value as the file has it."""
    if isinstance(value, Word):
        return str(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, int | float):
        return f"{round(value, 4):g}" if abs(value) < 1e5 else str(value)
    inner = [text(one) for one in value]
    whole = " ".join(inner)
    return f"({whole})" if len(whole) < 100 else "(" + "\n".join(inner) + ")"


def known_as(name: str) -> tuple[Value, ...]:
    """Return the identity of an item; the same name always has the same one."""
    return listed("uuid", identity(name))


def identity(name: str) -> str:
    """Return a name's identity."""
    return str(uuid.uuid5(_OURS, name))

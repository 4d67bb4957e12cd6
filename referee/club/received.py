"""Cleans what another machine sent: its texts are shown here, and its names become people here."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from referee.match.people.names import MOST, clean, shortened

NAMED = ("name", "players", "others", "guest")  # The fields of messages that have names.

T = TypeVar("T", bound=msgspec.Struct)


def clean_message(message: T) -> T:
    """Return a message from another machine with clean texts, and with names as long as here."""
    plain = _clean_texts(msgspec.to_builtins(message), is_name=False)
    return msgspec.convert(plain, type(message))


def _clean_texts(plain: object, *, is_name: bool) -> object:
    match plain:
        case str():
            return shortened(clean(plain), MOST) if is_name else clean(plain)
        case list() | tuple():
            return [_clean_texts(item, is_name=is_name) for item in plain]
        case dict():
            return {key: _clean_texts(value, is_name=key in NAMED) for key, value in plain.items()}
    return plain

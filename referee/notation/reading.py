"""Reads values in the notation, as plain data."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from referee.contract import Cell, Message, RefereeError, Value
from referee.library import FORM
from referee.notation.places import (
    CELL,
    FIXED,
    NUMBER,
    SHORT,
    WORD,
    ZONE,
    Place,
    fields_of,
    place_of,
)
from referee.table import Zone

SHOWN_LENGTH = 30  # A refusal repeats at most this many characters of a wrong text.

_TOKEN = re.compile(rf"""\s*("(?:[^"\\]|\\.)*"|{WORD}|\S)""")


class NotationError(RefereeError, ValueError):
    """A line that is not in this notation. The message names the place and the fault."""


def unfit(error: msgspec.ValidationError) -> NotationError:
    """Return the refusal of a value that its type forbids. `error` has the path to the value."""
    return NotationError(FORM, Message("desk.notation_value", {"reason": str(error)}))


class _Token(NamedTuple):
    text: str
    at: int  # Its place in the line, from 0.


class Reader:
    """Reads the values of a line, one after the other, as plain data."""

    def __init__(self, line: str) -> None:
        self._tokens = [_Token(match[1], match.start(1)) for match in _TOKEN.finditer(line)]
        self._tokens.append(_Token("", len(line)))
        self._next = 0

    def end(self) -> None:
        """Raise `NotationError` unless the line ends here."""
        if self._token.text:
            raise self.too_much()

    def word(self) -> str:
        """Return a word, which may be in quotation marks."""
        text = self._token.text
        if re.fullmatch(WORD, text):
            return self._take()
        try:
            word = json.loads(text) if text.startswith('"') else None
        except ValueError:
            word = None
        if not isinstance(word, str):
            raise self.wrong("WORD")
        self._next += 1
        return word

    def value(self, place: Place) -> Any:
        """Return the value that stands in a place."""
        text, simple = self._token.text, place.simple
        if text == "(" and place.structs:
            self._next += 1
            plain = self.fields(place.structs)
            self._take(")")
            return plain
        if text == "[" and place.items:
            return self._list(place)
        if text == "{" and place.pairs:
            return self._mapping(place)
        if text in FIXED and type(FIXED[text]) in simple:
            return FIXED[self._take()]
        if simple & {int, float} and re.fullmatch(NUMBER, text):
            return self._number()
        if str in simple:
            return self.word()
        short = next((kind for kind in place.structs if kind in SHORT), None)
        if short is None:
            raise self.wrong(place.expected())
        return self.short_form(short)

    def fields(self, kinds: Sequence[type[Struct]]) -> dict[str, Any]:
        """Return the tag and the fields of a record of one of these types, up to its end."""
        kind = self._kind(kinds)
        config, plain = kind.__struct_config__, dict[str, Any]()
        if config.tag:
            plain[str(config.tag_field)] = config.tag
        left = dict(fields_of(kind))
        while True:
            required = next((name for name, field in left.items() if field.required), "")
            if self._token.text in ("", ")"):
                if required:
                    raise self.wrong(required)
                return plain
            if not left:
                raise self.too_much()
            named = self._tokens[self._next + 1].text == "="
            name = self._token.text if named else required
            if name not in left:
                raise self.wrong("|".join(f"{name}=" for name in left))
            self._next += 2 * named
            field = left.pop(name)
            plain[field.key] = self.value(field.place)

    def short_form(self, kind: type[Struct]) -> Any:
        """Return the message, zone or cell that stands here in its short form."""
        if kind is Zone:
            return msgspec.to_builtins(Zone.parse(self._match(ZONE, "ZONE")[0]))
        if kind is Cell:
            cell = self._match(CELL, "CARD@ROW,COLUMN")
            return {"card": cell[1], "row": int(cell[2]), "column": int(cell[3])}
        before, key = self._token, self.word()
        if self._token != ("{", before.at + len(before.text)):
            return {"key": key}
        return {"key": key, "params": self.value(fields_of(Message)["params"].place)}

    def wrong(self, expected: str) -> NotationError:
        """Return the refusal of the next token, if something else is expected in its place."""
        params: dict[str, Value] = {"expected": expected}
        if self._token.text:
            message = Message("desk.notation_wrong", params | self._given())
        else:
            message = Message("desk.notation_ends", params)
        return NotationError(FORM, message)

    def too_much(self) -> NotationError:
        """Return the refusal of the next token, if nothing more is expected."""
        return NotationError(FORM, Message("desk.notation_more", self._given()))

    def _given(self) -> dict[str, Value]:
        """Return the next token and its place, for a refusal."""
        text, at = self._token
        return {"at": at + 1, "given": text[:SHOWN_LENGTH] + "…" * (len(text) > SHOWN_LENGTH)}

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _take(self, expected: str = "") -> str:
        """Return the next token and go past it. Refuse it if it is not the `expected` one."""
        text = self._token.text
        if expected and text != expected:
            raise self.wrong(expected)
        self._next += 1
        return text

    def _match(self, pattern: str, expected: str) -> re.Match[str]:
        """Return the match of a pattern with the next token, and go past it."""
        match = re.fullmatch(pattern, self._token.text)
        if match is None:
            raise self.wrong(expected)
        self._next += 1
        return match

    def _kind(self, kinds: Sequence[type[Struct]]) -> type[Struct]:
        """Return the type that the tag names. Only a single type may have none."""
        tags = {str(kind.__struct_config__.tag): kind for kind in kinds}
        if not kinds[0].__struct_config__.tag:
            return kinds[0]
        if self._token.text not in tags:
            raise self.wrong("|".join(tags))
        return tags[self._take()]

    def _number(self) -> int | float:
        text = self._token.text
        try:
            number = float(text) if set(text) & set(".einf") else int(text)
        except ValueError:  # Python refuses to convert too many digits.
            raise self.wrong("NUMBER") from None
        self._next += 1
        return number

    def _list(self, place: Place) -> list[Any]:
        self._take("[")
        results, places = [], place.item_places()
        while self._token.text not in ("]", ""):
            item = next(places, None)
            if item is None:
                break
            results.append(self.value(item))
        self._take("]")
        return results

    def _mapping(self, place: Place) -> dict[Any, Any]:
        self._take("{")
        found: dict[Any, Any] = {}
        key, item = map(place_of, place.pairs)
        while self._token.text not in ("}", ""):
            name = self.value(key)
            if name in found:
                self._next -= 1
                raise self.too_much()
            self._take("=")
            found[name] = self.value(item)
        self._take("}")
        return found

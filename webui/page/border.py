"""The border: values leave the table as plain data, in the words of one viewer.

A value leaves if its type is a `Shape` or stands in a list (`leaves`). A type that is based on a
listed one leaves with the same fields. A `Message` leaves as text. Any other type raises
`TypeError`, and does so when the pages are built, not when a secret has left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, dataclass_transform, get_args, get_origin
from typing import get_type_hints as hints_of

import msgspec

from referee.offers import Offer
from referee.values import Message
from referee.words import Voice
from webui.page.pictures import Face, face_url

PLAIN = (str, int, float, bool, NoneType, Enum)  # Their values leave as they are.


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Shape(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """Base of the values that are made for a page: all their fields leave, in camelCase."""


class CardName(Shape):
    """A card and its name in words."""

    card: str
    label: str


class CardFace(CardName):
    """A card and the address of its picture; the address is empty if there is no picture."""

    picture: str


class ReadCard(CardName):
    """A card in a move, and the id of the picture from which the card was read, or None."""

    proof: str | None


@dataclass(frozen=True)
class Words:
    """The viewer's voice, and the addresses of the cards' pictures, to put values into words.

    * `face` draws a card; the addresses of the pictures begin with `folder`.
    * `due_ms` has the times at which offers become available, if they are not yet.
    """

    voice: Voice
    face: Face
    folder: str = ""
    due_ms: tuple[tuple[Offer, int], ...] = ()

    def cards(self, names: Iterable[str]) -> tuple[CardFace, ...]:
        """Return cards with their names and pictures."""
        return tuple(CardFace(**self.card(name)) for name in names)

    def card(self, name: str) -> dict[str, str]:
        """Return the fields of a `CardFace`. They are empty for a card without a name."""
        if not name:
            return {"card": "", "label": "", "picture": ""}
        picture = face_url(self.face, name, self.folder)
        return {"card": name, "label": self.voice.card(name), "picture": picture}


Fill = Callable[[Any, Words], Any]  # Returns a field that only the page has; its type is annotated.
Fields = Mapping[str, str | Fill]  # By the name on the page: a field or property, or a `Fill`.


class _Field(NamedTuple):
    """A field that leaves: its name on the page, its source, and its type on the page.

    A `plain` field leaves as it is.
    """

    name: str
    source: str | Fill
    kind: Any
    plain: bool


class Border:
    """Tells values of the types that may leave: every `Shape`, and the types in `leaves`."""

    def __init__(self, leaves: Mapping[type[msgspec.Struct], Fields]) -> None:
        self._leaves = leaves
        self._tellers: dict[type, Fill] = {}
        self._fields, self.form = cache(self._find_fields), cache(self._make_form)

    def tell(self, value: Any, words: Words) -> Any:
        """Return a value as plain data in the viewer's words, ready to be written as JSON."""
        kind = type(value)
        if kind not in self._tellers:
            self._tellers[kind] = self._teller(kind)
        return self._tellers[kind](value, words)

    def _teller(self, kind: Any) -> Fill:
        """Return the function that tells values of this type."""
        if issubclass(kind, PLAIN):
            return _as_it_is
        if kind is Message:
            return lambda message, words: words.voice.say(message)
        if issubclass(kind, tuple | list):
            return lambda values, words: [self.tell(entry, words) for entry in values]
        if issubclass(kind, Mapping):
            return lambda pairs, words: {key: self.tell(pairs[key], words) for key in pairs}
        return _as_it_is if self._is_plain(kind) else partial(self._tell_fields, kind)

    def _tell_fields(self, kind: type[msgspec.Struct], value: Any, words: Words) -> dict[str, Any]:
        config = kind.__struct_config__
        answers: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
        for name, source, _, plain in self._fields(kind):
            result = getattr(value, source) if isinstance(source, str) else source(value, words)
            answers[name] = result if plain else self.tell(result, words)
        return answers

    def _make_form(self, kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
        """Return the type of such values after they have left; all its fields leave as they are."""
        if self._is_plain(kind):
            return kind
        config, fields = kind.__struct_config__, self._fields(kind)
        # A page's own value keeps the names that it has in Python.
        names = (
            kind.__struct_fields__ if issubclass(kind, Shape) else [field.name for field in fields]
        )
        return msgspec.defstruct(
            kind.__name__,
            [(name, field.kind) for name, field in zip(names, fields, strict=True)],
            rename={name: field.name for name, field in zip(names, fields, strict=True)},
            module=kind.__module__,
            namespace={"__doc__": kind.__doc__},
            tag_field=config.tag_field,
            tag=config.tag,
            frozen=True,
        )

    def _is_plain(self, kind: type[msgspec.Struct]) -> bool:
        """Whether msgspec writes such values as they must leave."""
        names = tuple(field.name for field in self._fields(kind) if field.plain)
        return names == kind.__struct_encode_fields__ and not kind.__struct_config__.omit_defaults

    def _find_fields(self, kind: type) -> tuple[_Field, ...]:
        """Return the fields that leave. Raise `TypeError` if values of this type may not."""
        listed = next((base for base in kind.__mro__ if base in self._leaves), None)
        if listed is not None:
            sources = self._leaves[listed]
        elif issubclass(kind, Shape):
            sources = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
        else:
            raise TypeError(f"{kind.__name__} may not leave the table.")
        hints: dict[Any, Any] = hints_of(kind)
        results = []
        for name, source in sources.items():
            getter = getattr(kind, source) if isinstance(source, str) else source
            getter = getter.fget if isinstance(getter, property) else getter
            hint = hints.get(source) or hints_of(getter)["return"]
            answer = self._told_type(hint)
            plain = answer == hint and Any not in _parts(hint)
            results.append(_Field(name, source, answer, plain))
        return tuple(results)

    def _told_type(self, hint: Any) -> Any:
        """Return the type of a field after it has left."""
        if hint is Message:
            return str
        if hint in (Any, ...) or get_origin(hint) is Literal:
            return hint
        if parts := get_args(hint):
            kinds = tuple(map(self._told_type, parts))
            either = get_origin(hint) in (Union, UnionType)
            return reduce(or_, kinds) if either else get_origin(hint)[kinds]
        return hint if issubclass(hint, PLAIN) else self.form(hint)


def _as_it_is(value: Any, _: Words) -> Any:
    return value


def _parts(hint: Any) -> list[Any]:
    """Return a type and the types inside it."""
    return [hint, *(part for arg in get_args(hint) for part in _parts(arg))]

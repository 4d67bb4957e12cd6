"""The allowed values in each place of a line, from their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct

from referee.contract import Cell, Message
from referee.table import Zone

FIXED: Mapping[str, bool | None] = {"-": None, "yes": True, "no": False}
WORD = r"""[^\s()\[\]{}="|;]+"""  # A word that needs no quotation marks.
NUMBER = r"-?([0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?|inf|nan)"
SHORT = (Message, Zone, Cell)  # The records with a short form. Those of the last two:
ZONE = r"[^:]+(:-?[0-9]{1,9})?"
CELL = r"(.+)@(-?[0-9]{1,9}),(-?[0-9]{1,9})"


class Place(NamedTuple):
    """The values for a place: simple types, records, a list of `items`, a mapping of `pairs`.

    `items` has the type of each item, or one type and an ellipsis.
    """

    simple: frozenset[Any] = frozenset()
    structs: tuple[type[Struct], ...] = ()
    items: tuple[Any, ...] = ()
    pairs: tuple[Any, ...] = ()

    def expected(self) -> str:
        """Return what may stand here, as refusals name it."""
        names = {NoneType: "-", bool: "yes|no", int: "NUMBER", float: "NUMBER", str: "WORD"}
        results = [name for kind, name in names.items() if kind in self.simple]
        results += ["["] * bool(self.items) + ["{"] * bool(self.pairs) + ["("] * bool(self.structs)
        return "|".join(dict.fromkeys(results))

    def item_places(self) -> Iterator[Place]:
        """Return the place of each item of the list."""
        first, *others = self.items or (Any, ...)
        return repeat(place_of(first)) if others == [...] else map(place_of, self.items)


@lru_cache(maxsize=1024)
def place_of(kind: Any) -> Place:
    """Return the place for a value of this type."""
    kind = getattr(kind, "__value__", getattr(kind, "__supertype__", kind))  # The alias's type.
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return place_of(args[0])
    if origin in (Union, UnionType):
        return _any_of([place_of(arg) for arg in args])
    if origin is Literal:
        return Place(frozenset(map(type, args)))
    if origin is dict:
        return Place(pairs=args)
    if origin is tuple:
        return Place(items=args)
    if origin is not None:  # A list.
        return Place(items=(*args, ...))
    if issubclass(kind, Struct):
        return Place(structs=(kind,))
    if issubclass(kind, Enum):
        return Place(frozenset(type(entry.value) for entry in kind))
    return Place(frozenset({kind}))


def _any_of(places: Sequence[Place]) -> Place:
    """Return a place where everything may stand that may stand in one of these."""
    return Place(
        frozenset(kind for place in places for kind in place.simple),
        tuple(kind for item in places for kind in item.structs),
        next((place.items for place in places if place.items), ()),
        next((place.pairs for place in places if place.pairs), ()),
    )


class Field(NamedTuple):
    """A field of a record."""

    key: str  # The name in plain data.
    place: Place
    default: Any

    @property
    def required(self) -> bool:
        return self.default is NODEFAULT


@lru_cache(maxsize=1024)
def fields_of(kind: type[Struct]) -> Mapping[str, Field]:
    """Return the fields of a record by name, in the order in which they are declared."""
    result = {}
    for field in msgspec.structs.fields(kind):
        default = field.default if field.default_factory is NODEFAULT else field.default_factory()
        result[field.name] = Field(field.encode_name, place_of(field.type), default)
    return result

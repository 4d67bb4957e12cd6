"""What benches must know of a game: `bench.toml` in the game's own folder.

A section is for the bench of its name, and says how that is played: see the README.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec

from referee import library
from vision.decks.shelves import deck_names

FILE = "bench.toml"

T = TypeVar("T")


@cache
def of_game(name: str) -> dict[str, dict[str, Any]]:
    """Return what the benches need of a game, by their names; nothing of one without the file."""
    path = library.folder(name) / FILE
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def sections(bench: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the games that a bench is played with, each with what it needs to know of it."""
    for name in library.names():
        if bench in of_game(name):
            yield name, of_game(name)[bench]


def section(bench: str, form: type[T]) -> tuple[str, T]:
    """Return the game that a bench is played with, and its section.

    Raises `LookupError` where none is, and `msgspec.ValidationError` for one of another form.
    """
    for name, found in sections(bench):
        return name, msgspec.convert(found, form)
    raise LookupError(f"No game has a section {bench} in its {FILE}.")


class Speed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match in which times are taken: a deck, `cards` that are read, moves that ask for them.

    With these cards it is a match of as many seats.
    """

    deck: str
    cards: tuple[str, ...]
    asks_for_cards: tuple[dict[str, Any], ...]


def speed() -> tuple[str, Speed]:
    """Return the game in which times are taken, and how."""
    return section("speed", Speed)


def read_decks() -> tuple[str, ...]:
    """Return the decks of which rendered tables and evenings are made."""
    return tuple(deck for _, found in sections("readings") for deck in found["decks"])


def deck_of(game: str, options: Any) -> str:
    """Return the deck of a game as its options have it."""
    edition = getattr(options, "edition", None)
    name = game if edition is None else f"{game}-{edition}"
    return name if name in deck_names() else game

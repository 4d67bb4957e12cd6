"""Read what the benches must know of a game: `bench.toml` in the game's own folder."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from referee import library
from vision.decks.shelves import deck_names

FILE = "bench.toml"


@cache
def of_game(name: str) -> dict[str, dict[str, Any]]:
    """Return the sections of a game's file; none if it has no file."""
    path = library.folder(name) / FILE
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


class Speed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match in which times are taken: a deck, and the `cards` of it that are read."""

    deck: str
    cards: tuple[str, ...]


def speed() -> tuple[str, Speed]:
    """Return the game in which times are taken, and its section."""
    name = next(name for name in library.names() if "speed" in of_game(name))
    return name, msgspec.convert(of_game(name)["speed"], Speed)


def read_decks() -> tuple[str, ...]:
    """Return the decks of which tables are rendered."""
    results = [of_game(name).get("readings", {}) for name in library.names()]
    return tuple(deck for section in results for deck in section.get("decks", ()))


def deck_of(game: str, options: Any) -> str:
    """Return the deck of a game with these options."""
    edition = getattr(options, "edition", None)
    name = game if edition is None else f"{game}-{edition}"
    return name if name in deck_names() else game

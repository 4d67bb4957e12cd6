"""The form of a new match, made from each game's own options: no game is known here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from referee import library
from referee.contract import Message
from referee.words import known, say

SEATS = {"starter"}  # options that name a seat


def games(locale: str, ended: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every game as plain data: its title, seats, editions and options to fill in.

    `ended` says what follows from each game's last match (`Desk.ended`).
    """
    return [{**_game(name, locale), "last": ended.get(name)} for name in library.names()]


@cache
def most_seats() -> int:
    """Return how many can play the game that takes most players."""
    return max(library.game(name).seats[-1] for name in library.names())


def title(game: str, locale: str) -> str:
    """Return a game's name in words."""
    return _words(f"game.{game}", game, locale)


def book(locale: str) -> list[tuple[str, str]]:
    """Return the page of rules of each game, or of each of its editions, with a title."""
    pages = []
    for name in library.names():
        editions = library.editions(library.game(name))
        pages += [
            (f"/rules/{name}/{edition}", _words(f"edition.{edition}", edition, locale))
            for edition in editions
        ] or [(f"/rules/{name}", title(name, locale))]
    return pages


def _game(name: str, locale: str) -> dict[str, Any]:
    game = library.game(name)
    editions = library.editions(game)
    return {
        "name": name,
        "title": title(name, locale),
        "least": game.seats[0],
        "most": game.seats[-1],
        "defaults": _defaults(game, {}),
        "editions": [
            {
                "value": edition,
                "label": _words(f"edition.{edition}", edition, locale),
                "defaults": _defaults(game, {"edition": edition}),
            }
            for edition in editions
        ],
        "options": [
            {
                "name": option,
                "kind": kind,
                "label": _words(f"option.{option}", option, locale),
                "choices": [
                    {"value": one, "label": _words(f"option.{option}.{one}", one, locale)}
                    for one in choices
                ],
            }
            for option, kind, choices in _options(game, bool(editions))
        ],
    }


def _options(game: Any, editions: bool) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the options that a form can ask for, how, and what there is to choose from.

    A deck, say, is a file's matter.
    """
    kinds: list[tuple[str, str, tuple[str, ...]]] = []
    for field in msgspec.structs.fields(game.options):
        if field.name == "edition" and editions:
            kinds.append((field.name, "edition", ()))
        elif field.type is bool:
            kinds.append((field.name, "yes", ()))
        elif field.type is int:
            kinds.append((field.name, "seat" if field.name in SEATS else "number", ()))
        elif get_origin(field.type) is Literal:
            kinds.append((field.name, "choice", get_args(field.type)))
    return kinds


def _defaults(game: Any, given: dict[str, str]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(library.options(game, given))
    return {
        field.name: plain.get(field.name, field.default)
        for field in msgspec.structs.fields(game.options)
        if field.type in (int, str, bool) or get_origin(field.type) is Literal
    }


def _words(key: str, otherwise: str, locale: str) -> str:
    return say(Message(key), locale) if known(key, locale) else otherwise

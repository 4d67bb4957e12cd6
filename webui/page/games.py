"""The form for a new match, built from each game's own options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from referee import library
from referee.contract import Message
from referee.options import (
    EDITION,
    Asks,
    AsksChoice,
    AsksEach,
    AsksSome,
    AsksWhole,
    option_questions,
)
from referee.words import has_key, say
from webui.page.pictures import digest


def games(locale: str, ended: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return all games as plain data: descriptions, seats, editions and options.

    `ended` contains, for each game, what follows from its last match (`Desk.ended`).
    """
    return [{**_game_form(name, locale), "last": ended.get(name)} for name in library.names()]


@cache
def most_seats() -> int:
    """Return the largest number of players that any game allows."""
    return max(library.game(name).seats[-1] for name in library.names())


def game_title(game: str, locale: str) -> str:
    """Return a game's name in words."""
    return _text_or(f"game.{game}", game, locale)


def game_summary(game: str, locale: str) -> dict[str, Any]:
    """Return a short description of a game as plain data.

    The `sentence` and the address of the `picture` may be empty. `minutes` is the shortest and
    longest duration of a match, or None.
    """
    about = library.data(game).about
    return {
        "sentence": _text_or(f"about.{game}", "", locale),
        "minutes": about.minutes,
        "picture": picture_of(game),
    }


def game_cards(locale: str) -> dict[str, dict[str, Any]]:
    """Return what the card of each game shows, by the game's name."""
    return {
        name: {
            "title": game_title(name, locale),
            "least": library.game(name).seats[0],
            "most": library.game(name).seats[-1],
            **game_summary(name, locale),
        }
        for name in library.names()
    }


@cache
def game_picture(game: str, file: str) -> str:
    """Return a picture of a game; raise `LookupError` if the game's data does not name it."""
    if game not in library.names() or file not in library.data(game).about.files():
        raise LookupError(file)
    return (library.folder(game) / file).read_text("utf-8")


def picture_of(game: str) -> str:
    """Return the address of a game's picture, or an empty text if there is none."""
    if game not in library.names():
        return ""
    return _picture_url(game, library.data(game).about.picture)


def _picture_url(game: str, file: str) -> str:
    return f"/game/{game}/{file}?{digest(game_picture(game, file))}" if file else ""


def rule_pages(locale: str) -> list[tuple[str, str]]:
    """Return the address and title of each page of rules, one for each game or edition."""
    pages = []
    for name in library.names():
        editions = library.editions(library.game(name))
        pages += [
            (f"/rules/{name}/{edition}", f"{game_title(name, locale)} · {label}")
            for edition in editions
            for label in (_text_or(f"edition.{edition}", edition, locale),)
        ] or [(f"/rules/{name}", game_title(name, locale))]
    return pages


def _game_form(name: str, locale: str) -> dict[str, Any]:
    game = library.game(name)
    editions = library.editions(game)
    return {
        "name": name,
        "title": game_title(name, locale),
        **_edition_form(game, {}, locale),
        "least": game.seats[0],
        "most": game.seats[-1],
        "editions": [
            {
                "value": edition,
                "label": _text_or(f"edition.{edition}", edition, locale),
                **_edition_form(game, {"edition": edition}, locale),
            }
            for edition in editions
        ],
        "options": [_option(name, asks, locale) for asks in option_questions(game, editions)],
    }


def _option(game: str, asks: Asks, locale: str) -> dict[str, Any]:
    shown = {
        **msgspec.to_builtins(asks),
        "label": _text_or(f"option.{asks.name}", asks.name, locale),
    }
    part = asks.name if asks.name == EDITION else f"option.{asks.name}"
    if isinstance(asks, AsksEach):
        part = f"{game}.{asks.words}"
    values = {AsksChoice: "values", AsksWhole: "usual", AsksEach: "values"}.get(type(asks))
    if values is not None:
        pictures = library.data(game).about.pictures.get(asks.name, {})
        shown[values] = [
            {
                "value": str(entry),
                "label": _text_or(f"{part}.{entry}", str(entry), locale),
                "picture": _picture_url(game, pictures.get(str(entry), "")),
            }
            for entry in getattr(asks, values)
        ]
    return shown


def _edition_form(game: Any, given: dict[str, str], locale: str) -> dict[str, Any]:
    """Return the parts of the form that depend on the edition.

    These are the `least` and the `most` players, the `defaults` of all options, and the values
    (`some`) from which an option may select several.
    """
    options = library.options(game, given)
    asked = option_questions(game, library.editions(game))
    some = (asks for asks in asked if isinstance(asks, AsksSome))
    seats = library.seats(game, options)
    return {
        "least": seats[0],
        "most": seats[-1],
        "defaults": {asks.name: getattr(options, asks.name) for asks in asked},
        "some": {
            asks.name: _some(game.name, asks, getattr(options, asks.of), locale) for asks in some
        },
    }


def _some(game: str, asks: AsksSome, there: Mapping[str, int], locale: str) -> list[dict[str, Any]]:
    return [
        {
            "value": name,
            "label": _text_or(f"{game}.{asks.words}.{name}", name, locale),
            "effect": _text_or(f"{game}.{asks.effects}.{name}", "", locale),
            "count": count,
        }
        for name, count in there.items()
        if count
    ]


def _text_or(key: str, otherwise: str, locale: str) -> str:
    return say(Message(key), locale) if has_key(key, locale) else otherwise

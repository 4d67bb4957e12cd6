"""What is told of each game: its title, sentence, size and pictures."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee import library
from referee.contract import Message
from referee.words import has_key, say
from webui.page.pictures import digest


@cache
def most_seats() -> int:
    """Return the largest number of players that any game allows."""
    return max(library.game(name).seats[-1] for name in library.names())


def game_title(game: str, locale: str) -> str:
    """Return a game's name in words."""
    return text_or(f"game.{game}", game, locale)


def game_summary(game: str, locale: str) -> dict[str, Any]:
    """Return a short description of a game as plain data.

    The `sentence` and the address of the `picture` may be empty. `minutes` is the shortest and
    longest duration of a match, or None.
    """
    about = library.data(game).about
    return {
        "sentence": text_or(f"about.{game}", "", locale),
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


def option_picture(game: str, option: str, value: str) -> str:
    """Return the address of the picture of an option's value, or an empty text."""
    return _picture_url(game, library.data(game).about.pictures.get(option, {}).get(value, ""))


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
            for label in (text_or(f"edition.{edition}", edition, locale),)
        ] or [(f"/rules/{name}", game_title(name, locale))]
    return pages


def text_or(key: str, otherwise: str, locale: str) -> str:
    """Return the text of a key, or `otherwise` if there is none."""
    return say(Message(key), locale) if has_key(key, locale) else otherwise

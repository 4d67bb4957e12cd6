"""What a game is called on paper, and its drawings."""

from __future__ import annotations

from typing import NamedTuple

from firmware.decks import usual_deck
from firmware.errors import PrintError
from referee import library, words
from referee.contract import Message
from vision.art import art_names


class Book(NamedTuple):
    """A game, or one of its editions, in a language."""

    game: str
    edition: str | None
    language: str

    @property
    def title(self) -> str:
        """Return the game's name."""
        return self.say(f"game.{self.game}", self.game)

    @property
    def subtitle(self) -> str:
        """Return the edition's name, empty where there are none."""
        return "" if self.edition is None else self.say(f"edition.{self.edition}", self.edition)

    @property
    def sentence(self) -> str:
        """Return what the game is, in a sentence."""
        return self.say(f"about.{self.game}", "")

    @property
    def measures(self) -> str:
        """Return how many play and how long, as on the box of a game."""
        seats, minutes = library.game(self.game).seats, library.about(self.game).minutes
        spans = {"players": (seats[0], seats[-1]), **({"minutes": minutes} if minutes else {})}
        said = (
            words.say(Message(f"page.match.{what}", {"least": least, "most": most}), self.language)
            for what, (least, most) in spans.items()
        )
        return " · ".join(said)

    @property
    def deck(self) -> str | None:
        """Return the deck that it is usually played with, None where that has no drawings."""
        name = usual_deck(self.game, self.edition)
        return name if name in art_names() else None

    def say(self, key: str, otherwise: str) -> str:
        """Return the words of a key, and where it has none `otherwise`."""
        return words.say(Message(key), self.language) if words.known(key) else otherwise


def book(game: str, edition: str | None, language: str) -> Book:
    """Return a game in a language, of its usual edition where none is named.

    Raises `BadOptions` for no such game, `PrintError` for a language or an edition that is none.
    """
    played = library.game(game)
    editions = library.editions(played)
    if language not in words.LOCALES:
        raise PrintError("cli.print.no_language", given=language, languages=words.LOCALES)
    if edition is not None and not editions:
        raise PrintError("cli.print.unused", option="--edition", what=game)
    if edition is not None and edition not in editions:
        raise PrintError("cli.print.no_edition", given=edition, editions=editions)
    if edition is None and editions:
        edition = str(library.options(played).edition)
    return Book(game, edition, language)


def book_of_deck(deck: str, language: str) -> Book:
    """Return the game, or its edition, that a deck is for, in a language; raises `PrintError`."""
    for game in library.names() if deck in art_names() else ():
        for edition in library.editions(library.game(game)) or (None,):
            if usual_deck(game, edition) == deck:
                return book(game, edition, language)
    raise PrintError("cli.print.no_art", deck=deck, decks=art_names())

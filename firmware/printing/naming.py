"""The names and drawings of a game, as print needs them."""

from __future__ import annotations

from typing import NamedTuple

from firmware.decks import usual_deck
from firmware.errors import PrintError
from firmware.printing.typeset import has_letters
from referee import library, words
from referee.contract import Message
from vision.art import art_names


class Book(NamedTuple):
    """A game or one of its editions, in one language."""

    game: str
    edition: str | None
    language: str

    @property
    def title(self) -> str:
        return self.say(f"game.{self.game}", self.game)

    @property
    def subtitle(self) -> str:
        """Return the edition's name, or an empty string if the game has no editions."""
        return "" if self.edition is None else self.say(f"edition.{self.edition}", self.edition)

    @property
    def sentence(self) -> str:
        """Return one sentence that says what the game is."""
        return self.say(f"about.{self.game}", "")

    @property
    def measures(self) -> str:
        """Return the number of players and the duration, as on a game's box."""
        game, minutes = library.game(self.game), library.data(self.game).about.minutes
        edition = {} if self.edition is None else {"edition": self.edition}
        seats = library.seats(game, library.options(game, edition))
        spans = {"players": (seats[0], seats[-1]), **({"minutes": minutes} if minutes else {})}
        parts = (
            words.say(Message(f"page.match.{what}", {"least": least, "most": most}), self.language)
            for what, (least, most) in spans.items()
        )
        return " · ".join(parts)

    @property
    def deck(self) -> str | None:
        """Return the usual deck, or None if it has no drawings."""
        name = usual_deck(self.game, self.edition)
        return name if name in art_names() else None

    def say(self, key: str, otherwise: str) -> str:
        """Return the text of a key, or `otherwise` if there is none."""
        return words.say(Message(key), self.language) if words.has_key(key) else otherwise


def must_be_printable(language: str) -> None:
    """Raise `PrintError` for an unknown language, or one whose letters the fonts lack."""
    if language not in words.locales():
        raise PrintError("cli.print.no_language", given=language, languages=words.locales())
    if not has_letters(language):
        raise PrintError("cli.print.no_letters", language=words.language(language))


def book(game: str, edition: str | None, language: str) -> Book:
    """Return a game in a language. Without `edition`, return its usual edition.

    Raise `BadOptions` for an unknown game, `PrintError` for an unknown language or edition.
    """
    played = library.game(game)
    editions = library.editions(played)
    must_be_printable(language)
    if edition is not None and not editions:
        raise PrintError("cli.print.unused", option="--edition", what=game)
    if edition is not None and edition not in editions:
        raise PrintError("cli.print.no_edition", given=edition, editions=editions)
    if edition is None and editions:
        edition = str(library.options(played).edition)
    return Book(game, edition, language)


def book_of_deck(deck: str, language: str) -> Book:
    """Return the game or edition that a deck belongs to. Raise `PrintError` if there is none."""
    for game in library.names() if deck in art_names() else ():
        for edition in library.editions(library.game(game)) or (None,):
            if usual_deck(game, edition) == deck:
                return book(game, edition, language)
    raise PrintError("cli.print.no_art", deck=deck, decks=art_names())

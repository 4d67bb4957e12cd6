"""Chooses the deck of a match, and the templates with which the reader reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from referee import library
from referee.match.desk import Desk, Snapshot
from vision.art import face_svg
from vision.decks.deck import Deck, DeckError, load_deck
from vision.decks.shelves import deck_names

CARD_MM = (63.0, 88.0)  # Size of a card, for a game without a deck.
KEY = "deck."  # Prefix of a journal key, under which the folder that replaces a deck is stored.


def usual_card_mm(game: str) -> tuple[float, float]:
    """Return the width and height of a game's usual cards."""
    return load_deck(game, pictures=False).size_mm if game in deck_names() else CARD_MM


def usual_deck(game: str, edition: str | None) -> str:
    """Return the usual deck of a game or of one of its editions."""
    name = game if edition is None else f"{game}-{edition}"
    return name if name in deck_names() else game


def known_decks(pictures: bool = True) -> Iterator[Deck | DeckError]:
    """Yield each deck known by name, or its error if it cannot be used."""
    for name in deck_names():
        try:
            yield load_deck(name, pictures)
        except DeckError as error:
            yield error


class MatchDeck(NamedTuple):
    """The deck of a match: its name or folder, and the game and edition that name its cards."""

    where: str = ""
    game: str = ""
    edition: str | None = None

    @classmethod
    def of(cls, name: str) -> MatchDeck:
        """Return one of the project's decks with its game. Other decks belong to no game."""
        decks = (
            cls(name, game, edition)
            for game in library.names()
            for edition in library.editions(library.game(game)) or (None,)
        )
        return next(
            (deck for deck in decks if usual_deck(deck.game, deck.edition) == name), cls(name)
        )

    def load(self) -> Deck:
        """Load the deck with the names that its game uses for cards. Raise `DeckError`.

        A name that two cards would get stays with the card that has it.
        """
        deck = load_deck(self.where)
        names: dict[str, str] = {}
        for old in deck.names:
            new = self.called(old)
            names[old] = old if new in {*deck.names, *names.values()} else new
        return deck.renamed(names)

    def called(self, card: str) -> str:
        """Return the name that the game uses for a card, or the given one if it is unknown."""
        if not self.game:
            return card
        game = library.game(self.game)
        options = library.options(game, {"edition": self.edition} if self.edition else {})
        with suppress(ValueError):
            return game.table.cards.called(options, card)
        return card

    def taught_name(self, card: str) -> str:
        """Return the name with which the owner taught a card. Raise `DeckError`."""
        names = load_deck(self.where, pictures=False).names
        return card if card in names else next((n for n in names if self.called(n) == card), card)


class Decks:
    """The project's decks by name, and the folders of templates that replace some of them.

    `own` names a deck that this table uses for every match.
    """

    def __init__(self, desk: Desk, own: str | None = None) -> None:
        self.names: tuple[str, ...] = deck_names()
        self._desk = desk
        self._own = own

    def played(self, match: Snapshot) -> str:
        """Return the deck of a match, which is this table's own deck or else the game's."""
        return self.usual(match.game.name, getattr(match.options, "edition", None))

    def usual(self, game: str, edition: str | None) -> str:
        """Return the deck that this table uses for a game or for one of its editions."""
        return self._own or usual_deck(game, edition)

    def face_svg(self, card: str, /) -> str:
        """Return a card's face as SVG, from the match's deck. Raise `LookupError` without one."""
        match = self._desk.snapshot()
        if match is None:
            raise LookupError(card)
        return _face_svg(self.played(match), card)

    def usual_face_svg(self, game: str, edition: str | None, card: str, /) -> str:
        """Return a card's face as SVG, in a game's usual deck. Raise `LookupError` without one."""
        return _face_svg(self.usual(game, edition), card)

    def read_by(self, match: Snapshot) -> MatchDeck:
        """Return what the reader uses for a match: its deck, or the folder that replaces it."""
        name = self.played(match)
        folder = self.folder(name)
        where = name if folder is None or not folder.is_dir() else str(folder)
        return MatchDeck(where, match.game.name, getattr(match.options, "edition", None))

    def folder(self, name: str) -> Path | None:
        """Return the folder that replaces a deck, or None."""
        folder = self._desk.get(f"{KEY}{name}")
        return Path(folder) if isinstance(folder, str) else None

    def choose(self, name: str, folder: Path | None) -> None:
        """Make the reader use a folder's templates for a deck. None restores the deck's own."""
        self._desk.put(f"{KEY}{name}", None if folder is None else str(folder))


def _face_svg(deck: str, card: str) -> str:
    """Return a face as SVG. Raise `LookupError` if the deck has no such drawing, or a bad one."""
    try:
        return face_svg(deck, card)
    except DeckError as error:
        raise LookupError(card) from error

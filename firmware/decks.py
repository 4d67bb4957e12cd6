"""Which deck a match is played with, and which templates it is read by."""

from __future__ import annotations

from pathlib import Path

from referee.match.desk import Desk, Snapshot
from referee.match.past.history import Past
from vision.art import face_svg
from vision.shelves import deck_names

KEY = "deck."  # and a deck's name: under this the journal keeps the folder taught in its place


def usual_deck(game: str, edition: str | None) -> str:
    """Return the deck that a game, or one of its editions, is usually played with."""
    name = game if edition is None else f"{game}-{edition}"
    return name if name in deck_names() else game


class Decks:
    """The project's decks by name, and the folders chosen in their place.

    `own` is the deck of a table that plays every match with the same one.
    """

    def __init__(self, desk: Desk, own: str | None = None) -> None:
        self.names: tuple[str, ...] = deck_names()
        self._desk = desk
        self._own = own

    def played(self, match: Snapshot | Past) -> str:
        """Return the deck that a match is, or was, played with: the table's own, or the game's."""
        game = match.game if isinstance(match, Past) else match.game.name
        return self.usual(game, getattr(match.options, "edition", None))

    def usual(self, game: str, edition: str | None) -> str:
        """Return the deck that a game, or one of its editions, is played with here."""
        return self._own or usual_deck(game, edition)

    def face_svg(self, card: str, past: Past | None = None, /) -> str:
        """Return a card's face in the deck that is or was played, as SVG; raises `LookupError`."""
        match = past or self._desk.snapshot()
        if match is None:
            raise LookupError(card)
        return face_svg(self.played(match), card)

    def usual_face_svg(self, game: str, edition: str | None, card: str, /) -> str:
        """Return a card's face in a game's usual deck, as SVG; raises `LookupError`."""
        return face_svg(self.usual(game, edition), card)

    def read_by(self, match: Snapshot) -> str:
        """Return the deck that a match is read by: the one played, or the folder in its place."""
        name = self.played(match)
        folder = self.folder(name)
        return name if folder is None or not folder.is_dir() else str(folder)

    def folder(self, name: str) -> Path | None:
        """Return the folder chosen in place of a deck, or None."""
        folder = self._desk.get(f"{KEY}{name}")
        return Path(folder) if isinstance(folder, str) else None

    def choose(self, name: str, folder: Path | None) -> None:
        """Read a deck by the templates of a folder from now on; None: by its own again."""
        self._desk.put(f"{KEY}{name}", None if folder is None else str(folder))

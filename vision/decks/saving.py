"""Save decks, in steps that survive a power cut."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import tomli_w

from referee.disk.storage import write_whole
from vision.decks.deck import ADAPTED_PREFIX, RECTANGLE, Deck, DeckError, plain_name
from vision.decks.shelves import DECK_FILE
from vision.files import Stamps, locked, stamps
from vision.reading import Image

PNG_LEVEL = 3  # Of 9; level 9 takes ten times as long and saves 3 % on a photographed card.


class DeckFolder:
    """A folder for repeated saves of a deck; each save writes only the changes."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._written: dict[str, Image] = {}

    def save(self, deck: Deck, over: Stamps | None = None) -> None:
        """Write a deck so that a power cut leaves either the old deck or the new one.

        Pictures are written first, each in one step, then the file that names them. Last, adapted
        pictures that the file no longer names are deleted. Concurrent saves wait for each other.
        Raise `DeckError` if the folder cannot be written, or if the deck in it has changed since
        the stamps `over` were taken.
        """
        pictures = _pictures_by_file(deck)
        document = tomli_w.dumps(_to_dict(deck)).encode()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with locked(self.folder):
                if over is not None and deck_stamps(self.folder) != over:
                    raise DeckError(f"the deck in {self.folder} was changed meanwhile")
                self._write(pictures, document)
        except OSError as error:
            raise DeckError(
                f"the deck cannot be written to {self.folder}: {error.strerror or error}"
            ) from error

    def _write(self, pictures: Mapping[str, Image], document: bytes) -> None:
        for name, image in pictures.items():
            path = self.folder / plain_name(name, self.folder)
            if self._written.get(name) is not image or not path.is_file():
                done, data = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, PNG_LEVEL])
                if not done:
                    raise DeckError("a template picture cannot be written as PNG")
                write_whole(path, data.tobytes())
                self._written[name] = image
        write_whole(self.folder / DECK_FILE, document)
        for path in self.folder.glob(f"{ADAPTED_PREFIX}*.png"):
            if path.name not in pictures:
                path.unlink(missing_ok=True)


def deck_stamps(folder: Path) -> Stamps:
    """Return stamps that change when the deck in a folder changes.

    Raise `DeckError` if the deck is gone.
    """
    try:
        return stamps([folder / DECK_FILE, *folder.glob("*.png")])
    except OSError as error:
        raise DeckError(f"the deck in {folder} is gone: {error.strerror or error}") from error


def save_deck(deck: Deck, folder: str | Path, over: Stamps | None = None) -> None:
    """Write a deck once; see `DeckFolder.save`."""
    DeckFolder(folder).save(deck, over)


def _pictures_by_file(deck: Deck) -> dict[str, Image]:
    """Return a deck's pictures by file name."""
    faces = {c.file: deck.templates[c.name] for c in deck.cards if c.file}
    for card in deck.cards:
        faces |= zip(card.adapted_files, deck.adapted.get(card.name, ()), strict=True)
    return faces | dict(zip(deck.back_files, deck.backs, strict=True))


def _to_dict(deck: Deck) -> dict[str, Any]:
    return {
        "name": deck.name,
        "size_mm": list(deck.size_mm),
        **deck.extra,
        **({"whole": True} if deck.whole else {}),
        **({"outline": deck.outline} if deck.outline != RECTANGLE else {}),
        "backs": list(deck.back_files),
        "limits": dict(deck.limits),
        "cards": [
            {"card": c.name, "count": c.count}
            | ({"file": c.file} if c.file else {})
            | ({"grown": list(c.adapted_files)} if c.adapted_files else {})
            | ({"kind": c.kind} if c.kind else {})
            for c in deck.cards
        ],
    }

"""Photographs whose cards are known, as a folder, and what is asked of each.

The folder holds `labels.json` (a list of photos: `file`, `deck`, `fully_visible`, and
`partly_covered` where there are such cards), `quads.json` (a list of corners that were checked:
`file`, `card`, `quad` with TL, TR, BR, BL of the upright card) and `enrol/DECK/CARD.jpg`, the
owner's own pictures of the cards. ``BACK`` is a card that lies face down.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench.vision.tally import Truth
from vision.decks.deck import Deck
from vision.enrol.limits import rank_and_suit_groups
from vision.photo import read_picture
from vision.reading import BACK, Corners, Image

LABELS, QUADS, ENROL = "labels.json", "quads.json", "enrol"


class PhotoError(ValueError):
    """A folder of photos that cannot be used; the message is one sentence that says why."""


@dataclass(frozen=True)
class Photo:
    """A photo: its cards with their corners, and the names of those whose corners nobody marked."""

    path: Path
    deck: str
    marked: tuple[tuple[str, Corners], ...]
    unmarked: tuple[str, ...]
    partly: tuple[str, ...]

    @property
    def visible(self) -> tuple[str, ...]:
        """Return the names of all fully visible cards."""
        return (*(card for card, _ in self.marked), *self.unmarked)

    def image(self) -> Image:
        """Return the picture (height x width x 3, BGR); raises `PhotoError`."""
        try:
            image = read_picture(self.path)
        except OSError:
            image = None
        if image is None:
            raise PhotoError(f"{self.path} is no picture that can be read")
        return image

    def truths(self, deck: Deck, gone: Sequence[str] = ()) -> list[Truth]:
        """Return what may be read of a deck that lacks `gone`; then only those cards count."""
        return [
            Truth(card if knows(deck, card) else None, corners, card, not gone or card in gone)
            for card, corners in self.marked
        ]


def knows(deck: Deck, card: str) -> bool:
    """Tell whether a deck has a picture of a card, or of a back."""
    return bool(deck.backs) if card == BACK else card in deck.templates


def load_photos(folder: Path) -> tuple[Photo, ...]:
    """Load a folder's labels and corners; raises `PhotoError`."""
    if not folder.is_dir():
        raise PhotoError(f"there is no folder {folder}: give one that holds {LABELS}")
    labels, quads = _rows(folder / LABELS), _rows(folder / QUADS)
    marked: dict[str, list[tuple[str, Corners]]] = {}
    for row in quads:
        file, card = _text(row, "file", folder / QUADS), _text(row, "card", folder / QUADS)
        marked.setdefault(file, []).append((card, _corners(row, folder / QUADS)))
    photos = []
    for row in labels:
        file, deck = (_text(row, key, folder / LABELS) for key in ("file", "deck"))
        visible = Counter(_names(row, "fully_visible", folder / LABELS))
        here = tuple(marked.pop(file, ()))
        extra = Counter(card for card, _ in here) - visible
        if extra:
            raise PhotoError(
                f"{folder / QUADS} has corners of {next(iter(extra))} in {file}, which {LABELS} "
                f"does not call fully visible"
            )
        unmarked = tuple((visible - Counter(card for card, _ in here)).elements())
        partly = tuple(_names(row, "partly_covered", folder / LABELS))
        photos.append(Photo(folder / file, deck, here, unmarked, partly))
        if not (folder / file).is_file():
            raise PhotoError(f"{folder / LABELS} names {file}, which is not there")
        if not cv2.haveImageReader(str(folder / file)):
            raise PhotoError(f"{folder / file} is no picture that can be read")
        if not (folder / ENROL / deck).is_dir():
            raise PhotoError(f"{file} shows the deck {deck}, but there is no {ENROL}/{deck}")
    if marked:
        raise PhotoError(f"{folder / QUADS} names {next(iter(marked))}, which {LABELS} does not")
    if not photos:
        raise PhotoError(f"{folder / LABELS} lists no photos")
    return tuple(photos)


def groups(deck: Deck, cards: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what is to be taken away from a deck so that some of `cards` become unknown.

    Each is (`card`, `rank` or `suit`; the names of the deck's cards that go). Decks of other
    cards than playing cards have no ranks and suits.
    """
    known = [name for name in deck.names if name in deck.templates]
    shown = [name for name in known if name in cards]
    for name in shown:
        yield "card", frozenset({name})
    for part, names in rank_and_suit_groups(known):
        if not set(shown).isdisjoint(names):
            yield part, frozenset(names)


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(path.read_bytes())
    except OSError as error:
        raise PhotoError(f"{path} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise PhotoError(f"{path} is not good JSON: {error}") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise PhotoError(f"{path} must be a list of objects")
    return rows


def _text(row: dict[str, Any], key: str, path: Path) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value:
        raise PhotoError(f"{path}: an entry has no {key}")
    return value


def _names(row: dict[str, Any], key: str, path: Path) -> list[str]:
    value = row.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise PhotoError(f"{path}: {key} of {row.get('file')} must be a list of card names")
    return value


def _corners(row: dict[str, Any], path: Path) -> Corners:
    try:
        corners = np.asarray(row.get("quad"), np.float32)
    except (TypeError, ValueError):
        corners = np.empty(0, np.float32)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise PhotoError(f"{path}: the quad of {row.get('card')} in {row.get('file')} is not 4 x 2")
    return corners

"""Photographs whose cards are known, as a folder.

The folder holds `labels.json` (a list of photos: `file`, `deck`, `fully_visible`, and
`partly_covered` if there are such cards), `quads.json` (a list of corners that were checked:
`file`, `card`, `quad` with TL, TR, BR, BL of the upright card) and `enrol/DECK/CARD.jpg`, the
owner's own pictures of the cards. ``BACK`` is a card that lies face down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

from tests.bench.vision.tally import Truth
from vision.decks.deck import Deck
from vision.enrol.limits import rank_and_suit_groups
from vision.photo import read_picture
from vision.reading import BACK, Corners, Image

LABELS, QUADS, ENROL = "labels.json", "quads.json", "enrol"
Point = tuple[float, float]
T = TypeVar("T")


class PhotoError(ValueError):
    """A folder of photos that cannot be used; the message is one sentence that says why."""


class Label(msgspec.Struct, frozen=True):
    """A photo and the cards that it shows."""

    file: str
    deck: str
    fully_visible: tuple[str, ...]
    partly_covered: tuple[str, ...] = ()


class Quad(msgspec.Struct, frozen=True):
    """A card on a photo and its corners."""

    file: str
    card: str
    quad: tuple[Point, Point, Point, Point]


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
    """Whether a deck has a picture of a card, or of a back."""
    return bool(deck.backs) if card == BACK else card in deck.templates


def load_photos(folder: Path) -> tuple[Photo, ...]:
    """Load a folder's labels and corners; raises `PhotoError`."""
    quads = _rows(folder / QUADS, tuple[Quad, ...])
    photos = []
    for label in _rows(folder / LABELS, tuple[Label, ...]):
        marked = tuple(
            (quad.card, np.asarray(quad.quad, np.float32))
            for quad in quads
            if quad.file == label.file
        )
        visible, cards = Counter(label.fully_visible), Counter(card for card, _ in marked)
        if extra := cards - visible:
            raise PhotoError(
                f"{folder / QUADS} has corners of {next(iter(extra))} in {label.file}, which "
                f"{LABELS} does not call fully visible"
            )
        unmarked = tuple((visible - cards).elements())
        path = folder / label.file
        photos.append(Photo(path, label.deck, marked, unmarked, label.partly_covered))
        if not (folder / ENROL / label.deck).is_dir():
            raise PhotoError(f"{label.file} shows {label.deck}, but there is no {ENROL} of it")
    if not photos:
        raise PhotoError(f"{folder / LABELS} lists no photos")
    return tuple(photos)


def groups(deck: Deck, cards: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the cards to remove from a deck so that some of `cards` become unknown.

    Each is (`card`, `rank` or `suit`; the names of the deck's cards to remove). Decks of other
    cards than playing cards have no ranks and suits.
    """
    known = [name for name in deck.names if name in deck.templates]
    shown = [name for name in known if name in cards]
    for name in shown:
        yield "card", frozenset({name})
    for part, names in rank_and_suit_groups(known):
        if not set(shown).isdisjoint(names):
            yield part, frozenset(names)


def _rows(path: Path, form: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=form)
    except OSError as error:
        raise PhotoError(f"{path} cannot be read: {error.strerror or error}") from error
    except msgspec.MsgspecError as error:
        raise PhotoError(f"{path} is not as it should be: {error}") from error

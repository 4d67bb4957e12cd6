"""The decks of evenings: the project's own, and strange ones, as an owner teaches them.

Strange ones are drawn by another hand (`tests/vision/art/restyled.py`), drawn to try readers on, or
photographed. An owner teaches them by `vision.enrol` from one picture a card; `lacking` says which
third of the cards has none, so that cards lie about that the deck does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from tests.bench.scenes.torture import TRIAL_DECKS
from tests.vision.art.restyled import STYLES
from vision.art import deck_art
from vision.decks.deck import Deck, load_deck
from vision.decks.shelves import deck_names
from vision.enrol.enrol import DeckFacts, enrol
from vision.photo import read_picture
from vision.reading import Image
from vision.synthetic.render_print import PX_PER_MM, Press, Source, art_source

THIRDS = 3
RESTYLED = (
    ("felt pen", "coyote-tomahawk"),
    ("newspaper", "coyote-oliphante"),
)  # a style, and whose art
HEIGHT_MM = 88.0  # of photographed cards
TAUGHT_PX = 400  # the height of an owner's picture of a card
TAUGHT_BLUR_PX = 0.7
SEED = 3  # of the press: an owner teaches the very cards that lie on the table


@dataclass(frozen=True)
class Dealt:
    """A deck that is played with: `name` is one of the project's, or of `strange`; `lacking` is the
    third (0 to 2) of its cards of which it has no template, if any."""

    name: str
    lacking: int | None = None

    @property
    def told(self) -> str:
        """Return its name and what it lacks."""
        return self.name if self.lacking is None else f"{self.name} less third {self.lacking}"


def strange(photos: Path | None = None) -> tuple[str, ...]:
    """Return the decks that the project did not draw: with photographed ones, where there are."""
    drawn = (*(f"{style}, {art}" for style, art in RESTYLED), "emblems")
    if photos is None:
        return drawn
    return (*drawn, *(str(folder) for folder in sorted(photos.iterdir()) if folder.is_dir()))


def is_own(name: str) -> bool:
    """Tell whether a deck is one of the project's, whose templates are drawn."""
    return name in deck_names()


@cache
def press() -> Press:
    """Return what prints the project's decks."""
    return Press(seed=SEED)


@cache
def press_of(name: str) -> Press:
    """Return what prints the cards of a deck."""
    if is_own(name):
        return press()
    source, _, size_mm = _faces(name)
    return Press({name: (source, size_mm)}, SEED)


def cards_of(name: str) -> tuple[str, ...]:
    """Return the names of the cards that are dealt, with a template or without."""
    return load_deck(name, pictures=False).names if is_own(name) else _faces(name)[1]


def teach(dealt: Dealt, folder: Path) -> None:
    """Teach a deck that is not the project's, into its place in a folder."""
    with TemporaryDirectory() as for_now:
        pictures, deck = Path(for_now) / "pictures", Path(for_now) / "deck"
        _take(dealt, pictures)
        whole = dealt.lacking is None and not Path(dealt.name).is_dir()  # as enrolling advises
        enrol(pictures, deck, _file_name(dealt), DeckFacts(straight=True, whole=whole))
        copytree(deck, folder / f"{_file_name(dealt)}.part", dirs_exist_ok=True)
    (folder / f"{_file_name(dealt)}.part").rename(folder / _file_name(dealt))


def is_taught(dealt: Dealt, folder: Path) -> bool:
    """Tell whether a deck was taught into a folder."""
    return (folder / _file_name(dealt)).is_dir()


def _take(dealt: Dealt, pictures: Path) -> None:
    """Take an owner's pictures of a deck's cards, but of those that it is to lack."""
    pictures.mkdir()
    names = cards_of(dealt.name)
    for number, card in enumerate(names):
        if number % THIRDS == dealt.lacking:
            continue
        if (photographed := Path(dealt.name)).is_dir():
            (pictures / f"{card}.jpg").write_bytes((photographed / f"{card}.jpg").read_bytes())
        else:
            face = press_of(dealt.name).face(dealt.name, card, wear=0.0)
            cv2.imwrite(str(pictures / f"{card}.png"), _taken(face))


def taught(dealt: Dealt, folder: Path) -> Deck:
    """Return a deck as it is read: the project's own, or as it was taught into a folder."""
    return load_deck(dealt.name) if is_own(dealt.name) else load_deck(folder / _file_name(dealt))


def _file_name(dealt: Dealt) -> str:
    return dealt.told.replace("/", "-")


def _taken(face: Image) -> Image:
    """Return an owner's picture of a card."""
    size = (round(TAUGHT_PX * face.shape[1] / face.shape[0]), TAUGHT_PX)
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), TAUGHT_BLUR_PX), np.uint8)


@cache
def _faces(name: str) -> tuple[Source, tuple[str, ...], tuple[float, float]]:
    """Return how the faces of a strange deck look, their names, and a card's size in mm."""
    if name in TRIAL_DECKS:
        art = deck_art(TRIAL_DECKS[name])
        return art_source(TRIAL_DECKS[name]), tuple(art.faces), art.size_mm
    if ", " in name:
        style, drawn = name.split(", ")
        art = deck_art(drawn)
        return (
            lambda card: _enlarged(STYLES[style](art, str(card)), art.size_mm[1]),
            tuple(art.faces),
            art.size_mm,
        )
    paths = {path.stem: path for path in sorted(Path(name).glob("*.jpg")) if path.stem != "BACK"}
    height, width = _photo(next(iter(paths.values()))).shape[:2]
    return (
        lambda card: _enlarged(_photo(paths[str(card)]), HEIGHT_MM),
        tuple(paths),
        (HEIGHT_MM * width / height, HEIGHT_MM),
    )


def _photo(path: Path) -> Image:
    image = read_picture(path)
    if image is None:
        raise OSError(f"{path} is no picture that can be read")
    return image


def _enlarged(face: Image, height_mm: float) -> Image:
    height = round(height_mm * PX_PER_MM)
    size = (round(height * face.shape[1] / face.shape[0]), height)
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def dealt_of(own: Sequence[str], strange_decks: Sequence[str]) -> tuple[Dealt, ...]:
    """Return the decks of evenings: own ones whole, strange ones with and without a third."""
    return (
        *(Dealt(name) for name in own),
        *(Dealt(name, lacking) for name in strange_decks for lacking in (None, 0, 1)),
    )

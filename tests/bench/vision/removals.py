"""Smaller decks: cards taken away as an owner lacks them, the rest taught anew, photographs read.

A deck that lacks cards is worth most doubt where what it lacks is like what it has. Each smaller
deck is tested against itself as enrolment tests it: under names that tell rank and suit, with its
missing cards listed; and under names that tell nothing, with nobody knowing what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from tests.bench.spread import spread
from tests.bench.vision.contest import OURS, Tallies
from tests.bench.vision.photos import ENROL, Photo, load_photos
from tests.bench.vision.tally import Tally, Truth, answer_of, assign
from vision.decks.deck import Card, Deck
from vision.enrol.enrol import PACK, is_back, pictures_in
from vision.enrol.limits import SUITED
from vision.enrol.selftest import self_test
from vision.photo import read_picture
from vision.reader import Reader
from vision.reading import BACK, CardReading, Corners, Found, Image

THIRDS = 3  # random thirds that are taken away, by as many seeds
CARD_MM = 88.0  # of a card's height: only the aspect counts here
KNOWN, LACKING = "taught", "not taught"
NAMINGS = ("KS", "card-17")  # names that tell rank and suit, and names that tell nothing
DECLARED = {True: "missing cards listed", False: "nobody knows what is missing"}
# What a photograph may be like beside what it is: the share of its size that is left, the sigma in
# pixels of its blur, its JPEG's quality and the share of its light.
HARDER = {
    "as taken": (1.0, 0.0, 0, 1.0),
    "half as large": (0.5, 0.0, 0, 1.0),
    "blurred": (1.0, 1.2, 0, 1.0),
    "stuffed and dim": (0.8, 0.0, 30, 0.6),
}


@dataclass(frozen=True)
class Removal:
    """One smaller deck of a folder's: which cards go, what the cards are named, what is known."""

    folder: Path
    deck: str
    what: str
    gone: frozenset[str]
    naming: str
    declared: bool


def removals(folder: Path) -> list[Removal]:
    """Return the smaller decks of a folder of photographs; raises `PhotoError`."""
    decks = dict.fromkeys(photo.deck for photo in load_photos(folder))
    return [
        Removal(folder, deck, what, gone, naming, declared)
        for deck in decks
        for what, gone in _taken_away(sorted(_pictures(folder, deck)[0]))
        for naming, declared in zip(NAMINGS, DECLARED, strict=True)
    ]


def read_removals(folder: Path, processes: int) -> dict[str, Tallies]:
    """Teach each smaller deck and read the folder's photographs by it; return what came of it.

    The parts are what was taken away, under which names, and whether the cards shown were taught.
    """
    parts: dict[str, Tallies] = {}
    work = removals(folder)
    for removal, done in zip(work, spread(_read, work, processes, "smaller decks"), strict=True):
        for kind, tally in done.items():
            part = f"{removal.what} taken away, {removal.naming}, {DECLARED[removal.declared]}"
            mine = parts.setdefault(f"{part}: {kind}", Tallies())[OURS]
            mine += tally
    return parts


def _taken_away(names: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    for seed in range(THIRDS):
        third = np.random.default_rng(seed).permutation(len(names))[: len(names) // 3]
        yield "a third", frozenset(names[i] for i in third)
    for left in combinations("SHDC", 2):
        yield (
            "two suits" if left != ("S", "C") else "all reds",
            frozenset(
                name
                for name in names
                if (found := SUITED.fullmatch(name)) and found["suit"] not in left
            ),
        )


def smaller(removal: Removal) -> Deck:
    """Return what is left of a deck, tested against itself and limited by that."""
    faces, backs = _pictures(removal.folder, removal.deck)
    high, wide = next(iter(faces.values())).shape[:2]
    listed = [name for name in PACK if name in faces or removal.declared]
    cards = tuple(
        Card(named(name, removal.naming), 1, name if name in faces else None) for name in listed
    )
    images = {named(name, removal.naming): faces[name] for name in listed if name in faces}
    gone = {named(name, removal.naming) for name in removal.gone}
    files = tuple(f"back{n}.png" for n in range(len(backs)))
    whole = Deck(
        removal.deck, (CARD_MM * wide / high, CARD_MM), cards, images, files, backs, whole=True
    )
    left = whole.without_pictures(gone)
    if not removal.declared:
        left = replace(left, cards=tuple(card for card in left.cards if card.file), whole=False)
    return replace(left, limits=self_test(left).limits)


def named(card: str, naming: str) -> str:
    """Return what a card of a pack is called in a naming."""
    return card if naming == NAMINGS[0] or card == BACK else f"card-{PACK.index(card) + 1}"


def _read(removal: Removal) -> dict[str, Tally]:
    deck = smaller(removal)
    reader = Reader(deck)
    tallies = {KNOWN: Tally(), LACKING: Tally()}
    for photo in load_photos(removal.folder):
        if photo.deck != removal.deck:
            continue
        for way, harder in HARDER.items():
            scale = harder[0]
            picture = _harder(photo.path, way)
            truths = [
                _truth(deck, removal, card, np.float32(scale) * quad) for card, quad in photo.marked
            ]
            places = [Found(truth.corners, 1.0) for truth in truths]
            where = f"{removal.what}, {removal.naming}, {DECLARED[removal.declared]}: "
            where += f"{photo.path.name} {way}"
            for truth, reading in zip(truths, reader.read_places(picture, places), strict=True):
                _note(tallies, truth, reading, where)
        _whole(reader, removal, photo, tallies)
    return tallies


def _whole(reader: Reader, removal: Removal, photo: Photo, tallies: dict[str, Tally]) -> None:
    """Read a photograph end to end; count what is certain, as all else stands on given corners."""
    picture = _harder(photo.path, "as taken")
    readings = reader.read_found(picture, _found(photo.path, reader.deck.size_mm), {})
    truths = [_truth(reader.deck, removal, card, quad) for card, quad in photo.marked]
    answers = [answer_of(reading) for reading in readings]
    got, strays = assign([reading.corners for reading in readings], answers, truths)
    where = f"{removal.what}, {removal.naming}, {DECLARED[removal.declared]}: {photo.path.name}"
    for truth, answer in zip(truths, got, strict=True):
        tallies[_kind(truth)].note(truth, answer, f"{where} end to end")
    here = {named(card, removal.naming) for card in (*photo.unmarked, *photo.partly)}
    for place in strays:
        said = answers[place][0]
        if said is not None and said not in here:
            tallies[LACKING].beside(f"{where} end to end", "no card that is known of", said)


def _note(tallies: dict[str, Tally], truth: Truth, reading: CardReading, where: str) -> None:
    tallies[_kind(truth)].note(truth, answer_of(reading), where)


def _kind(truth: Truth) -> str:
    return LACKING if truth.card is None else KNOWN


def _truth(deck: Deck, removal: Removal, card: str, corners: Corners) -> Truth:
    name = named(card, removal.naming)
    taught = bool(deck.backs) if card == BACK else name in deck.templates
    return Truth(name if taught else None, corners, card)


@lru_cache(maxsize=2)
def _pictures(folder: Path, deck: str) -> tuple[dict[str, Image], tuple[Image, ...]]:
    found = pictures_in(folder / ENROL / deck)
    images = {name: read_picture(path) for name, path in found.items()}
    faces = {
        name: image for name, image in images.items() if image is not None and not is_back(name)
    }
    backs = tuple(image for name, image in images.items() if image is not None and is_back(name))
    return faces, backs


@lru_cache(maxsize=256)
def _harder(path: Path, way: str) -> Image:
    scale, blur, quality, light = HARDER[way]
    image = read_picture(path)
    assert image is not None
    if scale != 1.0:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    if blur:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.uint8)
    image = np.asarray(cv2.convertScaleAbs(image, alpha=light), np.uint8)
    if quality:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


@lru_cache(maxsize=256)
def _found(path: Path, size_mm: tuple[float, float]) -> tuple[Found, ...]:
    deck = Deck("", size_mm, (), {})
    return Reader(deck).find(_harder(path, "as taken"), {})

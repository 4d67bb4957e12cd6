"""Teach a deck from pictures, one for each card, named after the card.

A picture can be a card cut out exactly at its edges, or a photograph with one card in it. Each card
is saved as soon as it is read, so a crash loses nothing.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.decks.deck import Card, Deck, DeckError, file_name, load_deck
from vision.decks.saving import DeckFolder
from vision.decks.shelves import DECK_FILE
from vision.enrol.capture import MIN_HEIGHT_PX, cut_card
from vision.enrol.selftest import SelfTest, self_test
from vision.files import is_folder
from vision.find.free import find_free
from vision.find.markers import MatFinder
from vision.find.on_mat import find_on_mat
from vision.geometry import area, points_up, rectangle, side_lengths, upright
from vision.mat import Mat
from vision.match.matcher import Matcher
from vision.photo import read_picture
from vision.reading import Corners, Image

KINDS = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = tuple(rank + suit for suit in "SHDC" for rank in RANKS)
# None of these values was measured. They follow from the requirements in tests/vision/enrol and
# tests/firmware/teaching.

# A picture with a smaller standard deviation, in grey levels, shows no card: even the light on a
# blank card varies more.
PLAIN_GREY = 2.0
HEIGHT_MM = 88.0  # Assumed height of a card if only its aspect ratio is known.
MAX_HEIGHT_PX = 600  # Maximum height of a saved picture.

# The shape of the pictures, width over height, shows whether they are cards cut out at their edges.
CARD_ASPECT = (0.5, 0.77)
SAME_ASPECT = 0.02  # Two pictures have the same shape if their ratios differ by at most this much.
CAMERA_ASPECTS = (9 / 16, 2 / 3, 3 / 4)  # Width over height of the usual cameras, held upright.
CAMERA_PX = 1000  # A picture with such a shape and at least this height is a photograph.

# The cards found in the pictures show whether they are photographs of a table.
SEARCHED_PICTURES = 8  # Number of pictures to search for cards.
CLEAR_SUPPORT = 0.8  # Minimum share of a card's sides that must be visible.
# A quad that covers a larger share of a picture may be a frame printed on the card.
MAX_FRAME_AREA = 0.5
MAX_STRAIGHT = 0.1  # Maximum share of the searched pictures that may show no table.

MIN_CARD_AREA, MAX_CARD_AREA = 0.01, 0.62  # Range of a card's share of a photograph's area.

Progress = Callable[[str, int, int], None]
Pause = Callable[[], None]  # Called during long work. It can wait, or raise an exception.


@dataclass(frozen=True)
class Enrolled:
    """A taught deck and the result of its self-test."""

    deck: Deck
    test: SelfTest


def enrol(
    pictures: Path,
    folder: Path,
    name: str | None = None,
    *,
    cards: Collection[str] | None = None,
    size_mm: tuple[float, float] | None = None,
    mat: Mat | None = None,
    straight: bool | None = None,
    whole: bool = False,
    progress: Progress | None = None,
) -> Enrolled:
    """Teach the deck in `folder` from `pictures`; keep its other cards.

    `cards` lists the cards of the deck. By default it is the 52 cards of a pack if nearly all
    pictures are named that way, and otherwise the pictures' names. With `whole`, these are all the
    cards of the deck. A given list and a pack of 52 always count as whole. With `whole`, a pack
    with fewer pictures has only the cards in the pictures. Cards photographed on `mat` are found by
    its markers. `straight` says whether the pictures are cut out at the cards' edges; by default
    their shape decides. `progress` is called after each card with the stage (``look``, ``keep`` or
    ``test``), the number of cards done and the total. Raise `DeckError` if the deck cannot be
    taught.
    """
    progress = progress or _ignore_progress
    found = pictures_in(pictures)
    faces = {card: path for card, path in found.items() if not is_back(card)}
    backs = [path for card, path in found.items() if is_back(card)]
    if not faces:
        raise DeckError(
            f"{pictures} has no pictures of cards: name each after its card, like QH.jpg"
        )
    listed = _card_list(faces, tuple(faces) if whole and cards is None else cards, pictures)
    images = {path: _picture(path) for path in (*faces.values(), *backs)}
    if straight is None:
        straight = _are_straight(list(images.values()))
    aspect = _aspect(images, straight, size_mm, mat, progress)
    begun = _load_or_create(folder, name or pictures.resolve().name, listed, aspect, size_mm)
    if whole:  # Drop cards that were listed before and have no picture.
        kept = tuple(card for card in begun.cards if card.file or card.name in listed)
        begun = replace(begun, cards=kept)
    complete = whole or cards is not None or listed == PACK
    deck = replace(begun, whole=complete or begun.whole)
    written, number = DeckFolder(folder), len(faces) + len(backs)
    for done, (card, path) in enumerate(faces.items(), 1):
        deck = with_picture(
            deck, card, _straighten(images[path], path, straight, deck.size_mm, mat)
        )
        written.save(deck)
        progress("keep", done, number)
    taken = [_straighten(images[path], path, straight, deck.size_mm, mat) for path in backs]
    if taken:
        files = tuple(f"back{n}.png" for n in range(1, len(taken) + 1))
        deck = replace(deck, back_files=files, backs=tuple(taken))
        written.save(deck)
        progress("keep", number, number)
    test = self_test(deck, partial(progress, "test"))
    written.save(replace(deck, limits=test.limits))
    return Enrolled(load_and_precompute(folder), test)


def no_pause() -> None:
    """Continue at once."""


def load_and_precompute(folder: Path, pause: Pause = no_pause) -> Deck:
    """Load a deck that was just saved, and cache the data computed from its pictures.

    The function calls `pause` after each template.
    """
    deck = load_deck(folder)
    matcher = Matcher(deck)
    while matcher.precompute():
        pause()
    return deck


def with_picture(deck: Deck, card: str, picture: Image) -> Deck:
    """Return the deck with this picture (BGR, upright) of a card.

    The card's adapted pictures are removed, because they were checked against the old picture.
    Raise `DeckError` if the deck has no such card.
    """
    if card not in deck.names:
        raise DeckError(f"{card} is not in the list of the deck {deck.name}")
    cards = tuple(
        replace(one, file=file_name(card)) if one.name == card else one for one in deck.cards
    )
    taught = replace(deck, cards=cards, templates={**deck.templates, card: picture})
    return taught.without_adapted([card])


def _ignore_progress(stage: str, done: int, of: int) -> None:
    """Ignore the progress."""


def pictures_in(folder: Path) -> dict[str, Path]:
    if not is_folder(folder):
        raise DeckError(f"there is no folder {folder} to take pictures from")
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in KINDS and not path.name.startswith("."):
            card = path.stem
            if card in found:
                raise DeckError(
                    f"{found[card].name} and {path.name} are both named {card}: keep one of them"
                )
            found[card] = path
    return found


def is_back(card: str) -> bool:
    return card.upper().startswith("BACK")


def _card_list(
    faces: Collection[str], cards: Collection[str] | None, folder: Path
) -> tuple[str, ...]:
    if cards is None:
        of_pack = sum(face in PACK for face in faces)
        cards = PACK if of_pack >= 4 and of_pack >= 0.8 * len(faces) else tuple(faces)
    strange = sorted(set(faces) - set(cards))
    if strange:
        raise DeckError(
            f"{folder / strange[0]} is not named after a card on the list "
            f"({', '.join(list(cards)[:4])}, …): rename it, or give another list"
        )
    return tuple(cards)


def _picture(path: Path) -> Image:
    try:
        image = read_picture(path)
    except OSError:
        image = None
    if image is None:
        raise DeckError(f"{path} cannot be read as a picture: save it again as JPEG or PNG")
    if min(image.shape[:2]) < 80:
        height, width = image.shape[:2]
        raise DeckError(
            f"{path} is too small ({width}x{height}): a card needs {MIN_HEIGHT_PX} pixels"
        )
    if image.std() < PLAIN_GREY:
        raise DeckError(f"{path} shows nothing but one colour: take it again")
    return image


def _are_straight(images: list[Image]) -> bool:
    """Whether the pictures are cards cut out at their edges, rather than photographs of tables.

    Cut-out pictures all have the same upright shape, which differs from the shape of a camera's
    picture. No whole card is found inside them.
    """
    ratios = [image.shape[1] / image.shape[0] for image in images]
    middle = statistics.median(ratios)
    alike = sum(abs(ratio - middle) <= SAME_ASPECT for ratio in ratios) >= 0.9 * len(ratios)
    large = statistics.median(image.shape[0] for image in images) >= CAMERA_PX
    camera = large and any(abs(middle - ratio) < 0.01 for ratio in CAMERA_ASPECTS)
    if not alike or not CARD_ASPECT[0] <= middle <= CARD_ASPECT[1] or camera:
        return False
    tried = images[:: -(-len(images) // SEARCHED_PICTURES)]
    straight = 0
    for image in tried:
        straight += not _shows_a_table(image, (middle * HEIGHT_MM, HEIGHT_MM))
        if straight > MAX_STRAIGHT * len(tried):
            return True
    return False


def _shows_a_table(image: Image, size_mm: tuple[float, float]) -> bool:
    """Whether a picture shows one card with four visible sides and much of the table around it."""
    whole = image.shape[0] * image.shape[1]
    found = [f for f in find_free(image, size_mm) if f.single and f.support >= CLEAR_SUPPORT]
    return len(found) == 1 and MIN_CARD_AREA < area(found[0].corners) / whole < MAX_FRAME_AREA


def _aspect(
    images: dict[Path, Image],
    straight: bool,
    size_mm: tuple[float, float] | None,
    mat: Mat | None,
    progress: Progress,
) -> float:
    if size_mm is not None:
        return size_mm[0] / size_mm[1]
    if straight:
        return float(statistics.median(i.shape[1] / i.shape[0] for i in images.values()))
    ratios = []
    for done, (path, image) in enumerate(images.items(), 1):
        sides = side_lengths(_one_card(image, path, (63.0, HEIGHT_MM), mat))
        short, long = sorted((float(sides[[0, 2]].mean()), float(sides[[1, 3]].mean())))
        ratios.append(short / long)
        progress("look", done, len(images))
    return float(statistics.median(ratios))


def _load_or_create(
    folder: Path,
    name: str,
    listed: tuple[str, ...],
    aspect: float,
    size_mm: tuple[float, float] | None,
) -> Deck:
    """Return the deck in a folder, or a new one with the listed cards."""
    if (folder / DECK_FILE).exists():
        deck = load_deck(folder)
        known = {card.name: card for card in deck.cards}
        added = tuple(Card(card, 1) for card in listed if card not in known)
        return replace(deck, name=name, cards=(*deck.cards, *added), limits={})
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DeckError(f"{folder} already exists and is not a deck: choose another folder")
    size = size_mm or (round(HEIGHT_MM * aspect, 1), HEIGHT_MM)
    return Deck(name, size, tuple(Card(card, 1) for card in listed), {})


def _straighten(
    image: Image, path: Path, straight: bool, size_mm: tuple[float, float], mat: Mat | None
) -> Image:
    if straight:
        ratio = image.shape[1] / image.shape[0]
        if abs(ratio * size_mm[1] / size_mm[0] - 1) > 0.15:
            height, width = image.shape[:2]
            raise DeckError(f"{path} has a different shape ({width}x{height}) from the other cards")
        corners = rectangle(image.shape[1], image.shape[0])
        high = image.shape[0]
    else:
        corners = _one_card(image, path, size_mm, mat)
        high = round(float(side_lengths(corners)[[1, 3]].mean()))
    rows = min(MAX_HEIGHT_PX, max(MIN_HEIGHT_PX, high))
    interpolation = cv2.INTER_AREA if rows < high else cv2.INTER_CUBIC
    return cut_card(image, corners, rows, size_mm, interpolation)


def _one_card(image: Image, path: Path, size_mm: tuple[float, float], mat: Mat | None) -> Corners:
    found = _cards_in(image, size_mm, mat)
    if len(found) > 1:
        raise DeckError(f"{path} shows {len(found)} cards: take a picture with only one")
    if not found:
        raise DeckError(
            f"no card was found in {path}: "
            "lay the card on a plain table and photograph it from above"
        )
    return found[0]


def _cards_in(image: Image, size_mm: tuple[float, float], mat: Mat | None) -> list[Corners]:
    """Return the corners of the cards in a photograph, upright in the picture."""
    plane = None if mat is None else MatFinder(mat).find(image)
    if plane is not None and mat is not None:
        return [
            _portrait(f.corners) for f in find_on_mat(image, mat, plane, size_mm) if not f.reason
        ]
    whole = image.shape[0] * image.shape[1]
    found = [_portrait(f.corners) for f in find_free(image, size_mm) if f.single]
    return [corners for corners in found if MIN_CARD_AREA < area(corners) / whole < MAX_CARD_AREA]


def _portrait(corners: Corners) -> Corners:
    """Order a card's corners so that it is upright, with its top towards the top of the picture."""
    corners = upright(corners)
    return corners if points_up(corners) else np.roll(corners, 2, 0)

"""Find the card in each picture of a deck, and cut it out.

The pictures are either cards cut out exactly at their edges, or photographs with one card in each.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from vision.decks.deck import DeckError
from vision.enrol.capture import MIN_HEIGHT_PX, cut_card
from vision.enrol.round_cards import are_round, diameter_mm, the_round_card
from vision.enrol.sizes import COMMON, measure, usual
from vision.find.free import find_free
from vision.find.markers import MatsFinder
from vision.find.on_mat import find_on_mat
from vision.geometry import (
    area,
    overlap,
    points_up,
    rectangle,
    seen_foreshortening,
    side_lengths,
    upright,
)
from vision.mat import Mat
from vision.photo import BadPhoto, load_picture
from vision.plane import Plane
from vision.quality import hides_a_card
from vision.reading import Corners, Found, Image
from vision.unread import MAX_ROUGH_TILT_DEG, tilt_deg

# These values were not measured. They follow from the requirements in tests/vision/enrol and
# tests/firmware/teaching.

# A picture with a smaller standard deviation, in grey levels, shows no card: even the light on a
# blank card varies more.
PLAIN_GREY = 2.0
HEIGHT_MM = 88.0  # Assumed height of a card if only its aspect ratio is known.
MAX_HEIGHT_PX = 600  # Maximum height of a saved picture.

# The shape of the pictures, width over height, shows whether they are cards cut out at their edges.
CARD_ASPECT = (0.5, 0.77)
SAME_ASPECT = 0.02  # Two pictures have the same shape if their ratios differ by at most this much.
MAX_ASPECT = 0.9  # A squarer picture is not cut out at a card's edges.
ONE_DECK = 0.15  # A straight picture's ratio may differ from its deck's by this share.
CAMERA_ASPECTS = (9 / 16, 2 / 3, 3 / 4)  # Width over height of the usual cameras, held upright.
# A picture with such a shape is a photograph, if it is at least this high or lies on its side.
CAMERA_PX = 1000

# The cards found in the pictures show whether they are photographs of a table.
SEARCHED_PICTURES = 8  # Number of pictures to search for cards.
CLEAR_SUPPORT = 0.8  # Minimum share of a card's sides that must be visible.
# A quad that covers a larger share of a picture may be a frame printed on the card.
MAX_FRAME_AREA = 0.5
MAX_STRAIGHT = 0.1  # Maximum share of the searched pictures that may show no table.

MIN_CARD_AREA, MAX_CARD_AREA = 0.01, 0.62  # Range of a card's share of a photograph's area.
# The largest share if the outline is clear. A larger card may reach over the picture's edge, and
# the frame printed on it would be taken for its outline.
MAX_CLEAR_AREA = 0.75
SURE_SUPPORT = 0.99  # Minimum share of the visible sides of an outline around other quads.
# Cards are taught from above: a smaller foreshortening is a square, or a card of another shape.
FROM_ABOVE = 0.75
SAME_SIZE = 0.1  # Cards whose shape differs more from all common ones may be slanted.
WITHIN = 0.85  # A quad with this overlap is inside the other.
MAX_PRINTED = 0.5  # Quads that cover a smaller share of another are printed on it.

FORMATS = {"heic": "a HEIC", "avif": "an AVIF", "jxl": "a JPEG XL"}  # They are not read.

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, eq=False)
class CardPictures:
    """The pictures of a deck's cards, by file.

    If they are `straight`, they are cut out at the cards' edges. Cards photographed on the `mat`
    are found by its markers. Straight pictures of cards that lay on their side were `turned`.
    """

    images: Mapping[Path, Image]
    straight: bool
    mat: Mat | None
    turned: tuple[Path, ...] = ()
    is_round: bool = False

    @classmethod
    def load(
        cls,
        paths: Iterable[Path],
        straight: bool | None,
        mat: Mat | None,
        is_round: bool | None = None,
    ) -> CardPictures:
        """Load pictures, or raise `DeckError`.

        If `straight` or `is_round` is None, the pictures' shape and contents decide.
        """
        images = {path: _picture(path) for path in paths}
        if straight is None:
            straight = not is_round and _are_straight(list(images.values()), mat)
        if is_round is None:
            is_round = not straight and are_round(list(images.values()), mat)
        if is_round:
            return cls(images, straight, mat, is_round=True)
        if not straight:
            return cls(images, straight, mat)
        turned = tuple(path for path, image in images.items() if image.shape[1] > image.shape[0])
        images |= {path: _quarter_turned(images[path]) for path in turned}
        return cls(images, straight, mat, turned)

    def measured_mm(self) -> tuple[float, float] | None:
        """Return the size of the cards in photographs of the mat, or None without such."""
        result = (None if self.straight else self._measured(path) for path in self.images)
        sizes = list(islice((size for size in result if size is not None), SEARCHED_PICTURES))
        return usual(sizes) if sizes else None

    def aspect(self, progress: Progress) -> float:
        """Return the usual width of the cards over their height."""
        if self.is_round:
            return 1.0
        if self.straight:
            ratios = [image.shape[1] / image.shape[0] for image in self.images.values()]
            if statistics.median(ratios) > MAX_ASPECT:
                raise DeckError(
                    "the pictures are nearly square: cut each out at the edges of its card"
                )
        else:
            ratios, tilts = [], []
            for done, path in enumerate(self.images, 1):
                corners = self._one_card(path, (63.0, HEIGHT_MM))
                sides = side_lengths(corners)
                short, long = sorted((float(sides[[0, 2]].mean()), float(sides[[1, 3]].mean())))
                ratios.append(short / long)
                height, width = self.images[path].shape[:2]
                tilts.append(tilt_deg(corners, (width, height)))
                progress("look", done, len(self.images))
            _refuse_slanted(statistics.median(ratios), statistics.median(tilts))
        return float(statistics.median(ratios))

    def card(self, path: Path, size_mm: tuple[float, float]) -> Image:
        """Return the card in a picture, upright and without any border.

        Raise `DeckError` if the picture does not show one card of this size.
        """
        image = self.images[path]
        if self.straight:
            height, width = image.shape[:2]
            if abs(width / height * size_mm[1] / size_mm[0] - 1) > ONE_DECK:
                raise DeckError(
                    f"{path} has a different shape ({width}x{height}) from the other cards"
                )
            corners, high = rectangle(width, height), height
        else:
            corners = self._one_card(path, size_mm)
            high = round(float(side_lengths(corners)[[1, 3]].mean()))
        rows = min(MAX_HEIGHT_PX, max(MIN_HEIGHT_PX, high))
        interpolation = cv2.INTER_AREA if rows < high else cv2.INTER_CUBIC
        return cut_card(image, corners, rows, size_mm, interpolation)

    def _measured(self, path: Path) -> tuple[float, float] | None:
        """Return the size in mm of the card in a photograph of the mat, or None."""
        if self.mat is None:
            return None
        plane = _plane(self.images[path], self.mat)
        if self.is_round and plane is not None:
            diameter = diameter_mm(self.images[path], plane)
            return None if diameter is None else (diameter, diameter)
        return None if plane is None else measure(self.images[path], self.mat, plane)

    def _one_card(self, path: Path, size_mm: tuple[float, float]) -> Corners:
        if self.is_round:
            return the_round_card(self.images[path], path)
        cards = _cards_in(self.images[path], size_mm, self.mat)
        if len(cards) > 1:
            raise DeckError(f"{path} shows {len(cards)} cards: take a picture with only one")
        if not cards:
            measured = self._measured(path)
            if measured is not None and usual([measured]) != size_mm:
                given, real = (f"{w:g}x{h:g}" for w, h in (size_mm, usual([measured])))
                raise DeckError(
                    f"the card in {path} measures {real} mm, not {given}: give --size {real}"
                )
            if self.mat is None or _plane(self.images[path], self.mat) is None:
                _refuse_place(path, self.images[path], size_mm)
            raise DeckError(
                f"no card was found in {path}: "
                "lay the card on a plain table and photograph it from above"
            )
        return cards[0]


def _picture(path: Path) -> Image:
    try:
        image = load_picture(path)
    except (BadPhoto, OSError) as error:
        what = "cannot be read as a picture"
        if isinstance(error, BadPhoto) and error.reason in FORMATS:
            what = f"is {FORMATS[error.reason]} picture"
        raise DeckError(f"{path} {what}: save it again as JPEG or PNG") from error
    if min(image.shape[:2]) < 80:
        height, width = image.shape[:2]
        raise DeckError(
            f"{path} is too small ({width}x{height}): a card needs {MIN_HEIGHT_PX} pixels"
        )
    if image.std() < PLAIN_GREY:
        raise DeckError(f"{path} shows nothing but one colour: take it again")
    return image


def _quarter_turned(image: Image) -> Image:
    return np.ascontiguousarray(np.rot90(image))


def _are_straight(images: Sequence[Image], mat: Mat | None) -> bool:
    """Whether the pictures are cards cut out at their edges, rather than photographs of tables.

    Cut-out pictures all have the same shape, upright or lying on its side, which differs from the
    shape of a camera's picture. No mat and no whole card is found inside them.
    """
    lying = statistics.median(image.shape[1] / image.shape[0] for image in images) > 1
    images = [
        _quarter_turned(image) if image.shape[1] > image.shape[0] else image for image in images
    ]
    ratios = [image.shape[1] / image.shape[0] for image in images]
    middle = statistics.median(ratios)
    alike = sum(abs(ratio - middle) <= SAME_ASPECT for ratio in ratios) >= 0.9 * len(ratios)
    large = lying or statistics.median(image.shape[0] for image in images) >= CAMERA_PX
    camera = large and any(abs(middle - ratio) < 0.01 for ratio in CAMERA_ASPECTS)
    if not alike or not CARD_ASPECT[0] <= middle <= CARD_ASPECT[1] or camera:
        return False
    tried = images[:: -(-len(images) // SEARCHED_PICTURES)]
    straight = 0
    for image in tried:
        on_mat = mat is not None and _plane(image, mat) is not None
        straight += not (on_mat or _shows_a_table(image, (middle * HEIGHT_MM, HEIGHT_MM)))
        if straight > MAX_STRAIGHT * len(tried):
            return True
    return False


def _shows_a_table(image: Image, size_mm: tuple[float, float]) -> bool:
    """Whether a picture shows one card with four visible sides and much of the table around it."""
    whole = image.shape[0] * image.shape[1]
    founds = [f for f in find_free(image, size_mm) if f.single and f.support >= CLEAR_SUPPORT]
    return len(founds) == 1 and MIN_CARD_AREA < area(founds[0].corners) / whole < MAX_FRAME_AREA


def _plane(image: Image, mat: Mat) -> Plane | None:
    return MatsFinder([mat]).find(image).get(mat.name)


def _cards_in(image: Image, size_mm: tuple[float, float], mat: Mat | None) -> list[Corners]:
    """Return the corners of the cards in a photograph, upright in the picture."""
    plane = None if mat is None else _plane(image, mat)
    if plane is not None and mat is not None:
        quads = [f.corners for f in find_on_mat(image, mat, plane, size_mm) if f.single]
        return [_portrait(corners) for corners in _outlines(quads)]
    aspect = size_mm[1] / size_mm[0]
    places = [
        f
        for f in find_free(image, size_mm)
        if not f.reason and seen_foreshortening(f.corners, aspect) > FROM_ABOVE
    ]
    large = [f for f in places if _has_card_area(f, image)]
    quads = _outlines([f.corners for f in places if f.alone])
    around = [f.corners for f in large if f.support >= SURE_SUPPORT]
    if len(quads) > 1 and (outline := _outline_around(quads, around)):
        quads = outline
    else:
        quads = _outlines([f.corners for f in large if f.alone])
    return [_portrait(corners) for corners in quads]


def _has_card_area(place: Found, image: Image) -> bool:
    """Whether a place may be the one card of a photograph, by its share of the area."""
    share = _share(place, image)
    clear = place.support >= CLEAR_SUPPORT
    return MIN_CARD_AREA < share < (MAX_CLEAR_AREA if clear else MAX_CARD_AREA)


def _share(place: Found, image: Image) -> float:
    return float(area(place.corners) / (image.shape[0] * image.shape[1]))


def _outlines(found: Sequence[Corners]) -> list[Corners]:
    """Return the quads that are not inside another. A sleeve and its card are one outline."""
    kept: list[Corners] = []
    for corners in sorted(found, key=area, reverse=True):
        if all(overlap(corners, other) < WITHIN for other in kept):
            kept.append(corners)
    return kept


def _outline_around(found: Sequence[Corners], clear: Sequence[Corners]) -> list[Corners]:
    """Return the largest clear quad in which all found quads are only print, or nothing.

    The indexes of some cards have frames with a card's shape. Cards in a block fill more of it.
    """
    printed = sum(map(area, found)) / MAX_PRINTED
    for corners in sorted(clear, key=area, reverse=True):
        if area(corners) > printed and all(overlap(corners, item) > WITHIN for item in found):
            return [corners]
    return []


def _refuse_slanted(aspect: float, tilt: float) -> None:
    """Raise `DeckError` if the cards have an odd shape, or were photographed from the side."""
    odd = all(abs(aspect * height / width - 1) > SAME_SIZE for width, height in COMMON)
    if odd or tilt > MAX_ROUGH_TILT_DEG:
        raise DeckError(
            f"the cards look {aspect * HEIGHT_MM:.0f} mm wide and {HEIGHT_MM:g} mm high: "
            "photograph them from right above, or give their --size"
        )


def _refuse_place(path: Path, image: Image, size_mm: tuple[float, float]) -> None:
    """Raise `DeckError` if a card in a photograph is too near, too bright, slanted or far away."""
    results = [f for f in find_free(image, size_mm) if f.single]
    shares = [_share(f, image) for f in results]
    if max(shares, default=0.0) >= MAX_CARD_AREA:
        raise DeckError(
            f"the card in {path} is too near: hold the camera farther away, "
            "with some of the table on all sides"
        )
    if hides_a_card(image):
        raise DeckError(f"{path} is too bright to show a card: dim the light")
    aspect = size_mm[1] / size_mm[0]
    large = [f.corners for f in results if _share(f, image) > MIN_CARD_AREA]
    if any(seen_foreshortening(corners, aspect) <= FROM_ABOVE for corners in large):
        raise DeckError(
            f"the card in {path} is seen from the side, or its size is not "
            f"{size_mm[0]:g}x{size_mm[1]:g}: photograph it from right above, or give its --size"
        )
    if 0.0 < max(shares, default=0.0) <= MIN_CARD_AREA:
        raise DeckError(f"the card in {path} is too small: hold the camera nearer")


def _portrait(corners: Corners) -> Corners:
    """Order a card's corners so that it is upright, with its top towards the top of the picture."""
    corners = upright(corners)
    return corners if points_up(corners) else np.roll(corners, 2, 0)

"""Find the one round card in each photograph of a deck that is taught."""

from __future__ import annotations

from collections.abc import Sequence

from vision.decks.deck import DeckError
from vision.enrol.sizes import measure
from vision.find.free import find_free
from vision.find.markers import MatsFinder
from vision.find.round import find_round, untwisted
from vision.geometry import area, overlap, side_lengths
from vision.mat import Mat
from vision.plane import Plane
from vision.quality import hides_a_card
from vision.reading import Corners, Image

# These values were not measured. They follow from the requirements in tests/vision/enrol.

CLEAR_SUPPORT = 0.9  # Minimum share of a round card's edge that must be visible.
CARD_AREA = (0.01, 0.75)  # Range of a card's share of a photograph's area.
SEARCHED_PICTURES = 8  # Number of pictures to search for round cards.
MIN_SHARE = 0.8  # The cards are round if this share of the searched pictures shows a round card.
SNAP_MM = 0.5  # A measured diameter is rounded to a multiple of this.
SQUARE_MM = 3.0  # The measured sides of a round card differ by less than this.
AROUND = 1.05  # A rectangle with a larger share of the circle's area is a card with a round print.


def are_round(images: Sequence[Image], mat: Mat | None) -> bool:
    """Whether photographs (BGR) show one round card each, on a table or the mat."""
    tried = images[:: -(-len(images) // SEARCHED_PICTURES)]
    return sum(_shows_round(image, mat) for image in tried) >= MIN_SHARE * len(tried)


def round_cards(image: Image) -> list[Corners]:
    """Return the squares around the round cards in a photograph, upright in the picture."""
    whole = image.shape[0] * image.shape[1]
    return [
        untwisted(place.corners)
        for place in find_round(image)
        if not place.reason
        and place.support >= CLEAR_SUPPORT
        and CARD_AREA[0] < area(place.corners) / whole < CARD_AREA[1]
    ]


def the_round_card(image: Image, name: object) -> Corners:
    """Return the square around the only round card; raise `DeckError` if there is not one."""
    results = round_cards(image)
    if len(results) > 1:
        raise DeckError(f"{name} shows {len(results)} cards: take a picture with only one")
    if hides_a_card(image):
        raise DeckError(f"{name} is too bright to show a card: dim the light")
    if not results:
        raise DeckError(
            f"no round card was found in {name}: "
            "lay the card on a plain table and photograph it from above"
        )
    return results[0]


def diameter_mm(image: Image, plane: Plane) -> float | None:
    """Return the diameter in mm of the only round card on a mat, or None."""
    found = round_cards(image)
    if len(found) != 1:
        return None
    size = float(side_lengths(plane.to_mat_mm(found[0])).mean())
    return round(size / SNAP_MM) * SNAP_MM


def _shows_round(image: Image, mat: Mat | None) -> bool:
    """Whether a photograph shows one round card, and not a rectangular one with a round print."""
    found = round_cards(image)
    if len(found) != 1 or hides_a_card(image):  # A lamp's light is round, too.
        return False
    plane = None if mat is None else MatsFinder([mat]).find(image).get(mat.name)
    if plane is not None and mat is not None:  # The mat's own zones are rectangles around the card.
        size = measure(image, mat, plane)
        return size is None or abs(size[0] - size[1]) < SQUARE_MM
    circle = found[0]
    height, width = image.shape[:2]
    return not any(
        place.single
        and area(circle) * AROUND < area(place.corners) < 0.9 * height * width
        and overlap(circle, place.corners) > 0.95
        for place in find_free(image, (63.0, 88.0))
    )

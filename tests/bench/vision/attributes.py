"""Read a drawn deck of 81 cards that differ in four attributes, on wooden tables.

Each card shows one to three equal figures: an oval, a lozenge or a wave, in one of three colours,
filled, striped or open. Thin lines on white paper are hard to read: neighbours differ only in the
stripes between the same outlines, or in the colour of these.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import product

import cv2
import numpy as np

from tests.bench.vision.contest import Contest, Tallies
from tests.bench.vision.tally import Outcome, Tally, Truth
from vision.decks.deck import Card, Deck
from vision.enrol.selftest import Wear, worn
from vision.geometry import Floats, homography, rectangle
from vision.mat import Mat
from vision.reading import Found, Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import DARK_WOOD, LIGHT_WOOD, Lens, Light, PlacedCard, Scene

NAME = "attributes"
SIZE_MM = (57.0, 88.0)
PX_PER_MM = 10
COUNTS, SHAPES = ("1", "2", "3"), ("oval", "lozenge", "wave")
COLOURS = {"red": (60, 50, 220), "green": (75, 140, 20), "violet": (130, 45, 90)}  # BGR
FILLINGS = ("solid", "striped", "open")
PAPER = 252
FIGURE_MM, BETWEEN_MM = (40.0, 18.0), 23.0  # A figure's size, and the distance of two figures.
LINE_MM, STRIPE_MM, STRIPE_STEP_MM = 0.8, 0.35, 1.3  # Widths of lines, and the stripes' distance.

COLUMNS, ROWS = 4, 3  # of cards on a table
STEP_MM = (75.0, 105.0)  # The distance of neighbouring cards' middles.
TABLE_MM = (520.0, 420.0)
PICTURE = (1600, 1200)  # The largest picture, in pixels; in it a card is about `PX_HIGH` high.
PX_HIGH = 220
CORNER_ERROR = 0.006  # Standard deviation of the corners, as a share of the card's height.
TAUGHT = Wear(height_px=500, blur_px=1.0, noise=2.0, gradient=0.15, askew=0.0, ink=1.0)
TAUGHT_PX_PER_MM = 6


def names() -> tuple[str, ...]:
    """Return the names of all cards, such as ``2 red striped wave``."""
    return tuple(" ".join(card) for card in product(COUNTS, COLOURS, FILLINGS, SHAPES))


@lru_cache(maxsize=100)
def drawn(card: str | None) -> Image:
    """Return a card as it is printed (height x width x 3, BGR); None is the back."""
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    image = np.full((height, width, 3), PAPER, np.uint8)
    if card is None:
        cv2.rectangle(image, (40, 40), (width - 41, height - 41), (120, 60, 60), -1)
        return image
    count, colour, filling, shape = card.split()
    for number in range(int(count)):
        y = SIZE_MM[1] / 2 + BETWEEN_MM * (number - (int(count) - 1) / 2)
        _draw(image, (SIZE_MM[0] / 2, y), COLOURS[colour], filling, shape)
    return image


def _draw(
    image: Image,
    middle_mm: tuple[float, float],
    colour: tuple[int, int, int],
    filling: str,
    shape: str,
) -> None:
    outline = np.rint((_outline(shape) + middle_mm) * PX_PER_MM).astype(np.int32)
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline], 255, cv2.LINE_AA)
    ink = np.zeros_like(inside)
    if filling == "solid":
        ink[:] = 255
    elif filling == "striped":
        step, wide = round(STRIPE_STEP_MM * PX_PER_MM), round(STRIPE_MM * PX_PER_MM)
        for x in range(int(outline[:, 0].min()), int(outline[:, 0].max()), step):
            ink[:, x : x + wide] = 255
    ink = np.minimum(ink, inside)
    cv2.polylines(ink, [outline], True, 255, round(LINE_MM * PX_PER_MM), cv2.LINE_AA)
    share = ink[..., None] / 255.0
    image[:] = np.rint(image * (1 - share) + np.array(colour) * share)


def _outline(shape: str) -> Floats:
    """Return a figure's outline around its middle (n x 2, mm)."""
    wide, high = FIGURE_MM[0] / 2, FIGURE_MM[1] / 2
    turn = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    if shape == "lozenge":
        return np.array([(-wide, 0), (0, -high), (wide, 0), (0, high)], np.float32)
    if shape == "oval":  # a rectangle with half circles at its ends
        x = np.cos(turn) * high + np.sign(np.cos(turn)) * (wide - high)
        return np.stack([x, np.sin(turn) * high], 1).astype(np.float32)
    x, y = np.cos(turn) * wide, np.sin(turn) * 0.62 * high
    return np.stack([x, y + 0.38 * high * np.sin(2.6 * x / wide)], 1).astype(np.float32)


@lru_cache(maxsize=2)
def press(seed: int = 0) -> Press:
    """Return what prints the deck."""
    return Press({NAME: (drawn, SIZE_MM)}, seed)


@lru_cache(maxsize=2)
def taught(cards: tuple[str, ...] = names()) -> Deck:
    """Return the deck, or some of its cards, as an owner taught it from pictures of one copy."""
    width, height = (round(side * TAUGHT_PX_PER_MM) for side in SIZE_MM)
    faces = {}
    for name in cards:
        printed = press(1).face(NAME, name, 0, 0.05)
        picture, corners = worn(printed, TAUGHT, np.random.default_rng([1, *name.encode()]))
        matrix = homography(corners, rectangle(width, height))
        face = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_LINEAR)
        faces[name] = np.asarray(face, np.uint8)
    return Deck(NAME, SIZE_MM, tuple(Card(name, 1, name) for name in faces), faces, whole=True)


def table(number: int) -> tuple[Image, list[Truth]]:
    """Return a picture of twelve cards on wood, and where each lies, as a finder would see it.

    The cards are of another copy than the taught one, and 100 to 230 pixels high.
    """
    chance = np.random.default_rng([5, number])
    cards = []
    for place, name in enumerate(chance.permutation(names())[: COLUMNS * ROWS]):
        row, column = divmod(place, COLUMNS)
        x = TABLE_MM[0] / 2 + (column - (COLUMNS - 1) / 2) * STEP_MM[0] + chance.normal(0, 2)
        y = TABLE_MM[1] / 2 + (row - (ROWS - 1) / 2) * STEP_MM[1] + chance.normal(0, 2)
        turn = float(chance.choice([0, 180]) + chance.normal(0, 3))
        wear, curl = float(chance.uniform(0, 0.2)), float(chance.choice([0.0, 0.0, 1.0]))
        cards.append(PlacedCard(NAME, str(name), x, y, turn, wear=wear, copy=3, curl_mm=curl))
    share = float(chance.uniform(0.45, 1.0))
    camera = PinholeCamera.above(
        TABLE_MM,
        round(PICTURE[0] * share),
        round(PICTURE[1] * share),
        tilt_deg=float(chance.uniform(0, 25)),
        from_deg=float(chance.uniform(60, 120)),
        roll_deg=float(chance.normal(0, 4)),
        room=1.0,
    )
    blue, green, red = (float(part) for part in chance.uniform(0.85, 1.1, 3))
    light = Light(
        exposure=float(chance.uniform(0.7, 1.1)),
        gradient=float(chance.uniform(0, 0.4)),
        gradient_deg=float(chance.uniform(0, 360)),
        cast=(blue, green, red),
    )
    lens = Lens(
        blur_px=float(chance.uniform(0.3, 1.0)),
        noise=float(chance.uniform(1, 5)),
        jpeg=int(chance.integers(75, 95)),
    )
    scene = Scene(tuple(cards), DARK_WOOD if number % 3 else LIGHT_WOOD)
    mat = Mat(TABLE_MM, "4X4_50", 1.0, 0.0, {}, {})  # its outline alone
    frame = Renderer(camera, mat, press(3), number).render(scene, light, lens, number)
    truths = []
    for truth in frame.truth:
        error = chance.normal(0, CORNER_ERROR * PX_HIGH * share, (4, 2))
        truths.append(Truth(truth.card, (truth.corners + error).astype(np.float32), truth.card))
    return frame.image, truths


def contest(tables: Iterable[int]) -> tuple[Tallies, Tally]:
    """Read tables in every way; return the tallies, and ours of cards that were never taught."""
    made, tallies, untaught = Contest(taught()), Tallies(), Tally()
    for number in tables:
        image, truths = table(number)
        for truth in truths:
            place = Found(truth.corners, 1.0)
            for way, [answer] in made.name(image, [place], tallies).items():
                tallies[way].note(truth, answer, f"table {number}")
            matcher = made.reader.matcher
            [match] = matcher.match_excluding(matcher.cut(image, truth.corners), [[truth.label]])
            said = match.card if match.decision.certain else None
            untaught.note(replace(truth, card=None), (said, Outcome.REFUSED), f"table {number}")
    return tallies, untaught

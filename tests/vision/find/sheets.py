"""Drawn pictures of cards on a sheet that lies wholly in view: a playmat, a book, a tray."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.decks.deck import Deck
from vision.geometry import Floats, Matrix, boxes_meet, homography, rectangle
from vision.reading import Corners, Image

SIZE = WIDTH, HEIGHT = 1600, 1200
FOCAL_PX = 0.8 * WIDTH
CARD_PX = (110, 260)  # A card's height.
ROOM = 2.6  # The area on the sheet for each card, in areas of a card.
SHEETS = [  # What it is, its colour, the colour of its border, and how broad that is in pixels.
    ("playmat", (60, 40, 30), (30, 30, 30), 8),
    ("box lid", (150, 160, 200), (90, 100, 150), 16),
    ("book", (40, 60, 140), (220, 225, 230), 10),
    ("dark cloth", (70, 50, 20), (200, 200, 190), 60),
    ("screen", (120, 90, 40), (15, 15, 15), 30),
    ("tray", (70, 110, 150), (50, 85, 120), 40),
    ("paper", (185, 195, 200), (185, 195, 200), 0),
    ("light cloth", (150, 140, 60), (190, 180, 120), 70),
]
TABLES = [(60, 90, 130), (200, 205, 205), (45, 45, 50), (110, 120, 90), (20, 60, 20)]
TILTS_DEG = (0, 0, 0, 10, 30)


def cards_on_a_sheet(deck: Deck, seed: int) -> tuple[Image, dict[str, Corners]]:
    """Return a picture with 1 to 12 cards on a sheet, and the corners of each card."""
    chance = np.random.default_rng(seed)
    _, inside, rim, broad = SHEETS[seed % len(SHEETS)]
    picture = np.full((HEIGHT, WIDTH, 3), TABLES[seed % len(TABLES)], np.uint8)
    proportion = chance.uniform(1.0, 1.8 if seed % 4 else 2.6)
    high = math.sqrt(chance.uniform(0.2, 0.8) * WIDTH * HEIGHT / proportion)
    high = min(high, 0.96 * HEIGHT, 0.96 * WIDTH / proportion)
    sheet = np.array((proportion * high, high))
    view = _view(math.radians(TILTS_DEG[seed % len(TILTS_DEG)]))
    askew_deg = chance.uniform(-4, 4)
    for grown, colour in ((0, rim), (-2 * broad, inside)):
        corners = _placed(sheet + grown, np.array(SIZE) / 2, askew_deg, view)
        cv2.fillConvexPoly(picture, (16 * corners).round().astype(np.int32), colour, cv2.LINE_AA, 4)
    count = int(chance.integers(1, 13))
    aspect = deck.size_mm[0] / deck.size_mm[1]
    room = sheet - 2 * broad
    tall = min(
        chance.uniform(*CARD_PX),
        math.sqrt(room.prod() / (ROOM * aspect * count)),
        0.75 * room.min(),
    )
    cards: dict[str, Corners] = {}
    for card in chance.permutation(deck.names)[:count]:
        reach = (room - 1.05 * tall * math.hypot(1, aspect)) / 2
        for _ in range(300):
            middle = np.array(SIZE) / 2 + chance.uniform(-1, 1, 2) * reach
            corners = _placed(np.array((aspect * tall, tall)), middle, chance.uniform(0, 360), view)
            if not cards or not boxes_meet(corners[None], np.array([*cards.values()])).any():
                cards[str(card)] = corners
                _lay(picture, deck.templates[str(card)], corners)
                break
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    grain = soft + chance.normal(0, 3, picture.shape)
    return np.asarray(np.clip(grain, 0, 255), np.uint8), cards


def _view(tilt: float) -> Matrix:
    """Return the homography of a picture that is taken at an angle from the vertical."""
    to_middle = np.array([[1, 0, -WIDTH / 2], [0, 1, -HEIGHT / 2], [0, 0, 1]])
    tilted = np.diag((1.0, math.cos(tilt), 1.0))
    tilted[2, 1] = math.sin(tilt) / FOCAL_PX
    return np.asarray(np.linalg.inv(to_middle) @ tilted @ to_middle, np.float64)


def _placed(size: Floats, middle: Floats, turn_deg: float, view: Matrix) -> Corners:
    """Return the corners in the picture of a rectangle with this size, middle and turn."""
    turn = cv2.getRotationMatrix2D((0, 0), turn_deg, 1.0)[:, :2]
    flat = (rectangle(1, 1) * size) @ turn.T + middle
    return np.asarray(cv2.perspectiveTransform(flat[None].astype(np.float64), view)[0], np.float32)


def _lay(picture: Image, card: Image, corners: Corners) -> None:
    """Draw a card into the picture."""
    shrunk = cv2.resize(card, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    matrix = homography(rectangle(shrunk.shape[1], shrunk.shape[0]), corners)
    drawn = cv2.warpPerspective(shrunk, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE)
    solid = cv2.warpPerspective(np.ones(shrunk.shape, np.float32), matrix, SIZE)
    picture[:] = picture * (1 - solid) + drawn * solid

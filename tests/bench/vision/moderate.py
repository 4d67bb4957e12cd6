"""Tables of moderate severity: what an evening brings while nobody does anything wrong.

Light from one side, a shadow or a lamp's reflection at times, a camera that leans, turns and
bends lines a little, print and wear of every copy its own. Each table is fixed by the seed,
its deck and its number alone.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tests.bench.vision.tally import Truth
from vision.decks.deck import load_deck
from vision.mat import Mat
from vision.reading import BACK, Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Glare, Lens, Light, PlacedCard, Scene, Shadow

SIZE = (1920, 1080)
FACES = 6
PRINTS = 40  # tables that share a print of each card
APART_MM = 112.0  # the least distance of two cards' middles
BLUR_AND_NOISE = ((0.3, 1.5), (1, 6))

Chance = np.random.Generator


@dataclass(frozen=True)
class Plan:
    """A table that can be rendered: cards of a deck, face up but for a seventh, if it is there."""

    deck: str
    number: int
    seed: int
    cards: tuple[PlacedCard, ...]

    @property
    def faces(self) -> int:
        """Return how many cards lie face up."""
        return sum(card.face_up for card in self.cards)

    @property
    def where(self) -> str:
        """Return the words by which the table is found again."""
        return f"{self.deck}, table {self.number} of seed {self.seed}"


def plans(decks: Sequence[str], mat: Mat, cards: int, seed: int) -> Iterator[Plan]:
    """Yield tables until at least `cards` lie face up, an equal share of each deck."""
    for name in decks:
        left = -(-cards // len(decks))
        number = 0
        while left > 0:
            plan = Plan(name, number, seed, _dealt(name, mat, _chance(name, number, seed, "deal")))
            left -= plan.faces
            number += 1
            yield plan


@lru_cache(maxsize=1)
def _press(seed: int) -> Press:
    return Press(seed=seed)


def rendered(plan: Plan, mat: Mat) -> tuple[Image, list[Truth]]:
    """Return a table's picture, and what lies where in it."""
    chance = _chance(plan.deck, plan.number, plan.seed, "light")
    camera = PinholeCamera.above(
        mat.size_mm,
        *SIZE,
        tilt_deg=float(chance.uniform(0, 20)),
        from_deg=float(chance.uniform(0, 360)),
        roll_deg=float(chance.choice((0, 180)) + chance.uniform(-4, 4)),
        k1=float(chance.uniform(-0.04, 0.02)),
    )
    press = _press(plan.seed * 1000 + plan.number // PRINTS)
    renderer = Renderer(camera, mat, press, int(chance.integers(2**31)))
    light, lens = _light(mat, chance), Lens(*(float(chance.uniform(*v)) for v in BLUR_AND_NOISE))
    frame = renderer.render(Scene(plan.cards), light, lens, plan.number)
    names = [truth.card if truth.face_up else BACK for truth in frame.truth]
    truths = [
        Truth(name, truth.corners, name) for name, truth in zip(names, frame.truth, strict=True)
    ]
    return _through_camera(frame.image, chance), truths


def _chance(deck: str, number: int, seed: int, part: str) -> Chance:
    return np.random.default_rng([seed, zlib.crc32(f"moderate {part} {deck} {number}".encode())])


def _dealt(deck: str, mat: Mat, chance: Chance) -> tuple[PlacedCard, ...]:
    names = load_deck(deck, pictures=False).names
    return tuple(
        PlacedCard(
            deck,
            str(chance.choice(names)),
            x,
            y,
            float(chance.uniform(-180, 180)),
            face_up=i < FACES,
            curl_mm=float(chance.choice((0.0, 0.0, 1.5))),
            wear=float(chance.choice((0.0, 0.1, 0.2, 0.4))),
        )
        for i, (x, y) in enumerate(spots(mat, FACES + 1, chance))
    )


def spots(mat: Mat, count: int, chance: Chance) -> list[tuple[float, float]]:
    """Return up to `count` places on the mat, apart from each other and from the markers."""
    width, height = mat.size_mm
    results: list[tuple[float, float]] = []
    for _ in range(400):
        x, y = chance.uniform(60, width - 60), chance.uniform(60, height - 60)
        clear = all(math.hypot(x - a, y - b) > 88 for a, b in mat.markers.values())
        if clear and all(math.hypot(x - a, y - b) > APART_MM for a, b in results):
            results.append((x, y))
        if len(results) == count:
            break
    return results


def _light(mat: Mat, chance: Chance) -> Light:
    def place() -> tuple[float, float]:
        x, y = chance.uniform(0.15, 0.85, 2) * mat.size_mm
        return float(x), float(y)

    shadow = Shadow(
        *place(),
        turn_deg=float(chance.uniform(0, 360)),
        depth=float(chance.uniform(0.2, 0.5)),
        soft_mm=float(chance.uniform(5, 25)),
    )
    glare = Glare(*place(), float(chance.uniform(30, 70)), float(chance.uniform(0.3, 0.7)))
    blue, green, red = (float(part) for part in chance.uniform(0.85, 1.1, 3))
    return Light(
        exposure=float(chance.uniform(0.6, 1.15)),
        gradient=float(chance.uniform(0, 0.4)),
        gradient_deg=float(chance.uniform(0, 360)),
        cast=(blue, green, red),
        shadows=(shadow,) if chance.random() < 0.4 else (),
        glares=(glare,) if chance.random() < 0.25 else (),
    )


def _through_camera(image: Image, chance: Chance) -> Image:
    """Return a picture that was shaken at times, and packed as a JPEG at times."""
    if chance.random() < 0.3:
        half = float(chance.uniform(0, 1))  # of the way in pixels
        turn = math.radians(float(chance.uniform(0, 180)))
        kernel = np.zeros((5, 5), np.float32)
        ends = [
            tuple(round((2 + sign * half * side) * 16) for side in (math.cos(turn), math.sin(turn)))
            for sign in (-1, 1)
        ]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)
    if chance.random() < 0.5:
        quality = int(chance.integers(70, 95))
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image

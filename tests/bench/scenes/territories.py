"""Grids full of cards on their mats, as a table's camera and as a phone see them.

    shot = by_phone(deck, mat, 30.0, np.random.default_rng(3))
    shot.image, shot.cards["territory:0", 1, 7]

The cards are dealt from the deck in its own counts, and laid by hand: a little beside their cells'
middles, and askew.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tests.bench.scenes.phone import UPRIGHT
from vision.decks.deck import load_deck
from vision.mat import Mat
from vision.reading import Image
from vision.spread import PlacedMat, Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene, Shadow

FEWEST, MOST = 30, 42  # cards of a territory
ASIDE_MM, ASKEW_DEG = 1.2, 1.5  # standard deviations of a card from its cell, and
MOST_ASIDE_MM, MOST_ASKEW_DEG = 2.5, 4.0  # the most
BETWEEN_MM = 14.0  # one mat and the next
TABLES_MM = 50.0  # in steps of which tables are large, so that few have to be drawn
SIZES = {1: (1920, 1080), 2: (4608, 2592), 3: (4608, 2592)}  # by how many mats a camera sees
PHONE = (4032, 3024)  # 12 megapixels
PHONE_ABOVE_MM = (520.0, 720.0)
WEAR = (0.05, 0.2)  # of the prints of each card, whose cuts and inks differ, too

Cell = tuple[str, int, int]  # grid, row, column


@dataclass(frozen=True)
class Shot:
    """A picture of mats (height x width x 3, BGR), and which card lies in which cell."""

    image: Image
    cards: Mapping[Cell, str]


def by_camera(deck: str, mats: Sequence[Mat], chance: np.random.Generator) -> Shot:
    """Return mats, beneath one another, as the camera above a table sees them."""
    below = mats[0].size_mm[1] + BETWEEN_MM
    turn = float(chance.choice([0.0, 180.0]))
    laid = [
        PlacedMat(
            mat, float(chance.uniform(-8, 8)), n * below, turn + float(chance.uniform(-1.2, 1.2))
        )
        for n, mat in enumerate(mats)
    ]
    spread = Spread.from_placed(laid)
    width, height = (TABLES_MM * math.ceil(side / TABLES_MM) for side in spread.size_mm)
    spread = Spread(spread.placed, (width, height))
    camera = PinholeCamera.above(
        spread.size_mm,
        *SIZES[len(mats)],
        tilt_deg=float(chance.uniform(0, 10)),
        from_deg=float(chance.uniform(0, 360)),
        roll_deg=float(chance.uniform(-3, 3)),
        room=1.05,
    )
    light = _light(spread, chance, 0.3, (0.8, 1.05))
    lens = Lens(float(chance.uniform(0.4, 0.8)), noise=float(chance.uniform(2, 4)))
    return _shot(deck, spread, camera, light, lens, chance)


def by_phone(
    deck: str, mat: Mat, tilt_deg: float, chance: np.random.Generator, mark: int = 1
) -> Shot:
    """Return a mat as a phone sees it that leans `tilt_deg` to any side, in uneven light.

    Where the EXIF `mark` is one of a phone that is held upright, the mat lies along the picture.
    """
    spread = Spread.single(mat)
    camera = PinholeCamera.above(
        spread.size_mm,
        *PHONE,
        tilt_deg=tilt_deg,
        from_deg=float(chance.uniform(0, 360)),
        roll_deg=float(chance.uniform(-5, 5)),
        room=float(chance.uniform(1.1, 1.2)),
        eye_height_mm=float(chance.uniform(*PHONE_ABOVE_MM)) * math.cos(math.radians(tilt_deg)),
    )
    light = _light(spread, chance, 0.6, (0.6, 1.05))
    lens = Lens(float(chance.uniform(0.5, 1.2)), noise=float(chance.uniform(2, 6)))
    shot = _shot(deck, spread, camera, light, lens, chance)
    if mark not in UPRIGHT:
        return shot
    return Shot(np.ascontiguousarray(np.rot90(shot.image)), shot.cards)


def _light(
    spread: Spread, chance: np.random.Generator, gradient: float, exposure: tuple[float, float]
) -> Light:
    """Return light from one side, cool or warm; in half of the pictures somebody's shadow."""
    width, height = spread.size_mm
    shadow = Shadow(
        float(chance.uniform(0.2, 0.8)) * width,
        float(chance.uniform(0.2, 0.8)) * height,
        float(chance.uniform(0, 360)),
        float(chance.uniform(0.2, 0.5)),
        float(chance.uniform(15, 60)),
    )
    warm = float(chance.uniform(-0.08, 0.08))
    return Light(
        float(chance.uniform(*exposure)),
        float(chance.uniform(0.1, gradient)),
        float(chance.uniform(0, 360)),
        (1.0 - warm, 1.0, 1.0 + warm),
        (shadow,) if chance.random() < 0.5 else (),
    )


def _shot(
    deck: str,
    spread: Spread,
    camera: PinholeCamera,
    light: Light,
    lens: Lens,
    chance: np.random.Generator,
) -> Shot:
    cards = dict(_dealt(deck, spread, chance))
    scene = Scene(tuple(_by_hand(deck, spread, cards, chance)))
    renderer = Renderer(camera, spread, _press(), int(chance.integers(2)))
    seed = int(chance.integers(1 << 30))
    return Shot(renderer.render(scene, light, lens, seed).image, cards)


def _dealt(deck: str, spread: Spread, chance: np.random.Generator) -> Iterator[tuple[Cell, str]]:
    """Yield the cards of one deck's copies in cells of each mat, side by side."""
    counts = load_deck(deck, pictures=False).counts
    left = list(chance.permutation([card for card, count in counts.items() for _ in range(count)]))
    grids = [(name, grid) for laid in spread.placed for name, grid in laid.mat.grids.items()]
    for number, (name, grid) in enumerate(grids):
        further = FEWEST * (len(grids) - number - 1)
        most = min(MOST, grid.rows * grid.columns, len(left) - further)
        count = int(chance.integers(FEWEST, most + 1))
        cells = [(row, column) for row in range(grid.rows) for column in range(grid.columns)]
        for at in sorted(chance.permutation(len(cells))[:count]):
            yield (name, *cells[at]), str(left.pop())


def _by_hand(
    deck: str, spread: Spread, cards: Mapping[Cell, str], chance: np.random.Generator
) -> Iterator[PlacedCard]:
    for cell, card in cards.items():
        x, y, turn = spread.cell_mm(*cell)
        dx, dy = np.clip(chance.normal(0, ASIDE_MM, 2), -MOST_ASIDE_MM, MOST_ASIDE_MM).tolist()
        askew = float(np.clip(chance.normal(0, ASKEW_DEG), -MOST_ASKEW_DEG, MOST_ASKEW_DEG))
        copy = int(chance.integers(len(WEAR)))
        yield PlacedCard(deck, card, x + dx, y + dy, turn + askew, wear=WEAR[copy], copy=copy)


@lru_cache(maxsize=1)
def _press() -> Press:
    return Press(seed=4)

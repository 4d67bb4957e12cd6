"""The tile witness: does every part of the card look like the template, its worst tenth too?

A whole-card correlation hides a wrong suit sign behind a thousand pixels of white paper.
Here the card is cut into small tiles; those with print in the template or in the picture
are correlated one by one, with a little play, and a low quantile speaks for the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.reading import Image

TILE = 15  # pixels of a card 240 pixels high
PLAY = 2  # pixels a tile may be off, for bent cards and what registration leaves
WORST = 0.1  # the quantile of the tiles that speaks for the card
PRINT = 6.0  # grey levels of contrast, paper at 200, from which a tile has something to show
CALM = 0.8  # sigma both pictures are smoothed by, against noise and pixel grids
SOFTER = (0.0, 0.8, 1.4, 2.2, 3.2)  # sigmas of blur that a camera may add to a template
SHARPER = (1.0, 1.8, 2.6)  # sigmas that a picture sharper than its template is blurred by


@dataclass(frozen=True, eq=False)
class Fit:
    """How a picture fits a template: over all, and tile by tile (`places` are y, x)."""

    correlation: float
    worst: float
    tiles: Floats
    places: NDArray[np.int64]
    blur: float  # sigma added to the template; negative: to the picture


class Face:
    """A template with all that the tile witness needs of it, made when first needed."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._soft: dict[float, Floats] = {}

    def soft(self, sigma: float) -> Floats:
        """Return the template (float, BGR) as a camera of this blur would see it."""
        if sigma not in self._soft:
            self._soft[sigma] = calmed(self._image, sigma)
        return self._soft[sigma]

    @cached_property
    def small(self) -> Floats:
        """Return the template at every blur, small, grey and normalised: one row a blur."""
        return np.stack([_small(self.soft(sigma)) for sigma in SOFTER])

    def compare(self, straight: Image) -> Fit:
        """Compare a straightened, registered card of the template's size with it."""
        seen = calmed(straight, 0.0)
        scores = self.small @ _small(seen)
        best = int(scores.argmax())
        correlation, blur = float(scores[best]), SOFTER[best]
        if best == 0:
            for sigma in SHARPER:
                softened = cast(Floats, cv2.GaussianBlur(seen, (0, 0), sigma))
                score = float(self.small[0] @ _small(softened))
                if score <= correlation:
                    break
                correlation, blur, chosen = score, -sigma, softened
            if blur < 0:
                seen = chosen
        tiles, places = _tiles(self.soft(max(blur, 0.0)), seen)
        worst = float(np.quantile(tiles, WORST)) if len(tiles) else 0.0
        return Fit(correlation, worst, tiles, places, blur)


def calmed(image: Image, sigma: float) -> Floats:
    """Return a picture as floats, smoothed by `sigma` and the little that all are smoothed by."""
    spread = float(np.hypot(CALM, sigma))
    return cast(Floats, cv2.GaussianBlur(image.astype(np.float32), (0, 0), spread))


def _small(image: Floats) -> Floats:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    rest = half - cv2.blur(half, (25, 25))
    return cast(Floats, (rest / (float(np.linalg.norm(rest)) + 1e-6)).ravel())


def _tiles(template: Floats, seen: Floats) -> tuple[Floats, NDArray[np.int64]]:
    height, width = template.shape[:2]
    rows, columns = _starts(height), _starts(width)
    strong = np.maximum(_contrast(template, rows, columns), _contrast(seen, rows, columns))
    values, places = [], []
    for i, j in np.argwhere(strong >= PRINT):
        y, x = int(rows[i]), int(columns[j])
        around = seen[y - PLAY : y + TILE + PLAY, x - PLAY : x + TILE + PLAY]
        tile = template[y : y + TILE, x : x + TILE]
        match = cv2.matchTemplate(around, tile, cv2.TM_CCOEFF_NORMED)
        values.append(float(np.nan_to_num(match, nan=0.0, posinf=0.0, neginf=0.0).max()))
        places.append((y, x))
    return np.array(values, np.float32), np.array(places, np.int64).reshape(-1, 2)


def _starts(length: int) -> NDArray[np.int64]:
    count = round((length - 2 * PLAY) / TILE)
    return np.linspace(PLAY, length - TILE - PLAY, count).round().astype(np.int64)


def _contrast(image: Floats, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Floats:
    """Return each tile's strongest standard deviation over the channels, paper being 200."""
    paper = max(20.0, float(np.quantile(image[::4, ::4].min(2), 0.9)))
    mean = cv2.blur(image, (TILE, TILE))
    square = cv2.blur(image * image, (TILE, TILE))
    middle = TILE // 2
    where = np.ix_(rows + middle, columns + middle)
    variance = np.maximum(square[where] - mean[where] ** 2, 0).max(2)
    return cast(Floats, np.sqrt(variance) * (200.0 / paper))

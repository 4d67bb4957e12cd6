"""The tile witness: does every part of the card look like the template, its worst tenth too?

A whole-card correlation hides a wrong suit sign behind a thousand pixels of white paper.
Here the card is cut into small tiles; those with print in the template or in the picture
are correlated one by one, after light and its slope within the tile are taken out, and a
low quantile speaks for the card. A smooth flow takes out how the paper bends; being
smooth, it cannot bend one pip into another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, quantile
from vision.reading import Image

TILE = 11  # pixels of a card 240 pixels high
EDGE = 6  # pixels along the card's edges left out, where cut and corners vary
WORST = 0.1  # the quantile of the tiles that speaks for the card
PAPER = 200.0  # grey level that paper is brought to
PRINT = 6.0  # grey levels of contrast from which a tile has something to show
COLOUR = 0.5  # how much colour counts beside light and dark, which no lamp washes out
STRONG = 1.5  # power of a tile's contrast by which it weighs
FAINT = 8.0  # grey levels of contrast that no tile is blamed for
UNEQUAL = 4.0  # a tile's contrast may be this many times the other's
CALM = 0.8  # sigma both pictures are smoothed by, against noise and pixel grids
SOFTER = (0.0, 0.6, 1.0, 1.4, 1.8, 2.2, 2.8, 3.4)  # sigmas that a camera may blur a template by
SHARPER = (0.7, 1.0, 1.4, 1.8, 2.4)  # sigmas a picture sharper than its template is blurred by
LEEWAY = 2  # steps of SOFTER
BEND = 7.0  # sigma of the flow's smoothness, pixels of a card 120 high
BEND_AT_MOST = 1.3  # pixels of a card 120 high
STIFF = 30.0  # squared grey levels per pixel: less print than that is not followed


@dataclass(frozen=True, eq=False)
class Fit:
    """How a picture fits a template.

    `correlation` is over the whole card, `worst` the low quantile over its tiles. `blur` is
    the sigma added to the template, or if negative taken from the picture. `seen` is the
    picture as compared: smoothed, bent into place, paper at 200.
    """

    correlation: float
    worst: float
    blur: float
    seen: Floats


class TileWitness:
    """Knows one template; what depends on the template alone is worked out once."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._soft: dict[float, Floats] = {}
        self._tiles: dict[float, tuple[Floats, Floats]] = {}
        self._bends: dict[float, tuple[Floats, ...]] = {}

    def soft(self, sigma: float) -> Floats:
        """Return the template (float, BGR, paper at 200) as a camera of this blur would see it."""
        if sigma not in self._soft:
            self._soft[sigma] = _papered(calmed(self._image, sigma))
        return self._soft[sigma]

    def compare(self, straight: Image) -> Fit:
        """Compare a straightened, registered card of the template's size with it."""
        correlation, blur, seen = self._blur(_papered(calmed(straight, 0.0)))
        soft = max(blur, 0.0)
        seen = self._unbent(seen, soft)
        return Fit(correlation, self._worst(seen, soft), blur, seen)

    @cached_property
    def _small(self) -> Floats:
        return np.stack([_small(self.soft(sigma)) for sigma in SOFTER])

    @cached_property
    def _edges(self) -> Floats:
        return np.array([edge_sharpness(self.soft(sigma)) for sigma in SOFTER])

    def _blur(self, seen: Floats) -> tuple[float, float, Floats]:
        """Find the blur at which template and picture are most alike.

        A template of another card would like to be blurred until it fits, so it may not be
        much softer than the picture's own edges are.
        """
        scores = self._small @ _small(seen)
        softest = int(np.argmin(np.abs(self._edges - edge_sharpness(seen)))) + LEEWAY
        best = int(scores[: softest + 1].argmax())
        correlation, blur, chosen = float(scores[best]), SOFTER[best], seen
        if best == 0:
            for sigma in SHARPER:
                softened = cast(Floats, cv2.GaussianBlur(seen, (0, 0), sigma))
                score = float(self._small[0] @ _small(softened))
                if score <= correlation:
                    break
                correlation, blur, chosen = score, -sigma, softened
        return correlation, blur, chosen

    def _unbent(self, seen: Floats, soft: float) -> Floats:
        """Move the picture onto the template by a smooth flow (Lucas and Kanade, 1981)."""
        if soft not in self._bends:
            self._bends[soft] = _bend_system(_half_grey(self.soft(soft)))
        level, gx, gy, a, b, c = self._bends[soft]
        grey = _half_grey(seen)
        x, y = _grid(*grey.shape)
        dx = dy = np.zeros_like(a)
        moved = grey
        for again in (True, False):
            error = level - moved + _slow(moved)
            ex, ey = _smooth(gx * error), _smooth(gy * error)
            dx = np.clip(dx + c * ex - b * ey, -BEND_AT_MOST, BEND_AT_MOST)
            dy = np.clip(dy + a * ey - b * ex, -BEND_AT_MOST, BEND_AT_MOST)
            if again:
                moved = _moved(grey, x + _grown(dx, grey), y + _grown(dy, grey))
        x, y = _grid(*seen.shape[:2])
        return _moved(seen, x + 2 * _grown(dx, seen), y + 2 * _grown(dy, seen))

    def _worst(self, seen: Floats, soft: float) -> float:
        if soft not in self._tiles:
            cut = _cut(self.soft(soft))
            self._tiles[soft] = cut, np.einsum("np,np->n", cut, cut)
        template, strength = self._tiles[soft]
        tiles = _cut(seen)
        contrast = np.einsum("np,np->n", tiles, tiles)
        shared = np.einsum("np,np->n", tiles, template)
        stronger = np.maximum(contrast, strength)
        shows = stronger >= PRINT**2 * TILE**2
        if not shows.any():
            return 0.0
        faint = FAINT**2 * TILE**2
        scale = np.maximum(np.sqrt(contrast * strength), stronger / UNEQUAL)
        alike = ((shared + faint) / (scale + faint))[shows]
        return _weighted_quantile(alike, stronger[shows] ** (STRONG / 2), WORST)


def calmed(image: Image, sigma: float) -> Floats:
    """Return a picture as floats, smoothed by `sigma` and the little that all are smoothed by."""
    spread = float(np.hypot(CALM, sigma))
    return cast(Floats, cv2.GaussianBlur(image.astype(np.float32), (0, 0), spread))


def edge_sharpness(image: Floats) -> float:
    """Return how steep a papered picture's strongest edges are for the contrast they have."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[EDGE:-EDGE, EDGE:-EDGE]
    gx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    gy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    steep = cv2.magnitude(gx, gy)
    near = np.ones((9, 9), np.uint8)
    contrast = cv2.dilate(grey, near) - cv2.erode(grey, near)
    strong = steep >= quantile(steep[::2, ::2], 0.95)
    return float(np.median(steep[strong] / (contrast[strong] + 8)))


def _papered(image: Floats) -> Floats:
    """Scale a picture so that its paper has the brightness that all papers have here."""
    paper = quantile(image[::4, ::4].min(2), 0.9)
    return image * np.float32(PAPER / max(20.0, paper))


def _half_grey(image: Floats) -> Floats:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return cast(Floats, cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _small(image: Floats) -> Floats:
    half = _half_grey(image)
    rest = half - cv2.blur(half, (25, 25))
    return cast(Floats, (rest / (float(np.linalg.norm(rest)) + 1e-6)).ravel())


def _moved(image: Floats, x: Floats, y: Floats) -> Floats:
    moved = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast(Floats, moved)


def _smooth(image: Floats) -> Floats:
    """Smooth a picture of a card 120 high for the flow, which is slow enough for half of that."""
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cast(Floats, cv2.GaussianBlur(small, (0, 0), BEND / 2))


def _grown(small: Floats, like: Floats) -> Floats:
    return cast(Floats, cv2.resize(small, (like.shape[1], like.shape[0])))


def _slow(image: Floats) -> Floats:
    return _grown(_smooth(image), image)


@lru_cache(maxsize=8)
def _grid(height: int, width: int) -> tuple[Floats, Floats]:
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return x, y


def _bend_system(grey: Floats) -> tuple[Floats, ...]:
    """Return the template without slow light, its slopes, and the inverse of the flow's system."""
    gx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3) / 8
    gy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3) / 8
    xx, xy, yy = _smooth(gx * gx) + STIFF, _smooth(gx * gy), _smooth(gy * gy) + STIFF
    determinant = xx * yy - xy * xy
    return (grey - _slow(grey), gx, gy, xx / determinant, xy / determinant, yy / determinant)


def _flat_basis() -> Floats:
    y, x = np.mgrid[:TILE, :TILE].astype(np.float32) - (TILE - 1) / 2
    basis = np.stack([np.ones_like(x), x, y]).reshape(3, -1)
    return cast(Floats, basis / np.linalg.norm(basis, axis=1, keepdims=True))


_FLAT = _flat_basis()


def _cut(image: Floats) -> Floats:
    """Cut a picture into tiles (n x values), light and its slope within each taken out."""
    height, width = image.shape[:2]
    rows, columns = (height - 2 * EDGE) // TILE, (width - 2 * EDGE) // TILE
    top, left = (height - rows * TILE) // 2, (width - columns * TILE) // 2
    part = image[top : top + rows * TILE, left : left + columns * TILE]
    tiles = part.reshape(rows, TILE, columns, TILE, 3).transpose(0, 2, 4, 1, 3)
    flat = tiles.reshape(-1, TILE * TILE)
    tiles = (flat - (flat @ _FLAT.T) @ _FLAT).reshape(-1, 3, TILE * TILE)
    light = np.einsum("ncp,c->np", tiles, np.array([0.114, 0.587, 0.299], np.float32))
    return cast(Floats, np.concatenate([light, (COLOUR * tiles).reshape(len(tiles), -1)], 1))


def _weighted_quantile(values: Floats, weights: Floats, share: float) -> float:
    order = values.argsort()
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, share * total[-1])])

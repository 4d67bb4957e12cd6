"""The tile verifier checks every part of a card, even the worst tenth, against the template.

In a correlation of the whole card, a thousand pixels of white paper hide a wrong suit sign. So the
card is cut into small tiles. Each tile with print in the template or the picture is correlated by
itself, without its light and the slope of its light. A low quantile of the results is the card's
score. A smooth flow corrects bent paper (`flow.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, quantile
from vision.match.cache import Part, PartLoader, not_cached
from vision.match.patch import agreement
from vision.match.verifiers.flow import Flow
from vision.match.verifiers.sheen import Sheen
from vision.pixels import halved, resized_like
from vision.reading import Image

# Normalising

PAPER_GREY = 200.0  # The grey level of paper after normalisation.
# Both pictures are smoothed by this sigma, in pixels, against noise and halftone grids.
BASE_BLUR = 0.8

# Finding the blur between template and picture, as sigmas in pixels of a card 240 high

TEMPLATE_BLURS = (0.0, 0.6, 1.0, 1.4, 1.8, 2.2, 2.8, 3.4)  # The template is tried with these blurs.
# A picture that is sharper than its template is tried with these blurs.
PICTURE_BLURS = (0.7, 1.0, 1.4, 1.8, 2.4)
BLUR_LEEWAY = 2  # This many steps of `TEMPLATE_BLURS` beyond the picture's own blur are tried.

# Making paper white

PAPER_SHARE = 0.9  # This quantile of each channel is the paper.
SLOW_LIGHT_PX = 41  # Side of the box filter that removes light, in pixels of a card 120 high.

# Comparing tiles

TILE_PX = 11  # The side of a tile, in pixels of a card 240 high.
# The cut and the corners vary, so a border of this many pixels is left out along the card's edges.
RIM_PX = 6
COLOUR_WEIGHT = 0.5  # The weight of colour relative to brightness, which no lamp washes out.
MIN_PRINT_GREY = 6.0  # A tile counts from this contrast on.
TILE_FLOOR_GREY = 8.0  # A contrast up to this many grey levels is never held against a tile.
# If the contrasts of a tile and of the template's tile have a larger ratio, they differ.
MAX_CONTRAST_RATIO = 4.0
CONTRAST_POWER = 1.5  # A tile's weight is its contrast to this power.
WORST_QUANTILE = 0.1  # This quantile of the tiles' correlations is the card's score.
LIT_SHARE = 0.9  # A tile with a smaller share of the template's contrast is under sheen.
# If half of the print or more is under sheen, the quantile is this much smaller.
SHEEN_REDUCTION = 0.4


@dataclass(frozen=True, eq=False, kw_only=True)
class Fit:
    """The result of comparing a picture with a template.

    `correlation` is over the whole card and `worst` the low quantile over its tiles, both -1 to 1.
    `blur` is the sigma in pixels by which the template was blurred. If it is negative, the picture
    was blurred instead. `seen` is the compared picture (height x width x 3, float): smoothed, with
    sheen removed, moved by the flow, and with paper at 200. `paled` is the share of the print under
    sheen.
    """

    correlation: float
    worst: float
    blur: float
    seen: Floats
    paled: float = 0.0

    @cached_property
    def white_print(self) -> Floats:
        """Return the print of `seen` at half size, with white paper, without light."""
        return _white_print(self.seen)


class TileVerifier:
    """Compares pictures with one template (height x width x 3, BGR)."""

    def __init__(self, image: Image, known: PartLoader = not_cached) -> None:
        self._image, self._known = image, known
        self._blurs = _blur_steps(image)
        self._small: list[Floats] = []
        self._edges: list[float] = []
        self._softened: dict[float, _Softened] = {}
        self._white_prints: dict[float, Floats] = {}

    def blurred(self, sigma: float) -> Floats:
        """Return the template blurred by `sigma` pixels: float, BGR, paper at 200."""
        return _blurred(self._image, sigma)

    def white_print(self, blur: float) -> Floats:
        """Return the template's print as `Fit.white_print`, as soft as a picture of this blur."""
        sigma = max(blur, 0.0)
        if sigma not in self._white_prints:
            self._white_prints[sigma] = _white_print(self.blurred(sigma))
        return self._white_prints[sigma]

    def compare(self, straight: Image) -> Fit:
        """Compare a registered card (BGR, of the template's size) with the template."""
        correlation, blur, seen = self._blur(_normalise_paper(smoothed(straight, 0.0)))
        sigma = max(blur, 0.0)
        if sigma not in self._softened:
            self._softened[sigma] = _Softened(self.blurred(sigma))
        template = self._softened[sigma]
        sheen = Sheen.detect(_half_grey(seen), template.flow.template)
        if sheen is not None:
            seen = sheen.restore(seen)
        seen = template.flow.unbend(seen, _half_grey(seen))
        worst, paled = template.worst_tiles(seen, sheen)
        return Fit(correlation=correlation, worst=worst, blur=blur, seen=seen, paled=paled)

    def blur_part(self) -> Part:
        """Return the data computed from the template at all blurs, for the cache."""
        self._edge(len(TEMPLATE_BLURS) - 1)
        return np.array(self._edges), np.stack(self._small)

    def _edge(self, number: int) -> float:
        """Return the sharpness of the template's edges at a step of `TEMPLATE_BLURS`."""
        while len(self._edges) <= number:
            small, edge = next(self._blurs)
            self._small.append(small)
            self._edges.append(edge)
        return self._edges[number]

    def _softest(self, sharpness: float) -> int:
        """Return the last step of `TEMPLATE_BLURS` allowed for a picture of this sharpness."""
        if not self._edges and (known := self._known()) is not None:
            self._edges, self._small = known[0].tolist(), list(known[1])
        last = len(TEMPLATE_BLURS) - 1
        blurred = 0
        while self._edge(blurred) > sharpness and blurred < last:
            blurred += 1
        nearest = int(np.argmin(np.abs(np.array(self._edges[: blurred + 1]) - sharpness)))
        softest = min(nearest + BLUR_LEEWAY, last)
        self._edge(softest)
        return softest

    def _blur(self, seen: Floats) -> tuple[float, float, Floats]:
        """Find the blur at which template and picture are most similar.

        With enough blur, another card's template would fit. So the template may not become much
        softer than the picture's own edges.
        """
        grey = _grey(seen)
        softest, vector = self._softest(edge_sharpness(grey)), _small(grey)
        scores = [float(small @ vector) for small in self._small[: softest + 1]]
        best = int(np.argmax(scores))
        correlation, blur, chosen = scores[best], TEMPLATE_BLURS[best], seen
        if best == 0:
            for sigma in PICTURE_BLURS:
                softened = _softened(seen, sigma)
                score = float(self._small[0] @ _small(_grey(softened)))
                if score <= correlation:
                    break
                correlation, blur, chosen = score, -sigma, softened
        return correlation, blur, chosen


class _Softened:
    """A template at one blur (height x width x 3, float), prepared for comparisons."""

    def __init__(self, image: Floats) -> None:
        self.flow = Flow(_half_grey(image))
        self._tiles = _cut(image)
        self._strength = np.einsum("np,np->n", self._tiles, self._tiles)

    def worst_tiles(self, seen: Floats, sheen: Sheen | None) -> tuple[float, float]:
        """Return the score of the worst tiles, and the share of the print under sheen.

        Under sheen a smaller share of the tiles decides, so more of them must fit.
        """
        tiles = _cut(seen)
        contrast = np.einsum("np,np->n", tiles, tiles)
        shared = np.einsum("np,np->n", tiles, self._tiles)
        stronger = np.maximum(contrast, self._strength)
        shows = stronger >= MIN_PRINT_GREY**2 * TILE_PX**2
        if not shows.any():
            return 0.0, 0.0
        faint = TILE_FLOOR_GREY**2 * TILE_PX**2
        alike = agreement(shared, contrast, self._strength, faint, MAX_CONTRAST_RATIO)[shows]
        weights = stronger[shows] ** (CONTRAST_POWER / 2)
        worst, paled = WORST_QUANTILE, 0.0
        if sheen is not None:
            left, print_seen = (
                _in_tiles(resized_like(of, seen)[..., None]).mean((1, 3, 4)).ravel()[shows]
                for of in (sheen.contrast_left, sheen.paled)
            )
            lit = float(weights[left < LIT_SHARE].sum() / weights.sum())
            worst *= 1 - min(1.0, 2 * lit) * SHEEN_REDUCTION
            paled = float(weights @ print_seen / weights.sum())
        return _weighted_quantile(alike, weights, worst), paled


def _blurred(image: Image, sigma: float) -> Floats:
    return _normalise_paper(smoothed(image, sigma))


def _blur_steps(image: Image) -> Iterator[tuple[Floats, float]]:
    """Yield a template at each of `TEMPLATE_BLURS`, small, with the sharpness of its edges.

    This is no method: a verifier that holds its own generator is freed only by the garbage
    collector, and all templates of an earlier deck stay for minutes.
    """
    sharp = _grey(_blurred(image, 0.0))
    for sigma in TEMPLATE_BLURS:
        grey = _softened(sharp, sigma) if sigma else sharp
        yield _small(grey), edge_sharpness(grey)


def blurs_part_name(number: int) -> str:
    """Return the cache name of a template's blurs."""
    return f"blurs {number}"


def smoothed(image: Image, sigma: float) -> Floats:
    """Return a picture as floats, smoothed by `sigma` pixels and `BASE_BLUR`."""
    spread = float(np.hypot(BASE_BLUR, sigma))
    return cast(Floats, cv2.GaussianBlur(image.astype(np.float32), (0, 0), spread))


def _softened(image: Floats, sigma: float) -> Floats:
    return cast(Floats, cv2.GaussianBlur(image, (0, 0), sigma))


def edge_sharpness(grey: Floats) -> float:
    """Return the steepness of a picture's strongest edges relative to their contrast.

    `grey` is height x width, float, with paper at about 200.
    """
    grey = grey[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    gx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    gy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    steep = cv2.magnitude(gx, gy)
    near = np.ones((9, 9), np.uint8)
    contrast = cv2.dilate(grey, near) - cv2.erode(grey, near)
    strong = steep >= quantile(steep[::2, ::2], 0.95)
    return float(np.median(steep[strong] / (contrast[strong] + 8)))


def _normalise_paper(image: Floats) -> Floats:
    """Scale a picture so that its paper has the grey level `PAPER_GREY`."""
    blue, green, red = np.moveaxis(image[::4, ::4], 2, 0)
    paper = quantile(np.minimum(np.minimum(blue, green), red), 0.9)
    return image * np.float32(PAPER_GREY / max(20.0, paper))


def _white_print(image: Floats) -> Floats:
    """Return a card's print at half size (height x width x 3), with white paper, without light."""
    small = halved(image)
    paper = [max(20.0, quantile(small[::2, ::2, n], PAPER_SHARE)) for n in range(3)]
    small = small * (np.float32(PAPER_GREY) / np.array(paper, np.float32))
    rest = small - cv2.blur(small, (SLOW_LIGHT_PX, SLOW_LIGHT_PX))
    rim = RIM_PX // 2 + 1
    return cast(Floats, np.ascontiguousarray(rest[rim:-rim, rim:-rim]))


def _grey(image: Floats) -> Floats:
    return cast(Floats, cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


def _half_grey(image: Floats) -> Floats:
    return halved(_grey(image))


def _small(grey: Floats) -> Floats:
    half = halved(grey)
    rest = half - cv2.blur(half, (25, 25))
    return cast(Floats, (rest / (float(np.linalg.norm(rest)) + 1e-6)).ravel())


def _flat_basis() -> Floats:
    y, x = np.mgrid[:TILE_PX, :TILE_PX].astype(np.float32) - (TILE_PX - 1) / 2
    basis = np.stack([np.ones_like(x), x, y]).reshape(3, -1)
    return cast(Floats, basis / np.linalg.norm(basis, axis=1, keepdims=True))


_FLAT = _flat_basis()


def _cut(image: Floats) -> Floats:
    """Cut a picture into tiles (n x values); subtract the mean and linear gradient of each."""
    tiles = _in_tiles(image).transpose(0, 2, 4, 1, 3)
    flat = tiles.reshape(-1, TILE_PX * TILE_PX)
    tiles = (flat - (flat @ _FLAT.T) @ _FLAT).reshape(-1, 3, TILE_PX * TILE_PX)
    light = np.einsum("ncp,c->np", tiles, np.array([0.114, 0.587, 0.299], np.float32))
    return cast(Floats, np.concatenate([light, (COLOUR_WEIGHT * tiles).reshape(len(tiles), -1)], 1))


def _in_tiles(image: Floats) -> Floats:
    """Return a picture's tiles as rows x height x columns x width x channels."""
    height, width, channels = image.shape
    rows, columns = (height - 2 * RIM_PX) // TILE_PX, (width - 2 * RIM_PX) // TILE_PX
    top, left = (height - rows * TILE_PX) // 2, (width - columns * TILE_PX) // 2
    part = image[top : top + rows * TILE_PX, left : left + columns * TILE_PX]
    return part.reshape(rows, TILE_PX, columns, TILE_PX, channels)


def _weighted_quantile(values: Floats, weights: Floats, share: float) -> float:
    order = values.argsort()
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, share * total[-1])])

"""Fit the sides of many quads at once to the edges in a picture.

Across each side a band of pixels is sampled and differentiated. Every straight line through the
band is one row of a matrix, so one product gives the mean gradient along each line. Gradients are
averaged with their sign, separately for each colour. Along a card's side they agree, while in
carpet, wood and foliage they cancel out. On a mat, edges stand out, so each side is also fitted by
least squares to the strongest gradient at each place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, intersections, quarter_turn, side_vectors
from vision.pixels import peak_shift, sample_across
from vision.reading import Image

# Sampling a band across each side

BAND_SAMPLES = 20  # The number of places along a side.
BAND_INSET = 0.1  # The share of a side that is left out at both ends, because corners are round.
BAND_STEPS = 15  # The number of gradients across a side.
BAND_MIDDLE = (BAND_STEPS - 1) / 2
MAX_SKEW = 4  # Maximum skew of a line, in steps between its two ends.
QUADS_AT_ONCE = 128  # The processor's cache holds no more quads.

# Gradients that count, in grey levels per step

MAX_GRADIENT = 24.0  # Stronger edges count no more than this.
MIN_GRADIENT = 2.0  # Weaker gradients do not count.
MIN_AGREEMENT = 0.4  # A place counts if it has this share of the side's own gradient.

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Fits:
    """Fitted quads, as arrays of the same length n.

    `quads` (n, 4, 2) are corners in pixels. `support` (n, 4) is the share of places along each side
    that show an edge. `edge` (n, 4, 3) is the mean gradient across each side, inwards, in grey
    levels per step, BGR.
    """

    quads: Floats
    support: Floats
    edge: Floats

    @property
    def strength(self) -> Floats:
        """Return the magnitude of each side's gradient over the three colours, (n, 4)."""
        return cast(Floats, np.linalg.norm(self.edge, axis=2))

    def __getitem__(self, which: Ints | NDArray[np.bool_] | slice) -> Fits:
        return Fits(self.quads[which], self.support[which], self.edge[which])


def concatenate(fits: list[Fits]) -> Fits:
    """Return several fits as one, in order."""
    return Fits(
        np.concatenate([f.quads for f in fits]),
        np.concatenate([f.support for f in fits]),
        np.concatenate([f.edge for f in fits]),
    )


def without_sides(quads: Floats) -> Fits:
    """Return quads (n, 4, 2) as fits that show no edges."""
    nothing = np.zeros((len(quads), 4, 3), np.float32)
    return Fits(quads, nothing[..., 0], nothing)


def fit_bands(
    picture: Image,
    quads: Floats,
    reach: Floats,
    *,
    both: bool = False,
    stretch: Floats | None = None,
    exact: bool = False,
) -> Fits:
    """Move the sides of quads onto the clearest lines within `reach`.

    `picture` is height x width x 3, BGR; `quads` are (n, 4, 2) pixels, clockwise; `reach` (n, 4) is
    how far each side may move in pixels. All four sides of a quad are expected to have the same
    kind of edge, such as from wood to paper. With `both`, a second fit expects the opposite kind,
    as for a printed border, and n more fits follow the first n. A quad whose sides move too far is
    returned unchanged, with no support. `stretch` (n, 4, 2) limits the part of each side that is
    used, as shares of its length; by default nearly all of the side is used. If a fit is `exact`,
    strong edges count in full, and lines are straightened by least squares.
    """
    if stretch is None:
        whole = np.array((BAND_INSET, 1 - BAND_INSET), np.float32)
        stretch = np.broadcast_to(whole, (*reach.shape, 2))
    parts = [
        _fit(picture, quads[part], reach[part], stretch[part], both, exact)
        for part in (slice(i, i + QUADS_AT_ONCE) for i in range(0, len(quads), QUADS_AT_ONCE))
    ]
    return concatenate(
        [without_sides(quads[:0]), *(fit for way in zip(*parts, strict=True) for fit in way)]
    )


@dataclass(frozen=True)
class _Band:
    """The pixels across the sides of quads, in steps from `starts` (outside) to `ends` (inside)."""

    quads: Floats
    reach: Floats
    starts: Floats
    ends: Floats
    step: Floats
    gradients: Floats  # colours x sides x (samples x steps)
    exact: bool


def _fit(
    picture: Image, quads: Floats, reach: Floats, stretch: Floats, both: bool, exact: bool
) -> list[Fits]:
    run = side_vectors(quads)
    inward = quarter_turn(run)
    inward /= np.linalg.norm(inward, axis=2, keepdims=True) + 1e-6
    step = (inward * (reach / BAND_MIDDLE)[..., None]).astype(np.float32)
    starts, ends = quads + stretch[..., :1] * run, quads + stretch[..., 1:] * run
    gradients = _gradients(picture, starts, ends, step, np.inf if exact else MAX_GRADIENT)
    band = _Band(quads, reach, starts, ends, step, gradients, exact)
    edges = cast(Floats, gradients @ _bank().matrix)  # colours x sides x lines
    leading = _leading(edges)
    rise = cast(Floats, (edges * leading.T[..., None]).sum(0))
    if both:
        return [_place_sides(band, edges, rise), _place_sides(band, edges, -rise)]
    rising = rise.max(1).reshape(-1, 4).min(1) >= (-rise).max(1).reshape(-1, 4).min(1)
    way = np.repeat(np.where(rising, np.float32(1), np.float32(-1)), 4)
    return [_place_sides(band, edges, rise * way[:, None])]


def _leading(edges: Floats) -> Floats:
    """Return the colour change across a quad's clearest side, once for each of its four sides."""
    strength = np.sqrt((edges * edges).sum(0))
    best = strength.argmax(1)
    edge = edges[:, np.arange(len(best)), best].T.reshape(-1, 4, 3)
    clearest = np.linalg.norm(edge, axis=2).argmax(1)
    sign = np.sign((edge * edge[np.arange(len(edge)), clearest][:, None]).sum(2, keepdims=True))
    way = (edge * sign).sum(1)
    way /= np.linalg.norm(way, axis=1, keepdims=True) + 1e-6
    return cast(Floats, np.repeat(way, 4, 0))


def _place_sides(band: _Band, edges: Floats, strength: Floats) -> Fits:
    """Put each side onto its strongest line (sides x lines)."""
    quads = band.quads
    bank = _bank()
    best = strength.argmax(1)
    rows = np.arange(len(best))
    edge = edges[:, rows, best].T
    aside = bank.subpixel_shift(strength, best)
    first, last = bank.first[best] + aside, bank.last[best] + aside
    support, shift = _support(band.gradients, first, last, edge)
    if band.exact:
        first, last = first + shift[0], last + shift[1]
    first, last = first.reshape(-1, 4, 1), last.reshape(-1, 4, 1)
    lines = np.stack([band.starts + band.step * first, band.ends + band.step * last], 2)
    corners = intersections(np.roll(lines, 1, 1), lines).astype(np.float32)
    away = np.abs(np.nan_to_num(corners, nan=1e9) - quads).max((1, 2))
    lost = away > 3 * band.reach.max(1) + 2
    corners[lost] = quads[lost]
    support = support.reshape(-1, 4)
    support[lost] = 0
    return Fits(corners, support, cast(Floats, edge.reshape(-1, 4, 3)))


def _gradients(
    picture: Image, starts: Floats, ends: Floats, step: Floats, strongest: float
) -> Floats:
    """Return the clipped gradients across each side: colours x sides x (samples x steps)."""
    along = np.linspace(0, 1, BAND_SAMPLES, dtype=np.float32)[:, None]
    places = starts[:, :, None] * (1 - along) + ends[:, :, None] * along
    offsets = np.arange(BAND_STEPS + 1, dtype=np.float32) - BAND_STEPS / 2
    seen = sample_across(picture, places, step, offsets)
    colours = np.stack(cv2.split(seen.reshape(-1, BAND_SAMPLES * (BAND_STEPS + 1), 3)))
    colours = colours.astype(np.float32).reshape(3, -1, BAND_SAMPLES, BAND_STEPS + 1)
    rise = np.clip(colours[..., 1:] - colours[..., :-1], -strongest, strongest)
    return cast(Floats, rise.reshape(3, -1, BAND_SAMPLES * BAND_STEPS))


@dataclass(frozen=True)
class _Bank:
    """All straight lines through a band, with their ends in steps from its middle."""

    first: Floats
    last: Floats
    matrix: Floats  # Multiplying by it averages the band along each line.
    inner: Ints  # Index of the parallel line one step farther out or in; -1 if none
    outer: Ints

    def subpixel_shift(self, strength: Floats, best: Ints) -> Floats:
        """Return the best line's position between steps, from a parabola through its neighbours."""
        rows = np.arange(len(best))
        outer, inner = self.outer[best], self.inner[best]
        around = (strength[rows, line] for line in (outer, best, inner))
        return cast(Floats, np.where((outer >= 0) & (inner >= 0), peak_shift(*around), 0))


@cache
def _bank() -> _Bank:
    steps = np.arange(BAND_STEPS)
    first, last = (v.ravel() for v in np.meshgrid(steps, steps, indexing="ij"))
    near = np.abs(first - last) <= MAX_SKEW
    first, last = first[near], last[near]
    along = np.linspace(0, 1, BAND_SAMPLES)
    where = first[:, None] * (1 - along) + last[:, None] * along
    weights = np.clip(1 - np.abs(where[..., None] - steps), 0, 1) / BAND_SAMPLES
    number = np.full((BAND_STEPS + 2, BAND_STEPS + 2), -1)
    number[first + 1, last + 1] = np.arange(len(first))
    return _Bank(
        first=(first - BAND_MIDDLE).astype(np.float32),
        last=(last - BAND_MIDDLE).astype(np.float32),
        matrix=np.ascontiguousarray(weights.reshape(len(first), -1).T.astype(np.float32)),
        inner=number[first + 2, last + 2],
        outer=number[first, last],
    )


def _support(
    gradients: Floats, first: Floats, last: Floats, edge: Floats
) -> tuple[Floats, tuple[Floats, Floats]]:
    """Return the share of places along each line with its edge, allowing one step of deviation.

    If the gradients along a line vary more than their mean, the line is noise, and its share is
    reduced. Also return how far the edges at these places move the ends of the line, in steps.
    """
    along = np.linspace(0, 1, BAND_SAMPLES, dtype=np.float32)
    line = first[:, None] * (1 - along) + last[:, None] * along + BAND_MIDDLE
    where = np.rint(line).astype(np.int64)
    strength = np.linalg.norm(edge, axis=1)
    way = edge / (strength[:, None] + 1e-6)
    limit = np.maximum(MIN_GRADIENT, MIN_AGREEMENT * strength)[:, None]
    rises = np.zeros((3, *where.shape), np.float32)
    for rise, aside in zip(rises, (-1, 0, 1), strict=True):
        place = np.clip(where + aside, 0, BAND_STEPS - 1) + np.arange(BAND_SAMPLES) * BAND_STEPS
        for colour, share in zip(gradients, way.T, strict=True):
            rise += np.take_along_axis(colour, place, 1) * share[:, None]
    shown = (rises >= limit).any(0)
    steady = rises[1].mean(1) / (rises[1].std(1) + 1e-3)
    off = where + peak_shift(*rises) - line
    shift = _ends_of_line(along, off, shown & (rises[1] == rises.max(0)))
    return cast(Floats, (shown.mean(1) * np.clip(steady, 0, 1)).astype(np.float32)), shift


def _ends_of_line(x: Floats, y: Floats, counts: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return the values at 0 and 1 of each row's straight line through the places that count.

    `x` is (n,), `y` and `counts` are rows x n. A row in which half of the places or fewer count is
    0.
    """
    number = np.maximum(counts.sum(1), 1)
    mean_x, mean_y = ((counts * value).sum(1) / number for value in (x, y))
    centred = np.where(counts, x - mean_x[:, None], 0)
    slope = (centred * y).sum(1) / ((centred * centred).sum(1) + 1e-9)
    enough = counts.mean(1) > 0.5
    first = (mean_y - slope * mean_x) * enough
    return cast(Floats, first), cast(Floats, first + slope * enough)

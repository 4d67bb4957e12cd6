"""Fitting the sides of many quads at once to the edges that a picture shows.

Across each side a band of pixels is sampled and differentiated. Every straight line through
the band is one row of a matrix, so one product tells how much edge lies along each of them.
Slopes are averaged with their sign and for each colour by itself: along a card's side they
agree, while in carpet, wood and foliage they cancel out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, crossings
from vision.reading import Image

SAMPLES = 20  # places along a side
INSET = 0.1  # of a side left out at both ends, where corners are round
STEPS = 15  # slopes across a side
LEAN = 4  # steps between a line's two ends, at most
STEEP = 24.0  # grey levels a step: no edge counts for more
FAINT = 2.0  # grey levels a step: a weaker slope supports nothing
AGREES = 0.4  # of the side's own slope: places with less do not support it
AT_ONCE = 128  # quads; more would not stay in the cache
MIDDLE = (STEPS - 1) / 2

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Fits:
    """Fitted quads: corners n x 4 x 2; for each side (n x 4) the share of places that show its
    edge, and the edge itself as grey levels a step in each colour, inwards (n x 4 x 3)."""

    quads: Floats
    support: Floats
    edge: Floats

    @property
    def strength(self) -> Floats:
        """Return how strong each side's edge is, n x 4."""
        return cast(Floats, np.linalg.norm(self.edge, axis=2))

    def __getitem__(self, which: Ints | NDArray[np.bool_]) -> Fits:
        return Fits(self.quads[which], self.support[which], self.edge[which])


def joined(fits: list[Fits]) -> Fits:
    """Return several fits as one."""
    return Fits(
        np.concatenate([f.quads for f in fits]),
        np.concatenate([f.support for f in fits]),
        np.concatenate([f.edge for f in fits]),
    )


def fit_bands(picture: Image, quads: Floats, reach: Floats, *, both: bool = False) -> Fits:
    """Move the sides of quads (n x 4 x 2, clockwise) onto the clearest lines within `reach`.

    `reach` is in pixels, n x 4: how far each side may move to either side. `picture` is BGR.
    All four sides of a quad are taken for edges of one kind, such as from wood to paper; with
    `both` a second fit takes them for the opposite, as a printed border has it (2n fits).
    """
    parts = [
        fit
        for i in range(0, len(quads), AT_ONCE)
        for fit in _fit(picture, quads[i : i + AT_ONCE], reach[i : i + AT_ONCE], both)
    ]
    nothing = Fits(quads[:0], np.zeros((0, 4), np.float32), np.zeros((0, 4, 3), np.float32))
    return joined([nothing, *parts])


@dataclass(frozen=True)
class _Band:
    """The pixels across the sides of quads, from `starts` to `ends`, in steps inwards."""

    quads: Floats
    reach: Floats
    starts: Floats
    ends: Floats
    step: Floats
    slopes: Floats  # colours x sides x (samples x steps)


def _fit(picture: Image, quads: Floats, reach: Floats, both: bool) -> list[Fits]:
    after = np.roll(quads, -1, 1)
    run = after - quads
    inward = np.stack([-run[..., 1], run[..., 0]], -1)
    inward /= np.linalg.norm(inward, axis=2, keepdims=True) + 1e-6
    step = (inward * (reach / MIDDLE)[..., None]).astype(np.float32)
    starts, ends = quads + INSET * run, after - INSET * run
    slopes = _slopes(picture, starts, ends, step)
    band = _Band(quads, reach, starts, ends, step, slopes)
    edges = cast(Floats, slopes @ _bank().matrix)  # colours x sides x lines
    leading = _leading(edges)
    rise = cast(Floats, (edges * leading.T[..., None]).sum(0))
    if both:
        return [_placed(band, edges, rise), _placed(band, edges, -rise)]
    rising = rise.max(1).reshape(-1, 4).min(1) >= (-rise).max(1).reshape(-1, 4).min(1)
    way = np.repeat(np.where(rising, np.float32(1), np.float32(-1)), 4)
    return [_placed(band, edges, rise * way[:, None])]


def _leading(edges: Floats) -> Floats:
    """Return the colour change that marks a quad's clearest sides, once for each of its sides."""
    strength = np.sqrt((edges * edges).sum(0))
    best = strength.argmax(1)
    edge = edges[:, np.arange(len(best)), best].T.reshape(-1, 4, 3)
    clearest = np.linalg.norm(edge, axis=2).argmax(1)
    sign = np.sign((edge * edge[np.arange(len(edge)), clearest][:, None]).sum(2, keepdims=True))
    way = (edge * sign).sum(1)
    way /= np.linalg.norm(way, axis=1, keepdims=True) + 1e-6
    return cast(Floats, np.repeat(way, 4, 0))


def _placed(band: _Band, edges: Floats, strength: Floats) -> Fits:
    """Lay each side onto the line of the greatest strength (sides x lines)."""
    quads = band.quads
    bank = _bank()
    best = strength.argmax(1)
    rows = np.arange(len(best))
    edge = edges[:, rows, best].T
    aside = bank.between(strength, best)
    first, last = bank.first[best] + aside, bank.last[best] + aside
    support = _support(band.slopes, first, last, edge)
    first, last = first.reshape(-1, 4, 1), last.reshape(-1, 4, 1)
    lines = np.stack([band.starts + band.step * first, band.ends + band.step * last], 2)
    corners = crossings(np.roll(lines, 1, 1), lines).astype(np.float32)
    away = np.abs(np.nan_to_num(corners, nan=1e9) - quads).max((1, 2))
    lost = away > 3 * band.reach.max(1) + 2
    corners[lost] = quads[lost]
    support = support.reshape(-1, 4)
    support[lost] = 0
    return Fits(corners, support, cast(Floats, edge.reshape(-1, 4, 3)))


def _slopes(picture: Image, starts: Floats, ends: Floats, step: Floats) -> Floats:
    """Return the slopes across each side, clipped: colours x sides x (samples x steps)."""
    along = np.linspace(0, 1, SAMPLES, dtype=np.float32)[:, None]
    places = starts[:, :, None] * (1 - along) + ends[:, :, None] * along
    offsets = np.arange(STEPS + 1, dtype=np.float32) - STEPS / 2
    where = places[:, :, :, None] + step[:, :, None, None] * offsets[:, None]
    where = where.reshape(-1, SAMPLES * (STEPS + 1), 2).astype(np.float32)
    x, y = np.ascontiguousarray(where[..., 0]), np.ascontiguousarray(where[..., 1])
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = np.stack(cv2.split(seen)).astype(np.float32)
    colours = colours.reshape(3, len(where), SAMPLES, STEPS + 1)
    rise = np.clip(colours[..., 1:] - colours[..., :-1], -STEEP, STEEP)
    return cast(Floats, rise.reshape(3, len(where), SAMPLES * STEPS))


@dataclass(frozen=True)
class _Bank:
    """All straight lines through a band: where they begin and end, in steps from its middle."""

    first: Floats
    last: Floats
    matrix: Floats  # averages a band along each line
    inner: Ints  # the parallel line one step further out, and in; -1 where there is none
    outer: Ints

    def between(self, strength: Floats, best: Ints) -> Floats:
        """Return where between steps the best line lies, by a parabola over its neighbours."""
        rows = np.arange(len(best))
        outer, inner = self.outer[best], self.inner[best]
        before, here, after = strength[rows, outer], strength[rows, best], strength[rows, inner]
        curve = before - 2 * here + after
        peak = (outer >= 0) & (inner >= 0) & (curve < -1e-4)
        aside = (before - after) / (2 * np.where(peak, curve, 1))
        return cast(Floats, np.where(peak, np.clip(aside, -0.5, 0.5), 0).astype(np.float32))


@cache
def _bank() -> _Bank:
    steps = np.arange(STEPS)
    first, last = (v.ravel() for v in np.meshgrid(steps, steps, indexing="ij"))
    near = np.abs(first - last) <= LEAN
    first, last = first[near], last[near]
    along = np.linspace(0, 1, SAMPLES)
    where = first[:, None] * (1 - along) + last[:, None] * along
    weights = np.clip(1 - np.abs(where[..., None] - steps), 0, 1) / SAMPLES
    number = np.full((STEPS + 2, STEPS + 2), -1)
    number[first + 1, last + 1] = np.arange(len(first))
    return _Bank(
        first=(first - MIDDLE).astype(np.float32),
        last=(last - MIDDLE).astype(np.float32),
        matrix=np.ascontiguousarray(weights.reshape(len(first), -1).T.astype(np.float32)),
        inner=number[first + 2, last + 2],
        outer=number[first, last],
    )


def _support(slopes: Floats, first: Floats, last: Floats, edge: Floats) -> Floats:
    """Return the share of places along each line that show its edge, a step aside allowed.

    Where slopes scatter more along a line than they amount to, it is noise and no edge: it
    counts for that much less.
    """
    along = np.linspace(0, 1, SAMPLES, dtype=np.float32)
    where = np.rint(first[:, None] * (1 - along) + last[:, None] * along + MIDDLE).astype(np.int64)
    strength = np.linalg.norm(edge, axis=1)
    way = edge / (strength[:, None] + 1e-6)
    limit = np.maximum(FAINT, AGREES * strength)[:, None]
    shown = np.zeros(where.shape, bool)
    steady = np.zeros(len(where), np.float32)
    for aside in (-1, 0, 1):
        place = np.clip(where + aside, 0, STEPS - 1) + np.arange(SAMPLES) * STEPS
        rise = np.zeros(where.shape, np.float32)
        for colour, share in zip(slopes, way.T, strict=True):
            rise += np.take_along_axis(colour, place, 1) * share[:, None]
        shown |= rise >= limit
        if not aside:
            steady = rise.mean(1) / (rise.std(1) + 1e-3)
    return cast(Floats, (shown.mean(1) * np.clip(steady, 0, 1)).astype(np.float32))

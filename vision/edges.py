"""Fitting a card's four sides to the edges that the picture really shows."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.reading import Corners, Image

SAMPLES = 32  # places along a side
INSET = 0.1  # of a side left out at both ends, where corners are round


def fit_sides(grey: Image, quad: Corners, reach: float) -> tuple[Corners, Floats]:
    """Move a quad's sides onto the nearest strong edges, `reach` pixels to either side.

    Returns the refined corners, and for each side (top, right, bottom, left as given) the
    share of places where an edge supports it. A side without edges stays where it was.
    """
    lines, support = [], []
    profiles, starts, normals, offsets = _profiles(grey, quad, reach)
    slope = profiles[:, :, 2:] - profiles[:, :, :-2]
    inside = profiles[:, :, -3:].mean() - profiles[:, :, :3].mean()
    sign = 1.0 if inside >= 0 else -1.0  # a card is mostly brighter than what it lies on
    for side in range(4):
        rise = slope[side] * sign
        best = rise.argmax(1)
        height = rise[np.arange(len(best)), best]
        place = offsets[1:-1][best] + _between(rise, best) * (offsets[1] - offsets[0])
        points = starts[side] + normals[side] * place[:, None]
        line, share = _line(points, height, starts[side], normals[side])
        lines.append(line)
        support.append(share)
    corners = [_crossing(lines[side - 1], lines[side]) for side in range(4)]
    refined = np.array(corners, np.float32)
    if not np.all(np.isfinite(refined)) or np.abs(refined - quad).max() > 2.5 * reach:
        return quad, np.zeros(4, np.float32)
    return refined, np.array(support, np.float32)


def _profiles(
    grey: Image, quad: Corners, reach: float
) -> tuple[Floats, list[Floats], list[Floats], Floats]:
    """Sample the picture across each side: outside first, inside last."""
    steps = max(5, 2 * round(reach) + 1)
    offsets = np.linspace(-reach, reach, steps).astype(np.float32)
    along = np.linspace(INSET, 1 - INSET, SAMPLES).astype(np.float32)
    starts, normals = [], []
    for side in range(4):
        a, b = quad[side], quad[(side + 1) % 4]
        direction = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
        normals.append(np.array([-direction[1], direction[0]], np.float32))  # inward, if clockwise
        starts.append(a + (b - a) * along[:, None])
    where = np.stack(
        [s[:, None] + n * offsets[:, None] for s, n in zip(starts, normals, strict=True)]
    )
    flat = where.reshape(4 * SAMPLES, steps, 2).astype(np.float32)
    x, y = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    values = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.reshape(4, SAMPLES, steps).astype(np.float32), starts, normals, offsets


def _between(rise: Floats, best: NDArray[np.int64]) -> Floats:
    """Return the peak's place between samples, by a parabola through three of them."""
    rows = np.arange(len(best))
    left = rise[rows, np.maximum(best - 1, 0)]
    right = rise[rows, np.minimum(best + 1, rise.shape[1] - 1)]
    middle = rise[rows, best]
    curve = left - 2 * middle + right
    shift = np.where(np.abs(curve) > 1e-3, (left - right) / (2 * curve + 1e-9), 0.0)
    return cast(Floats, np.clip(shift, -0.5, 0.5).astype(np.float32))


def _line(points: Floats, height: Floats, start: Floats, normal: Floats) -> tuple[Floats, float]:
    """Fit a line to edge places, most of which agree; return it as a, b, c and their share."""
    strong = height > max(4.0, 0.3 * float(np.median(height)))
    offset = (points - start) @ normal
    along = np.linspace(-1, 1, len(offset), dtype=np.float32)
    slope, middle, share = 0.0, 0.0, 0.0
    if np.count_nonzero(strong) >= 8:
        slope, middle = _robust(along, offset, strong)
        for tolerance in (1.5, 1.2):
            keep = strong & (np.abs(offset - middle - slope * along) < tolerance)
            if np.count_nonzero(keep) < 8:
                break
            slope, middle = _least_squares(along[keep], offset[keep])
        share = float(np.count_nonzero(keep)) / len(offset)
    if share < 0.3:
        slope = middle = 0.0
    a = start[0] + normal * (middle - slope)
    b = start[-1] + normal * (middle + slope)
    across = np.array([-(b - a)[1], (b - a)[0]], np.float32)
    across /= max(float(np.hypot(across[0], across[1])), 1e-6)
    return np.array([across[0], across[1], -float(across @ a)], np.float32), share


_FIRST, _SECOND = np.triu_indices(SAMPLES, SAMPLES // 2)


def _robust(x: Floats, y: Floats, strong: NDArray[np.bool_]) -> tuple[float, float]:
    """Return slope and middle of the line through two of the places that most others support."""
    slopes = (y[_SECOND] - y[_FIRST]) / (x[_SECOND] - x[_FIRST])
    middles = y[_FIRST] - slopes * x[_FIRST]
    off = np.abs(y[strong][None] - middles[:, None] - slopes[:, None] * x[strong][None])
    votes = (off < 1.0).sum(1) * (strong[_FIRST] & strong[_SECOND])
    best = int(votes.argmax())
    return float(slopes[best]), float(middles[best])


def _least_squares(x: Floats, y: Floats) -> tuple[float, float]:
    mean_x, mean_y = float(x.mean()), float(y.mean())
    centred = x - mean_x
    slope = float(centred @ y) / (float(centred @ centred) + 1e-9)
    return slope, mean_y - slope * mean_x


def _crossing(one: Floats, two: Floats) -> Floats:
    point = np.cross(one.astype(np.float64), two.astype(np.float64))
    if abs(point[2]) < 1e-9:
        return np.full(2, np.nan, np.float32)
    return cast(Floats, (point[:2] / point[2]).astype(np.float32))

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


TURNS_DEG = (-2.0, -1.0, 0.0, 1.0, 2.0)
STRONG_EDGE = 40.0  # grey levels: a stronger edge counts no more
SEEN_EDGE = 9.0  # grey levels: a weaker one is not seen


def fit_rigid(picture: Image, quad: Corners, reach: int) -> tuple[Corners, Floats]:
    """Move a quad of known size, as a whole, to where its four sides see most edges.

    The picture is BGR. Returns the quad and, for each side, the share of places where an edge
    is seen. Hidden sides do no harm while others are seen.
    """
    middle = quad.mean(0)
    best: tuple[float, Corners, Floats] | None = None
    for turn in TURNS_DEG:
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        turned = (quad - middle) @ np.array([[cos, sin], [-sin, cos]], np.float32) + middle
        turned = turned.astype(np.float32)
        edges, normals = _edge_bands(picture, turned, reach)
        shares = (edges > SEEN_EDGE).mean(1)
        strength = np.minimum(edges, STRONG_EDGE).mean(1) / STRONG_EDGE + shares
        down = strength[0] + strength[2][::-1]  # the top moves inward as the bottom moves out
        right = strength[3] + strength[1][::-1]
        dy, dx = int(down.argmax()), int(right.argmax())
        score = float(down[dy] + right[dx])
        if best is None or score > best[0]:
            shift = normals[0] * (dy - reach) + normals[3] * (dx - reach)
            last = 2 * reach
            support = np.array(
                [shares[0, dy], shares[1, last - dx], shares[2, last - dy], shares[3, dx]]
            )
            best = score, turned + shift, support
    assert best is not None
    return best[1].astype(np.float32), best[2]


def _edge_bands(picture: Image, quad: Corners, reach: int) -> tuple[Floats, list[Floats]]:
    """Return how strong an edge lies along each side, 4 x places x offsets, and the normals."""
    along = np.linspace(INSET, 1 - INSET, SAMPLES).astype(np.float32)
    offsets = np.arange(-reach - 1, reach + 2).astype(np.float32)
    where, normals = [], []
    for side in range(4):
        a, b = quad[side], quad[(side + 1) % 4]
        direction = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
        normal = np.array([-direction[1], direction[0]], np.float32)
        normals.append(normal)
        starts = a + (b - a) * along[:, None]
        where.append(starts[:, None] + normal * offsets[:, None])
    flat = np.concatenate(where)
    x, y = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    values = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = values.reshape(4, SAMPLES, len(offsets), -1).astype(np.float32)
    edges = np.abs(levels[:, :, 2:] - levels[:, :, :-2]).mean(3)
    # An edge a pixel off its line still lies on it.
    near = np.maximum(edges, np.maximum(np.roll(edges, 1, 2), np.roll(edges, -1, 2)) * 0.8)
    return cast(Floats, near), normals

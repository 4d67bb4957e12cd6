"""Draw shaded pictures of meshes with a depth buffer, one light, and lines at the edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import cv2
import numpy as np

Colour = tuple[int, int, int]  # red, green, blue
Array = Any  # a NumPy array

RIM_PX, GAP_PX = 24, 10  # White space around a picture, and between two of them.
FINER = 2  # Each pixel is the average of this many in each direction.
PAPER: Colour = (255, 255, 255)
EDGE: Colour = (38, 38, 36)
SHARP_RAD = 0.5  # Only edges whose facets meet at a larger angle are drawn.
AMBIENT = 0.42
LIGHT = (-0.45, -0.55, 0.75)
NEARER = 0.35  # Edges are drawn this many mm in front of their facets.
STEP_PX = 0.7


@dataclass(frozen=True, eq=False)
class PlacedMesh:
    """A mesh in its place and colour."""

    mesh: Any
    colour: Colour


@dataclass(frozen=True)
class View:
    """A viewing direction in degrees: first turned about z, then tilted down.

    >>> View(0, 90).axes.round(6).tolist()[0]
    [1.0, 0.0, 0.0]
    """

    turn_deg: float
    down_deg: float

    @property
    def axes(self) -> Array:
        """Return the unit vectors to the right, up and towards the eye (3 x 3)."""
        turn, down = radians(self.turn_deg), radians(self.down_deg)
        right = (cos(turn), sin(turn), 0.0)
        eye = (sin(turn) * cos(down), -cos(turn) * cos(down), sin(down))
        return np.array([right, np.cross(eye, right), eye])


def render_picture(things: Sequence[PlacedMesh], view: View, width_px: int) -> Array:
    """Return a picture (height x width x 3, BGR) that is just high enough for its meshes."""
    axes = view.axes
    seen = [np.asarray(thing.mesh.vertices) @ axes.T for thing in things]
    corners = np.vstack(seen)
    low, high = corners.min(0), corners.max(0)
    rim = RIM_PX * FINER
    scale = (width_px * FINER - 2 * rim) / (high[0] - low[0])
    height_px = round((high[1] - low[1]) * scale / FINER) + 2 * RIM_PX
    canvas = _Canvas(width_px * FINER, height_px * FINER)
    light = np.array(LIGHT) / np.linalg.norm(LIGHT)
    for thing, points in zip(things, seen, strict=True):
        flat = np.empty_like(points)
        flat[:, 0] = (points[:, 0] - low[0]) * scale + rim
        flat[:, 1] = (high[1] - points[:, 1]) * scale + rim
        flat[:, 2] = points[:, 2]
        faces, normals = np.asarray(thing.mesh.faces), np.asarray(thing.mesh.face_normals)
        facing = normals @ axes[2] > 1e-6
        shades = AMBIENT + (1 - AMBIENT) * np.clip(normals @ light, 0, 1)
        for face, shade in zip(faces[facing], shades[facing], strict=True):
            canvas.fill(flat[face], np.array(thing.colour) * shade)
        sharp = thing.mesh.face_adjacency_angles > SHARP_RAD
        for start, end in flat[thing.mesh.face_adjacency_edges[sharp]]:
            canvas.line(start, end)
    picture = cv2.resize(canvas.colour, (width_px, height_px), interpolation=cv2.INTER_AREA)
    return np.clip(picture[:, :, ::-1], 0, 255).astype(np.uint8)


class _Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.colour = np.full((height, width, 3), PAPER, np.float32)
        self._depth = np.full((height, width), -np.inf, np.float32)

    def fill(self, corners: Array, colour: Array) -> None:
        """Fill a triangle (3 x 3: x, y in pixels, depth) where it is the nearest surface."""
        height, width = self._depth.shape
        (a, b, c) = corners
        left, top = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
        right = min(int(np.ceil(corners[:, 0].max())) + 1, width)
        bottom = min(int(np.ceil(corners[:, 1].max())) + 1, height)
        area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        if right <= left or bottom <= top or abs(area) < 1e-9:
            return
        x = np.arange(left, right)[None, :] + 0.5
        y = np.arange(top, bottom)[:, None] + 0.5
        second = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area
        third = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area
        inside = (second >= -1e-6) & (third >= -1e-6) & (second + third <= 1 + 1e-6)
        depth = a[2] + second * (b[2] - a[2]) + third * (c[2] - a[2])
        before = self._depth[top:bottom, left:right]
        shown = inside & (depth > before)
        before[shown] = depth[shown]
        self.colour[top:bottom, left:right][shown] = colour

    def line(self, start: Array, end: Array) -> None:
        """Draw a line, except where another surface hides it."""
        steps = int(np.hypot(*(end - start)[:2]) / STEP_PX) + 2
        points = start + np.linspace(0, 1, steps)[:, None] * (end - start)
        height, width = self._depth.shape
        for aside, below in ((0, 0), (1, 0), (0, 1), (1, 1)):
            x = np.clip(points[:, 0].astype(int) + aside, 0, width - 1)
            y = np.clip(points[:, 1].astype(int) + below, 0, height - 1)
            shown = points[:, 2] + NEARER >= self._depth[y, x]
            self.colour[y[shown], x[shown]] = EDGE


def side_by_side(pictures: Iterable[Array]) -> Array:
    """Return the pictures in one row on white, aligned at their lower edges."""
    shown = list(pictures)
    high = max(picture.shape[0] for picture in shown)
    columns = []
    for picture in shown:
        above = np.full((high - picture.shape[0], picture.shape[1], 3), PAPER, np.uint8)
        columns += [np.vstack([above, picture]), np.full((high, GAP_PX, 3), PAPER, np.uint8)]
    return np.hstack(columns[:-1])

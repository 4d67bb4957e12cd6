"""Basic solids that the parts are built from, in mm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from build123d import (
    Align,
    Axis,
    Box,
    Cylinder,
    Polygon,
    Pos,
    RectangleRounded,
    RegularPolygon,
    Rot,
    extrude,
)

from hardware.enclosure.measures import Pair

Solid = Any  # a solid of the CAD library, which has no type hints

FLAT = (Align.CENTER, Align.CENTER, Align.MIN)
OVER = 0.5  # A cut extends this many mm beyond the material.
SCREW_MM = 14.0  # Depth of the hole for the thread of a lid's screw.


def slab(size: Pair, high: float, corner: float, at: tuple[float, float, float]) -> Solid:
    """Return a plate with rounded upright edges. `at` is the middle of its lower side."""
    return Pos(*at) * extrude(RectangleRounded(*size, corner), high)


def block(left: Pair, low: Pair, z: Pair) -> Solid:
    """Return a box that spans three ranges."""
    sides = [end - start for start, end in (left, low, z)]
    corner = (left[0], low[0], z[0])
    return Pos(*corner) * Box(*sides, align=(Align.MIN,) * 3)


def square(at: Pair, half: float, z: Pair) -> Solid:
    """Return an upright square bar that spans the range `z`, `half` to each side of its middle."""
    x, y = at
    return block((x - half, x + half), (y - half, y + half), z)


def rod(x: float, y: float, across: float, z: Pair) -> Solid:
    """Return an upright cylinder of diameter `across` that spans the range `z`."""
    return Pos(x, y, z[0]) * Cylinder(across / 2, z[1] - z[0], align=FLAT)


def rods(places: Iterable[Pair], across: float, z: Pair) -> list[Solid]:
    """Return an upright cylinder at each place."""
    return [rod(x, y, across, z) for x, y in places]


def pin(at: tuple[float, float, float], across: float, length: float, axis: str) -> Solid:
    """Return a horizontal cylinder with its middle at `at`, along "x" or "y"."""
    turn = Rot(0, 90, 0) if axis == "x" else Rot(90, 0, 0)
    return Pos(*at) * turn * Cylinder(across / 2, length)


def hexagon(at: tuple[float, float, float], flats: float, deep: float, axis: str) -> Solid:
    """Return a horizontal prism for a nut. It starts at `at` and runs along "x" or "y"."""
    turn = Rot(0, 90, 0) if axis == "x" else Rot(-90, 0, 0)
    return Pos(*at) * turn * extrude(RegularPolygon(flats / 3**0.5, 6), deep)


def wedge(points: Iterable[Pair], thick: float, axis: str) -> Solid:
    """Return an upright plate with the given outline (along the ground, z).

    The plate is `thick` along `axis`.
    """
    flat = extrude(Polygon(*points, align=None), thick / 2, both=True)
    stood = Rot(90, 0, 0) * flat  # The outline's x stays, and its y becomes z.
    return stood if axis == "y" else stood.rotate(Axis.Z, 90)


def union(solids: Iterable[Solid]) -> Solid:
    """Return the union of the solids."""
    first, *others = solids
    return first.fuse(*others) if others else first


def subtract(solid: Solid, cuts: Iterable[Solid]) -> Solid:
    """Return the solid with `cuts` removed."""
    return solid.cut(*cuts)

"""Solids that several parts are made of, in mm."""

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

Solid = Any  # of the CAD library, which has no types of its own here

FLAT = (Align.CENTER, Align.CENTER, Align.MIN)
OVER = 0.5  # a cut goes so far beyond what it cuts


def slab(size: Pair, high: float, corner: float, at: tuple[float, float, float]) -> Solid:
    """Return a plate with round upright edges, the middle of its lower side at a place."""
    return Pos(*at) * extrude(RectangleRounded(*size, corner), high)


def block(left: Pair, low: Pair, z: Pair) -> Solid:
    """Return a block from and to, along x, y and z."""
    sides = [end - start for start, end in (left, low, z)]
    corner = (left[0], low[0], z[0])
    return Pos(*corner) * Box(*sides, align=(Align.MIN,) * 3)


def rod(x: float, y: float, across: float, z: Pair) -> Solid:
    """Return an upright cylinder of a diameter, from and to."""
    return Pos(x, y, z[0]) * Cylinder(across / 2, z[1] - z[0], align=FLAT)


def pin(at: tuple[float, float, float], across: float, length: float, axis: str) -> Solid:
    """Return a lying cylinder with its middle at a place, along "x" or "y"."""
    turn = Rot(0, 90, 0) if axis == "x" else Rot(90, 0, 0)
    return Pos(*at) * turn * Cylinder(across / 2, length)


def hexagon(at: tuple[float, float, float], flats: float, deep: float, axis: str) -> Solid:
    """Return a lying prism for a nut, from a place on along "x" or "y"."""
    turn = Rot(0, 90, 0) if axis == "x" else Rot(-90, 0, 0)
    return Pos(*at) * turn * extrude(RegularPolygon(flats / 3**0.5, 6), deep)


def wedge(points: Iterable[Pair], thick: float, axis: str) -> Solid:
    """Return a plate that stands upright: an outline (along the ground, z), thick along an axis."""
    flat = extrude(Polygon(*points, align=None), thick / 2, both=True)
    stood = Rot(90, 0, 0) * flat  # x stays, y goes up
    return stood if axis == "y" else stood.rotate(Axis.Z, 90)


def union(solids: Iterable[Solid]) -> Solid:
    """Return the union of some solids."""
    first, *others = solids
    return first.fuse(*others) if others else first


def subtract(solid: Solid, cuts: Iterable[Solid]) -> Solid:
    """Return a solid with others cut out of it."""
    return solid.cut(*cuts)

"""Vector shapes in millimetres: the one source of templates, pages and print.

Every curve is a fine polyline, so that each backend draws the very same outline. Colours are
names, given a value by a palette: black and white is another palette, not another drawing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

Point = tuple[float, float]
Points = tuple[Point, ...]
Palette = dict[str, str]  # ink name -> "#rrggbb"


@dataclass(frozen=True)
class Fill:
    """A filled area; inner rings are holes (even-odd)."""

    rings: tuple[Points, ...]
    ink: str


@dataclass(frozen=True)
class Stroke:
    """A line with round ends and joins, `width` mm wide."""

    points: Points
    width: float
    ink: str
    closed: bool = False


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    centre: Point
    radius: float
    ink: str


@dataclass(frozen=True)
class Clip:
    """Shapes seen through a window, inner rings of which are holes (even-odd)."""

    window: tuple[Points, ...]
    shapes: tuple[Shape, ...]


Shape = Fill | Stroke | Disc | Clip
Shapes = tuple[Shape, ...]


@dataclass(frozen=True)
class Drawing:
    """A picture of `size_mm` (width, height), its origin at the top left, y down."""

    size_mm: tuple[float, float]
    shapes: Shapes


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of a ``#rrggbb`` colour.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    value = int(colour.lstrip("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def rect(left: float, top: float, right: float, bottom: float) -> Points:
    """Return a rectangle's corners."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def arc(
    centre: Point,
    radius: float,
    start_deg: float,
    end_deg: float,
    squash: float = 1,
    steps: int = 0,
) -> Points:
    """Return an arc from one angle to another: 0 is right, 90 down; `squash` scales its height.

    It has `steps` straight pieces, or as many as make it look round.
    """
    sweep = math.radians(end_deg - start_deg)
    count = steps or max(2, math.ceil(abs(sweep) * max(4.0, 2.8 * math.sqrt(radius))))
    first = math.radians(start_deg)
    return tuple(
        (
            centre[0] + radius * math.cos(first + sweep * i / count),
            centre[1] + radius * squash * math.sin(first + sweep * i / count),
        )
        for i in range(count + 1)
    )


def circle(centre: Point, radius: float, squash: float = 1) -> Points:
    """Return a closed circle, or an upright ellipse."""
    return arc(centre, radius, 0, 360, squash)[:-1]


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Points:
    """Return a rectangle with round corners."""
    return (
        arc((right - radius, top + radius), radius, -90, 0)
        + arc((right - radius, bottom - radius), radius, 0, 90)
        + arc((left + radius, bottom - radius), radius, 90, 180)
        + arc((left + radius, top + radius), radius, 180, 270)
    )


def star(
    centre: Point, radius: float, points: int, depth: float = 0.5, turn_deg: float = 0
) -> Points:
    """Return a star with its first point up; `depth` is the inner radius over the outer."""
    corners = []
    for i in range(2 * points):
        angle = math.radians(turn_deg - 90 + 180 * i / points)
        reach = radius if i % 2 == 0 else radius * depth
        corners.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    return tuple(corners)


def regular(centre: Point, radius: float, corners: int, turn_deg: float = 0) -> Points:
    """Return a regular polygon with its first corner up."""
    return star(centre, radius, corners, 1.0, turn_deg)[::2]


def smooth(points: Sequence[Point], steps: int = 8) -> Points:
    """Return a smooth open curve through the points (Catmull-Rom)."""
    ends = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for i in range(steps):
            t = i / steps
            curve.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return (*curve, points[-1])


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )


def wave(left: float, right: float, height: Callable[[float], float], step: float = 0.6) -> Points:
    """Return the curve of a height over x, from left to right."""
    count = max(2, math.ceil((right - left) / step))
    xs = [left + (right - left) * i / count for i in range(count + 1)]
    return tuple((x, height(x)) for x in xs)


def hatching(
    box: tuple[float, float, float, float], pitch: float, slope: float = 1
) -> list[Points]:
    """Return slanting lines, `pitch` apart along x, that cover a box; clip them to its shape."""
    left, top, right, bottom = box
    lean = (bottom - top) * slope
    first, last = left - max(lean, 0.0), right - min(lean, 0.0)
    count = math.ceil((last - first) / pitch)
    return [
        ((first + i * pitch, bottom), (first + i * pitch + lean, top)) for i in range(count + 1)
    ]


def placed(
    shapes: Iterable[Shape], x: float = 0, y: float = 0, scale: float = 1, turn_deg: float = 0
) -> Shapes:
    """Return shapes scaled and turned clockwise about the origin, then moved by x, y."""
    cos, sin = (scale * f(math.radians(turn_deg)) for f in (math.cos, math.sin))

    def move(p: Point) -> Point:
        return x + cos * p[0] - sin * p[1], y + sin * p[0] + cos * p[1]

    def move_all(points: Points) -> Points:
        return tuple(move(p) for p in points)

    def moved(shape: Shape) -> Shape:
        match shape:
            case Fill():
                return replace(shape, rings=tuple(move_all(r) for r in shape.rings))
            case Stroke():
                return replace(shape, points=move_all(shape.points), width=shape.width * scale)
            case Disc():
                return replace(shape, centre=move(shape.centre), radius=shape.radius * scale)
            case Clip():
                inner = tuple(moved(s) for s in shape.shapes)
                return Clip(tuple(move_all(r) for r in shape.window), inner)

    return tuple(moved(shape) for shape in shapes)


def inked(shapes: Iterable[Shape], ink: str) -> Shapes:
    """Return the shapes all in one ink."""
    return tuple(
        Clip(s.window, inked(s.shapes, ink)) if isinstance(s, Clip) else replace(s, ink=ink)
        for s in shapes
    )


def swapped(shapes: Iterable[Shape]) -> Shapes:
    """Return shapes with ink and paper exchanged, for a dark ground."""
    other = {"ink": "paper", "paper": "ink"}
    return tuple(
        Clip(s.window, swapped(s.shapes))
        if isinstance(s, Clip)
        else replace(s, ink=other.get(s.ink, s.ink))
        for s in shapes
    )

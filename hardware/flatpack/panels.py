"""Boxes of six panels with finger joints, in mm.

Either of two panels that meet could fill their common edge. So the edge is divided into an odd
number of fingers, which belong to the two panels in turn. The first and the last finger belong to
the panel that comes first in `ORDER`, and so does the corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import hypot

Point = tuple[float, float]
Points = tuple[Point, ...]
Size = tuple[float, float, float]

ORDER = ("front", "back", "bottom", "top", "left", "right")
# For each panel: the axis of the box along its width, the axis along its height, and the panel's
# end (0 or 1) of the third axis.
AXES = {
    "front": (0, 2, 0),
    "back": (0, 2, 1),
    "bottom": (0, 1, 0),
    "top": (0, 1, 1),
    "left": (1, 2, 0),
    "right": (1, 2, 1),
}


EARED, EARS = "bottom", ("front", "back")  # The panel with ears, and the sides that have them.


@dataclass(frozen=True)
class Hole:
    """A round hole or, if it has a `size` (width, height), a slot. `at` is its middle."""

    at: Point
    across: float = 0.0
    size: Point | None = None

    def rim(self) -> Iterator[Point]:
        """Yield points all around the hole."""
        wide, high = self.size or (self.across, self.across)
        (x, y), steps = self.at, (-1, 0, 1)
        for a, b in ((a, b) for a in steps for b in steps if a or b):
            far = 1.0 if self.size else hypot(a, b)
            yield x + a * wide / 2 / far, y + b * high / 2 / far


@dataclass(frozen=True)
class Panel:
    """A panel to cut. Its outline and its holes are measured from the lower left corner."""

    name: str
    outline: Points
    holes: tuple[Hole, ...] = ()

    @property
    def size(self) -> Point:
        """Return the width and height."""
        xs, ys = zip(*self.outline, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    def faults(self) -> Iterator[str]:
        """Yield why the panel cannot be cut, in a few words each."""
        for hole in self.holes:
            if min(hole.size or (hole.across,)) <= 0:
                yield f"{self.name}: a hole is narrower than the laser’s cut"
            elif not all(contains(self.outline, point) for point in hole.rim()):
                yield f"{self.name}: a hole reaches over the edge"


@dataclass(frozen=True)
class FingerBox:
    """A box with finger joints, of a given `inner` size.

    Its sheets are `thick`, and its fingers are about `finger` long. `holes` are listed by panel
    name and measured from the panel's outer lower left corner. The front, top and right panels are
    seen from outside. The others are seen through the panel, from inside the box. If the box has an
    `ear`, a finger of the bottom stands out so far at the front and at the back, with a hole of
    `ear_hole`.
    """

    name: str
    inner: Size
    thick: float
    finger: float
    holes: Mapping[str, tuple[Hole, ...]] = field(default_factory=dict)
    ear: float = 0.0
    ear_hole: float = 0.0

    @property
    def outer(self) -> Size:
        """Return the outer width, depth and height."""
        wide, deep, high = (side + 2 * self.thick for side in self.inner)
        return wide, deep, high

    def panels(self, kerf: float = 0.0) -> Iterator[Panel]:
        """Yield the panels, with every side moved outwards by half of the kerf.

        The kerf is the width of the laser's cut.
        """
        for name in ORDER:
            holes = (*self.holes.get(name, ()), *self._ear_holes(name))
            up = self.ear if name == EARED else 0.0  # A panel's corner stays at 0.
            outline = tuple((x, y + up) for x, y in self.outline(name))
            yield Panel(
                f"{self.name} {name}",
                offset_outline(outline, kerf / 2),
                tuple(_narrowed(_raised(hole, up), kerf) for hole in holes),
            )

    def outline(self, name: str) -> Points:
        """Return a panel's outline in the panel's place in the box."""
        along, up, _ = AXES[name]
        wide, high, thick = self.outer[along], self.outer[up], self.thick
        # The sides run counter-clockwise from the lower left. Each has the neighbouring panel, an
        # axis, and a function that turns a distance along the side and one inwards into a point.
        sides: tuple[tuple[str, int, Callable[[float, float], Point]], ...] = (
            (self._neighbour(up, 0), along, lambda a, b: (a, b)),
            (self._neighbour(along, 1), up, lambda a, b: (wide - b, a)),
            (self._neighbour(up, 1), along, lambda a, b: (wide - a, high - b)),
            (self._neighbour(along, 0), up, lambda a, b: (b, high - a)),
        )
        corner = name in ("front", "back")
        points: list[Point] = []
        for other, axis, place in sides:
            points.append(place(0.0, 0.0) if corner else place(thick, thick))
            mine = ORDER.index(name) < ORDER.index(other)
            bounds = self.fingers(axis)
            for number, (start, end) in enumerate(pairwise(bounds)):
                inwards = 0.0 if (number % 2 == 0) == mine else thick
                if self.ear and name == EARED and other in EARS and number == self._ear(other):
                    inwards = -self.ear
                points += [place(start, inwards), place(end, inwards)]
        return _simplified(points)

    def fingers(self, axis: int) -> tuple[float, ...]:
        """Return the ends of the fingers along an axis, between the corners of the box."""
        length = self.inner[axis]
        count = max(3, int(length / self.finger) // 2 * 2 + 1)
        return tuple(self.thick + length * n / count for n in range(count + 1))

    def _ear(self, side: str) -> int:
        """Return the number of the finger that is an ear, along the edge to the front or back.

        It is one of the bottom's, which are odd, as near to the middle as can be. The edge to the
        back runs the other way.
        """
        count = len(self.fingers(0)) - 1
        middle = count // 2 - (count // 2 + 1) % 2
        return middle if side == EARS[0] else count - 1 - middle

    def _ear_holes(self, name: str) -> Iterator[Hole]:
        """Yield the holes of a panel's ears."""
        if self.ear and name == EARED:
            number = self._ear(EARS[0])
            middle = sum(self.fingers(0)[number : number + 2]) / 2
            for up in (-self.ear / 2, self.outer[1] + self.ear / 2):
                yield Hole((middle, up), self.ear_hole)

    def _neighbour(self, axis: int, end: int) -> str:
        (result,) = (n for n, (a, b, e) in AXES.items() if axis not in (a, b) and e == end)
        return result


def offset_outline(outline: Points, by: float) -> Points:
    """Return a right-angled, counter-clockwise outline with all sides moved outwards by `by`."""
    count = len(outline)
    moved = []
    for n, (x, y) in enumerate(outline):
        before, after = outline[n - 1], outline[(n + 1) % count]
        shift = [0.0, 0.0]
        for (ax, ay), (bx, by_) in ((before, (x, y)), ((x, y), after)):
            shift[0] += by * _sign(by_ - ay)
            shift[1] -= by * _sign(bx - ax)
        moved.append((x + shift[0], y + shift[1]))
    return tuple(moved)


def contains(outline: Points, point: Point) -> bool:
    """Whether a point is inside an outline."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def _raised(hole: Hole, by: float) -> Hole:
    return replace(hole, at=(hole.at[0], hole.at[1] + by))


def _narrowed(hole: Hole, kerf: float) -> Hole:
    size = None if hole.size is None else (hole.size[0] - kerf, hole.size[1] - kerf)
    return Hole(hole.at, max(0.0, hole.across - kerf), size)


def _simplified(points: Iterable[Point]) -> Points:
    """Return the points, without repeated ones and those within a straight line."""
    kept: list[Point] = []
    for point in points:
        if not kept or max(abs(a - b) for a, b in zip(point, kept[-1], strict=True)) > 1e-9:
            kept.append(point)
    if kept[0] == kept[-1]:
        kept.pop()
    return tuple(
        point
        for n, point in enumerate(kept)
        if not _in_line(kept[n - 1], point, kept[(n + 1) % len(kept)])
    )


def _in_line(a: Point, b: Point, c: Point) -> bool:
    return any(abs(a[axis] - b[axis]) < 1e-9 and abs(b[axis] - c[axis]) < 1e-9 for axis in (0, 1))


def _sign(value: float) -> int:
    return (value > 1e-9) - (value < -1e-9)

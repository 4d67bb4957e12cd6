"""The table as a seat sees it: the turned plan of the mats, with the print on the mats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.reports.tabletop import Box, Plan, Point
from referee.table import Position, Zone

EDGES = ("bottom", "right", "top", "left")  # Index: quarter turns that move the edge to the bottom.
SMALL = 0.075  # Phones show parts if a card is narrower than this fraction of the table.
STRIP = 2.5  # A shared area with at least this ratio of length to width is cut into pieces.
MIDDLE = "middle"
BAND_MM = 20.0  # Width of the strip in which a zone shows its pieces and words.


@dataclass(frozen=True)
class Ground:
    """A plan of the mats, turned clockwise by `quarters` quarter turns.

    All points and boxes are in millimetres on the turned plan. If it is `gathered`, its zones have
    been pushed together, and the pieces in front of seats have no separate room.
    """

    plan: Plan
    quarters: int = 0
    gathered: bool = False

    @classmethod
    def seen_from(cls, plan: Plan, seat: int | None) -> Ground:
        """Return the plan, turned so that a seat is at the bottom. Several mats are never turned.

        If phones show this table in parts, it is not turned by 90 degrees either, so that it stays
        wide.
        """
        ground = cls(plan)
        if seat is None or len(plan.mats) > 1:
            return ground
        quarters = EDGES.index(ground.edge(seat))
        return cls(plan, 0 if ground.in_parts and quarters % 2 else quarters)

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the table."""
        width, height = self.plan.size_mm
        return (height, width) if self.quarters % 2 else (width, height)

    def point(self, at: Point) -> Point:
        """Return the position of a point of the plan after the turn."""
        (x, y), (width, height) = at, self.plan.size_mm
        turned = ((x, y), (height - y, x), (width - x, height - y), (y, width - x))
        return turned[self.quarters]

    def box(self, box: Box) -> Box:
        """Return the position of a box of the plan after the turn."""
        (x0, y0), (x1, y1) = self.point((box[0], box[1])), self.point((box[2], box[3]))
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    @cached_property
    def zones(self) -> Mapping[Zone, Box]:
        """The boxes of all zones."""
        return {Zone.parse(name): self.box(box) for name, box in self.plan.zones.items()}

    @cached_property
    def mats(self) -> tuple[Box, ...]:
        """The boxes of all mats."""
        return tuple(map(self.box, self.plan.mats))

    def printed_places(self, zone: Zone) -> tuple[Point, ...]:
        """Return the printed places of a zone in reading order; empty if it has none."""
        there = map(self.point, self.plan.places.get(str(zone), ()))
        return tuple(sorted(there, key=lambda at: (round(at[1]), at[0])))

    def drawn_box(self, zone: Zone) -> Box:
        """Return a zone's box, or the box of its grid if the grid spans several zones."""
        grid = self.plan.grids.get(str(zone))
        if zone in self.zones or grid is None:
            return self.zone_box(zone)
        corners = (grid.middle(0, 0), grid.middle(grid.rows - 1, grid.columns - 1))
        cells = (box_around(self.point(at), self.cell_size(zone)) for at in corners)
        return bounding_box(cells) or self.zone_box(zone)

    def zone_box(self, zone: Zone) -> Box:
        """Return a zone's box, or the box of the middle if the mats do not have such a zone."""
        if zone in self.zones:
            return self.zones[zone]
        width, height = self.size
        middle = (width / 4, height / 4, width * 3 / 4, height * 3 / 4)
        return self.zones.get(Zone(MIDDLE), middle)

    def band(self, zone: Zone) -> Box:
        """Return the strip for a zone's pieces and words, on its lower or its player's side."""
        left, top, right, bottom = self.zone_box(zone)
        if zone.seat is not None and self.edge(zone.seat) == "top" and top < BAND_MM:
            return left, top, right, top + BAND_MM
        return left, bottom - BAND_MM, right, bottom

    def cell(self, zone: Zone, at: Position) -> Point | None:
        """Return the centre of a cell, or None if the zone has no grid."""
        grid = self.plan.grids.get(str(zone))
        return None if grid is None else self.point(grid.middle(*at))

    def cell_size(self, zone: Zone) -> tuple[float, float]:
        """Return the width and height of a grid's cells."""
        grid = self.plan.grids[str(zone)]
        (ax, ay), (dx, dy) = grid.across_mm, grid.down_mm
        wide, high = max(abs(ax), abs(dx)), max(abs(ay), abs(dy))
        return (high, wide) if self.quarters % 2 else (wide, high)

    def edge(self, seat: int) -> str:
        """Return the table edge at which a seat sits: the edge nearest to its zones."""
        box = bounding_box(box for zone, box in self.zones.items() if zone.seat == seat)
        if box is None:
            return EDGES[0]
        (width, height), (x, y) = self.size, centre(box)
        away = {"bottom": height - y, "left": x, "top": y, "right": width - x}
        return min(away, key=lambda edge: away[edge])

    def along(self, seat: int) -> float:
        """Return the position of a seat along its edge, from the left or the top (0 to 1)."""
        box = bounding_box(box for zone, box in self.zones.items() if zone.seat == seat)
        if box is None:
            return 0.5
        (width, height), (x, y) = self.size, centre(box)
        return y / height if self.edge(seat) in ("left", "right") else x / width

    @property
    def in_parts(self) -> bool:
        """Whether phones show the table in parts because its cards are too small."""
        return self.plan.card_mm[0] / self.plan.size_mm[0] < SMALL

    def shared_boxes(self) -> tuple[Box, ...]:
        """Return the boxes of the shared zones. A long strip is cut into pieces of similar size."""
        boxes = [box for zone, box in self.zones.items() if zone.seat is None]
        whole = bounding_box(boxes)
        if whole is None:
            return ()
        wide, high = whole[2] - whole[0], whole[3] - whole[1]
        upright = high > wide
        if max(wide, high) < STRIP * min(wide, high):
            return (whole,)
        first, last = (1, 3) if upright else (0, 2)
        boxes.sort(key=lambda box: (box[first], box[1 - first]))
        most = 1.1 * max(box[last] - box[first] for box in boxes)
        rows: list[list[Box]] = []
        for box in boxes:
            if rows and box[last] - rows[-1][0][first] <= most:
                rows[-1].append(box)
            else:
                rows.append([box])
        return tuple(filter(None, map(bounding_box, rows)))


def bounding_box(boxes: Iterable[Box]) -> Box | None:
    """Return the smallest box around these boxes, or None if there are none.

    >>> bounding_box([(0.0, 0.0, 2.0, 2.0), (1.0, -1.0, 3.0, 1.0)])
    (0.0, -1.0, 3.0, 2.0)
    """
    results = list(boxes)
    if not results:
        return None
    left, top, right, bottom = zip(*results, strict=True)
    return min(left), min(top), max(right), max(bottom)


def box_around(at: Point, size: tuple[float, float]) -> Box:
    """Return the box of this size around a point."""
    (x, y), (width, height) = at, size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def centre(box: Box) -> Point:
    """Return the centre of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

"""A table of one mat with its zones pushed together: on a phone, cards are as large as the room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from referee.reports.tabletop import Box
from referee.table import Layout, Zone
from webui.page.tabletop.ground import BAND_MM, MIDDLE, Ground
from webui.page.tabletop.placement import GAP_MM, Size

FEW = 3  # Cards in a row. More of them need more rows.
RIM_MM = 7.0  # Around the cards of a zone, for their coloured edges.
SYMBOL_MM = 20.0  # Next to the cards of a zone, for the symbol of its seat.


def gathered(
    ground: Ground, layouts: Sequence[Layout], seats: int, due: Collection[Zone]
) -> Ground:
    """Return a ground with only the zones in use, each as large as its cards and close together.

    Seats keep their edges. Several mats, a mat that phones show in parts, and a mat whose grid has
    cards stay as they are.
    """
    grids = ground.plan.grids
    if len(ground.mats) > 1 or ground.in_parts:
        return ground
    in_cells = (card for lay in layouts for card in lay.cards if card.at is not None)
    if any(str(card.zone) in grids for card in in_cells):
        return ground
    return _Gathering(ground, layouts, seats, due).ground()


@dataclass(frozen=True)
class _Gathering:
    """The zones in use of a mat, and how many cards lie in each."""

    seen: Ground
    layouts: Sequence[Layout]
    seats: int
    due: Collection[Zone]

    def ground(self) -> Ground:
        """Return the ground with these zones. The sides are as high as top and bottom together."""
        sides = {edge: self._row(edge) for edge in ("top", "left", "right", "bottom")}
        middle = [zone for zone in self.cards if zone.seat is None]
        middle.sort(key=lambda zone: self.seen.zone_box(zone))
        rows = sides["top"], sides["bottom"], middle
        top, bottom, within = (self._extent(row) for row in rows)
        left, right = (self._extent(sides[edge], upright=True) for edge in ("left", "right"))
        wide = max(top[0], bottom[0], within[0])
        high = max(top[1] + within[1] + bottom[1], left[1], right[1])
        size = (left[0] + wide + right[0], high)
        x = left[0] + wide / 2
        y = (top[1] + high - bottom[1] - within[1]) / 2
        boxes = {
            **self._boxes(sides["top"], x - top[0] / 2, 0.0),
            **self._boxes(middle, x - within[0] / 2, y),
            **self._boxes(sides["bottom"], x - bottom[0] / 2, high - bottom[1]),
            **self._boxes(sides["left"], 0.0, (high - left[1]) / 2, left[0]),
            **self._boxes(sides["right"], size[0] - right[0], (high - right[1]) / 2, right[0]),
        }
        plan = replace(
            self.seen.plan,
            size_mm=size,
            mats=((0.0, 0.0, *size),),
            zones={str(zone): box for zone, box in boxes.items()},
            grids={},
            places={},
            drawing="",
        )
        return Ground(plan, gathered=True)

    @cached_property
    def cards(self) -> Mapping[Zone, int]:
        """The largest number of cards in each zone in use. Cards may lie in the middle for lack of
        another zone.
        """
        zones, most = self.seen.zones, Counter[Zone]()
        for lay in self.layouts:
            counter = Counter[Zone]()
            for zone in (*(card.zone for card in lay.cards), *(pile.zone for pile in lay.piles)):
                counter[zone if zone in zones else Zone(MIDDLE)] += 1
            for back in lay.backs:
                counter[back.zone] += back.count
            most |= counter
        seats = {zone for zone in zones if zone.seat is not None and zone.seat < self.seats}
        noted = {piece.zone for lay in self.layouts for piece in lay.pieces if piece.count}
        for zone in (*seats, *((noted | {*self.due}) & {*zones})):
            most[zone] = max(1, most[zone])
        return most

    def _row(self, edge: str) -> list[Zone]:
        """Return the zones of the seats at an edge, from the left or from the top."""
        zones = [zone for zone in self.cards if zone.seat is not None]
        there = [zone for zone in zones if self.seen.edge(zone.seat or 0) == edge]
        return sorted(there, key=lambda zone: (self.seen.along(zone.seat or 0), str(zone)))

    def _size(self, zone: Zone) -> Size:
        """Return the size of a zone: room for its cards, at the sides one below the other."""
        (wide, high), many = self.seen.plan.card_mm, self.cards[zone]
        at_side = zone.seat is not None and self.seen.edge(zone.seat) in ("left", "right")
        columns = 1 if at_side and many <= FEW else min(many, FEW)
        rows = -(-many // columns)
        notes = any(piece.zone == zone for lay in self.layouts for piece in lay.pieces)
        band = BAND_MM if zone.seat is None and notes else 0.0
        rim = RIM_MM if at_side else SYMBOL_MM  # There is room above and below those at the sides.
        return columns * (wide + GAP_MM) + 2 * rim, rows * (high + GAP_MM) + 2 * RIM_MM + band

    def _extent(self, zones: Sequence[Zone], *, upright: bool = False) -> Size:
        """Return the size of zones next to each other or, `upright`, one below the other."""
        sizes = [self._size(zone) for zone in zones]
        wides, highs = [wide for wide, _ in sizes], [high for _, high in sizes]
        if upright:
            return max(wides, default=0.0), sum(highs)
        return sum(wides), max(highs, default=0.0)

    def _boxes(
        self, zones: Sequence[Zone], x: float, y: float, column: float = 0.0
    ) -> Mapping[Zone, Box]:
        """Return the boxes of zones in a row or, with its width, in a `column`."""
        boxes = {}
        for zone in zones:
            wide, high = self._size(zone)
            boxes[zone] = (x, y, x + (column or wide), y + high)
            x, y = (x, y + high) if column else (x + wide, y)
        return boxes

"""The parts of the table that a small screen shows: all of it, a seat's mat or the shared area."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import asdict

from referee.reports.tabletop import Box
from referee.table import Layout
from webui.page.tabletop.ground import bounding_box
from webui.page.tabletop.marks import to_table_box
from webui.page.tabletop.placement import Placement
from webui.page.tabletop.shapes import TablePanel, TablePart

RIM_MM = 1.0  # Width of the strip along the table's edge that the drawing leaves out.


@dataclass(frozen=True)
class TableParts:
    """The parts of a layout that lies on the mats of `seats`."""

    placement: Placement
    layout: Layout
    seats: range

    def whole(self) -> TablePart:
        """Return the whole table. Several mats show only their used areas, side by side."""
        ground = self.placement.ground
        if len(ground.mats) == 1:
            wide, high = ground.size
            box = (RIM_MM, RIM_MM, wide - RIM_MM, high - RIM_MM)
            return TablePart("whole", None, (_panel(box, None),))
        panels = [panel for seat in self.seats for panel in self._seat_panels(seat)]
        return TablePart("whole", None, (*panels, *self._shared_panels()))

    def parts(self) -> tuple[TablePart, ...]:
        """Return each seat's mat and the shared area, or nothing if phones do not show parts."""
        if not self.placement.ground.in_parts:
            return ()
        of_seats = ((seat, tuple(self._seat_panels(seat))) for seat in self.seats)
        looks = [TablePart(f"seat:{seat}", seat, panels) for seat, panels in of_seats if panels]
        if shared := self._shared_panels():
            looks.append(TablePart("shared", None, shared))
        return tuple(looks)

    def _seat_panels(self, seat: int) -> Iterable[TablePanel]:
        zones = self.placement.ground.zones
        of_seat = [zone for zone in zones if zone.seat == seat]
        used = (self.placement.used_box(self.layout, zone) or zones[zone] for zone in of_seat)
        box = bounding_box(used)
        return () if box is None else (_panel(box, seat),)

    def _shared_panels(self) -> tuple[TablePanel, ...]:
        return tuple(_panel(box, None) for box in self.placement.ground.shared_boxes())


def _panel(box: Box, seat: int | None) -> TablePanel:
    return TablePanel(**asdict(to_table_box(box)), seat=seat)

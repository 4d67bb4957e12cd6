"""What of the table is looked at: all of it, or one of its mats, large on a small screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.reports.tabletop import Box
from referee.table import Layout
from webui.page.tabletop.ground import around
from webui.page.tabletop.placed import Placing
from webui.page.tabletop.shapes import ShownLook, ShownPanel

RIM_MM = 1.0  # of the table's edge is left out: it would be drawn half


@dataclass(frozen=True)
class Looks:
    """The looks at a layout that is placed on the mats of these seats."""

    placing: Placing
    layout: Layout
    seats: range

    def whole(self) -> ShownLook:
        """Return all of the table: of several mats what is in use, beside each other."""
        ground = self.placing.ground
        if len(ground.mats) == 1:
            wide, high = ground.size
            box = (RIM_MM, RIM_MM, wide - RIM_MM, high - RIM_MM)
            return ShownLook("whole", None, (_panel(box, None),))
        panels = [panel for seat in self.seats for panel in self._of(seat)]
        return ShownLook("whole", None, (*panels, *self._shared()))

    def parts(self) -> tuple[ShownLook, ...]:
        """Return each seat's mat and what all share, for a table of several mats."""
        if not self.placing.ground.in_parts:
            return ()
        of_seats = ((seat, tuple(self._of(seat))) for seat in self.seats)
        looks = [ShownLook(f"seat:{seat}", seat, panels) for seat, panels in of_seats if panels]
        if shared := self._shared():
            looks.append(ShownLook("shared", None, shared))
        return tuple(looks)

    def _of(self, seat: int) -> Iterable[ShownPanel]:
        zones = self.placing.ground.zones
        of_seat = [zone for zone in zones if zone.seat == seat]
        used = (self.placing.used(self.layout, zone) or zones[zone] for zone in of_seat)
        box = around(used)
        return () if box is None else (_panel(box, seat),)

    def _shared(self) -> tuple[ShownPanel, ...]:
        return tuple(_panel(box, None) for box in self.placing.ground.shared())


def _panel(box: Box, seat: int | None) -> ShownPanel:
    left, top, right, bottom = (round(side, 1) for side in box)
    return ShownPanel(left, top, round(right - left, 1), round(bottom - top, 1), seat)

"""The words on the mats: names of zones, and the letters and numbers of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee import words
from referee.reports.tabletop import Point
from referee.table import Layout, Pile, Zone, cell_name
from referee.words import Voice
from webui.page.tabletop.ground import centre
from webui.page.tabletop.placement import AXIS_MM, PlacedItem, Placement, leftmost_column
from webui.page.tabletop.shapes import PlaceName

FROM_EDGE_MM = 12.0  # Distance from a zone's edge to the middle of its name.
FROM_CELL_MM = AXIS_MM / 2  # Distance from the cells' upper edge to the middle of their numbers.

LINE_MM = 24.0  # Height in which a name of one line may move.
WIDER = 1.4  # Width of an empty pile's name, at most, as a multiple of its cards', if one word.
WITHIN = 0.94  # Several words, or a word with a soft hyphen, stay within its outline on two lines.


def place_names(
    voice: Voice, placement: Placement, layout: Layout, items: Sequence[PlacedItem]
) -> Iterable[PlaceName]:
    """Yield the words on the mats. A zone with cards on it shows no name.

    Cells have the letters and numbers by which sentences refer to them. If no mat is drawn, an
    empty place in front of a seat shows the name of the seat.
    """
    ground, signed = placement.ground, placement.ground.plan.places
    empty = {
        item.zone: item for item in items if isinstance(item.what, Pile) and item.what.count == 0
    }
    taken = {
        placed_item.zone
        for placed_item in items
        if placed_item.zone not in empty or str(placed_item.zone) in signed
    }
    for zone, (left, top, right, bottom) in ground.zones.items():
        grid = ground.plan.grids.get(str(zone))
        if grid is not None and grid.lettered:
            yield from _cells(placement, layout, zone, grid.rows)
        elif zone.kind in ground.plan.named and zone not in taken and (place := empty.get(zone)):
            name = voice.key(f"mat.{zone.kind}")
            wide = min(right - left, place.size[0] * (WIDER if name.isalpha() else WITHIN))
            yield _name(name, place.at, wide, place.size[1])
        elif zone.kind in ground.plan.named and zone not in taken:
            above = ground.band(zone)[1] == top  # Counters occupy that end of the zone.
            y = bottom - FROM_EDGE_MM if above else top + FROM_EDGE_MM
            yield _name(voice.key(f"mat.{zone.kind}"), ((left + right) / 2, y), right - left)
        elif ground.gathered and zone.seat is not None and zone not in taken:
            label = words.seat(zone.seat, voice.locale, voice.names)
            yield _name(label, centre((left, top, right, bottom)), right - left, bottom - top)


def _cells(placement: Placement, layout: Layout, zone: Zone, rows: int) -> Iterable[PlaceName]:
    """Yield the column numbers, from one column left of the first card, and the row letters."""
    if not layout.cards_in(zone):
        return
    left = leftmost_column(layout, zone)
    shown, (wide, high) = placement.columns(layout, zone), placement.ground.cell_size(zone)
    for column in shown:
        if column >= left - 1 and (at := placement.cell(zone, (0, column))):
            number = cell_name((0, column), left)[1:]
            yield _name(number, (at[0], at[1] - high / 2 - FROM_CELL_MM), wide)
    for row in range(rows):
        if at := placement.cell(zone, (row, shown[0])):
            yield _name(cell_name((row, 0))[0], (at[0] - (wide + AXIS_MM) / 2, at[1]), wide)


def _name(text: str, at: Point, room: float, high: float = LINE_MM) -> PlaceName:
    return PlaceName(text, round(at[0], 1), round(at[1], 1), round(room, 1), round(high, 1))

"""The outlines around cells that belong together, such as those of a canoe."""

from __future__ import annotations

from referee.reports.tabletop import Box
from referee.table import Layout, Outline, Position, cell_name
from webui.page.tabletop.glows import to_table_box
from webui.page.tabletop.ground import bounding_box
from webui.page.tabletop.placement import Placement, leftmost_column
from webui.page.tabletop.shapes import CellOutline


def cell_outline(placement: Placement, layout: Layout, outline: Outline) -> CellOutline | None:
    """Return an outline of the layout as the page draws it, or None if its zone has no grid."""
    cells = {at: where for at in outline.cells if (where := placement.cell(outline.zone, at))}
    width, height = placement.ground.cell_size(outline.zone) if cells else (0.0, 0.0)
    boxes = {
        at: (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        for at, (x, y) in cells.items()
    }
    whole = bounding_box(boxes.values())
    if whole is None:
        return None
    first = min(boxes, key=lambda at: at[1])
    return CellOutline(
        path=_outline_path(boxes),
        whole=outline.whole,
        name=cell_name(first, leftmost_column(layout, outline.zone)),
        box=to_table_box(whole),
        tokens=outline.pieces,
    )


def _outline_path(cells: dict[Position, Box]) -> str:
    """Return an SVG path around cells; it omits the sides that two of these cells share."""
    path = []
    for (row, column), (left, top, right, bottom) in cells.items():
        sides = {
            (row - 1, column): (left, top, right, top),
            (row + 1, column): (left, bottom, right, bottom),
            (row, column - 1): (left, top, left, bottom),
            (row, column + 1): (right, top, right, bottom),
        }
        path += [
            f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}"
            for at, (a, b, c, d) in sides.items()
            if at not in cells
        ]
    return "".join(path)

"""The places that glow because players must lay cards there, or move misplaced cards there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.judging import Refusal
from referee.pending import PendingAction, free_cells
from referee.reports.tabletop import Box
from referee.table import Zone
from webui.page.tabletop.placement import Placement
from webui.page.tabletop.shapes import TableBox, ZoneGlow

FRAME_MM = 6.0  # Between a card that may be taken and the rim of its glow.


def zone_glows(
    placement: Placement,
    due: Sequence[PendingAction],
    refusals: Sequence[Refusal],
    wanted: PendingAction | None,
) -> Iterator[ZoneGlow]:
    """Yield each glowing place once: for a bot's request, a pending action or a misplaced card."""
    glows: list[ZoneGlow] = []
    for action in due:
        for_all = action == wanted
        glows += (
            ZoneGlow(
                str(action.zone),
                box,
                action.seat,
                action.message,
                action.have,
                action.count,
                for_all,
            )
            for box in _boxes(placement, action)
        )
    for why in refusals:
        seat = why.seats[0] if len(why.seats) == 1 else None
        glows += (
            ZoneGlow(str(zone), _zone_box(placement, zone), seat, why.message, 0, 1)
            for zone in why.allowed_zones
        )
    yield from {(glow.zone, glow.box.x, glow.box.y): glow for glow in reversed(glows)}.values()


def with_wanted(
    due: Sequence[PendingAction], wanted: PendingAction | None
) -> tuple[PendingAction, ...]:
    """Return the pending actions. A bot's request replaces the actions that await this bot."""
    if wanted is None:
        return tuple(due)
    return (wanted, *(action for action in due if action.seat != wanted.seat))


def _boxes(placement: Placement, action: PendingAction) -> list[TableBox]:
    """Return the cells of an action, a frame around each card that it may take, or its zone."""
    takable = sorted(free_cells((action,)).get(action.zone, ()))
    cells = [
        cell for at in action.at or takable if (cell := placement.cell(action.zone, at)) is not None
    ]
    if not cells:
        return [_zone_box(placement, action.zone)]
    (width, height), frame = placement.cell_size(action.zone), 2 * FRAME_MM if takable else 0.0
    return [_box_around(cell, (width + frame, height + frame)) for cell in cells]


def _zone_box(placement: Placement, zone: Zone) -> TableBox:
    return to_table_box(placement.ground.drawn_box(zone))


def to_table_box(box: Box) -> TableBox:
    """Return a box as its top left corner, width and height, all rounded."""
    left, top, right, bottom = (round(side, 1) for side in box)
    return TableBox(left, top, round(right - left, 1), round(bottom - top, 1))


def _box_around(at: tuple[float, float], size: tuple[float, float]) -> TableBox:
    """Return the box of this size around a point."""
    (x, y), (width, height) = at, size
    return to_table_box((x - width / 2, y - height / 2, x + width / 2, y + height / 2))

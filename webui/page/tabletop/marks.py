"""Marks on the drawing: glowing places, misplaced cards, free cells and outlines around cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee import pending
from referee.contract import AskPlace
from referee.judging import Refusal
from referee.pending import PendingAction
from referee.reports.tabletop import Box, Point
from referee.table import Laid, Layout, Moved, Outline, Position, Taken, Zone, cell_name
from referee.values import Message
from webui.page.border import Words
from webui.page.tabletop.ground import bounding_box, box_around, centre
from webui.page.tabletop.placement import GAP_MM, PlacedItem, Placement, Size, leftmost_column
from webui.page.tabletop.shapes import CellOutline, FreeCell, MisplacedCard, TableBox, ZoneGlow

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
        duty = action.seat, action.have, action.count, action == wanted
        glows += (ZoneGlow(str(action.zone), box, *duty) for box in _boxes(placement, action))
    for why in refusals:
        seat = why.seats[0] if len(why.seats) == 1 else None
        glows += (
            ZoneGlow(str(zone), _zone_box(placement, zone), seat, 0, 1)
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
    takable = sorted(pending.free_cells((action,)).get(action.zone, ()))
    cells = [
        cell for at in action.at or takable if (cell := placement.cell(action.zone, at)) is not None
    ]
    if not cells:
        return [_zone_box(placement, action.zone)]
    (width, height), frame = placement.cell_size(action.zone), 2 * FRAME_MM if takable else 0.0
    size = width + frame, height + frame
    return [to_table_box(box_around(cell, size)) for cell in cells]


def _zone_box(placement: Placement, zone: Zone) -> TableBox:
    return to_table_box(placement.ground.drawn_box(zone))


def to_table_box(box: Box) -> TableBox:
    """Return a box as its top left corner, width and height, all rounded."""
    left, top, right, bottom = (round(side, 1) for side in box)
    return TableBox(left, top, round(right - left, 1), round(bottom - top, 1))


def misplaced_cells(refusals: Sequence[Refusal]) -> tuple[tuple[Zone, Position], ...]:
    """Return the cells to which the refused changes brought cards."""
    changes = (change for why in refusals for change in why.changes)
    brought = [change for change in changes if not isinstance(change, Taken)]
    return tuple((change.zone, change.at) for change in brought if change.zone and change.at)


def misplaced_cards(
    words: Words,
    placement: Placement,
    items: Sequence[PlacedItem],
    refusals: Sequence[Refusal],
    reason: Message | None,
) -> Iterable[MisplacedCard]:
    """Yield the misplaced cards. The open question is about those with its message, `reason`."""
    changes = [(why, change) for why in refusals for change in why.changes]
    for why, change in changes:
        if isinstance(change, Laid):
            name, zone, at, down = change.card, change.zone, change.at, change.down
        elif isinstance(change, Moved):
            name, zone, at, down = change.was.name, change.zone, change.at, False
        else:
            continue  # There is no card to mark.
        yield MisplacedCard(
            **words.card("" if down else name),
            zone=None if zone is None else str(zone),
            down=down,
            spot=None if zone is None else _spot_in(placement, items, zone, at),
            text=why.message,
            seats=why.seats,
            asked=why.message == reason,
        )


def _spot_in(
    placement: Placement, items: Sequence[PlacedItem], zone: Zone, at: Position | None
) -> TableBox:
    """Return a place next to the zone's other cards, for a card that is not in the layout."""
    cell, ground = None if at is None else placement.cell(zone, at), placement.ground
    if cell is not None:
        return _spot(cell, placement.cell_size(zone))
    there = [item for item in items if item.zone == placement.drawn_zone(zone)]
    size = max((placed_item.size for placed_item in there or items), default=ground.plan.card_mm)
    (x, y), box = centre(ground.zone_box(zone)), ground.zone_box(zone)
    if there:
        x = min(there[-1].box[2] + GAP_MM + size[0] / 2, box[2] - size[0] / 2)
        y = there[-1].at[1] if x > there[-1].at[0] + size[0] / 2 else y + size[1] / 4
    return _spot((x, y), size)


def _spot(at: Point, size: Size) -> TableBox:
    return TableBox(round(at[0], 1), round(at[1], 1), round(size[0], 1), round(size[1], 1))


def free_cells(words: Words, placement: Placement, asked: Sequence[AskPlace]) -> Iterable[FreeCell]:
    """Yield the free cells for the viewer's card. If only one card fits, the cell shows it."""
    results: dict[tuple[Zone, Position], set[str]] = {}
    for ask in (place for place in asked if not place.leaves):
        for card, cells in ask.places.items():
            for at in cells:
                results.setdefault((Zone.parse(ask.zone), at), set()).add(card)
    for (zone, at), cards in results.items():
        where = placement.cell(zone, at)
        if where is None:
            continue
        width, height = placement.cell_size(zone)
        yield FreeCell(
            **words.card(min(cards) if len(cards) == 1 else ""),
            zone=str(zone),
            at=at,
            fits=tuple(sorted(cards)),
            x=round(where[0], 1),
            y=round(where[1], 1),
            width=width,
            height=height,
        )


def cell_outline(placement: Placement, layout: Layout, outline: Outline) -> CellOutline | None:
    """Return an outline of the layout as the page draws it, or None if its zone has no grid."""
    boxes = {
        at: box_around(where, placement.ground.cell_size(outline.zone))
        for at in outline.cells
        if (where := placement.cell(outline.zone, at))
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

"""Marks on the drawing: the misplaced cards, and the free cells for the viewer's next card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.contract import AskPlace
from referee.judging import Refusal
from referee.reports.tabletop import Point
from referee.table import Change, Laid, Moved, Position, Taken, Zone
from referee.values import Message
from webui.page.border import Words
from webui.page.tabletop.arrangement import GAP_MM, Size
from webui.page.tabletop.ground import centre
from webui.page.tabletop.placement import PlacedItem, Placement
from webui.page.tabletop.shapes import FreeCell, MisplacedCard, TableBox


def misplaced_cells(refusals: Sequence[Refusal]) -> tuple[tuple[Zone, Position], ...]:
    """Return the cells to which the refused changes brought cards."""
    cells = (_cell_of(change) for why in refusals for change in why.changes)
    return tuple(cell for cell in cells if cell is not None)


def _cell_of(change: Change) -> tuple[Zone, Position] | None:
    if isinstance(change, Taken) or change.zone is None or change.at is None:
        return None
    return change.zone, change.at


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
            at=at,
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

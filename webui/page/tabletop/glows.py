"""The places that glow because players must lay cards there, or move misplaced cards there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.judging import PendingAction, Refusal
from referee.reports.status import PendingBotAction
from referee.reports.tabletop import Box
from referee.table import ANYWHERE, Position, Zone
from referee.words import Voice
from webui.page.tabletop.placement import Placement
from webui.page.tabletop.shapes import TableBox, ZoneGlow


def zone_glows(
    voice: Voice,
    placement: Placement,
    due: Sequence[PendingAction],
    refusals: Sequence[Refusal],
    wanted: PendingBotAction | None,
) -> Iterator[ZoneGlow]:
    """Yield each glowing place once: for a bot's request, a pending action or a misplaced card."""
    cells = [*_wanted_glows(voice, placement, wanted)]
    due = [one for one in due if not (cells and wanted and one == as_missing(wanted))]
    found = cells + [_in_zone(voice, placement, one.zone, one) for one in due]
    found += [
        _in_zone(voice, placement, zone, why) for why in refusals for zone in why.allowed_zones
    ]
    yield from {(one.zone, one.box.x, one.box.y): one for one in reversed(found)}.values()


def as_missing(wanted: PendingBotAction) -> PendingAction:
    """Return a bot's request to people as an action for which the table waits."""
    zone = wanted.zone or ANYWHERE
    return PendingAction(wanted.message, zone, wanted.seat, cards=wanted.cards)


def with_wanted(
    due: Sequence[PendingAction], wanted: PendingBotAction | None
) -> tuple[PendingAction, ...]:
    """Return the pending actions. A bot's request replaces the actions that await this bot."""
    if wanted is None:
        return tuple(due)
    return (as_missing(wanted), *(one for one in due if one.seat != wanted.seat))


def wanted_cells(wanted: PendingBotAction | None) -> tuple[tuple[Zone, Position], ...]:
    """Return the cells that a bot's request names."""
    if wanted is None or wanted.zone is None:
        return ()
    zone = wanted.zone
    return tuple((zone, at) for at in wanted.at)


def _wanted_glows(
    voice: Voice, placement: Placement, wanted: PendingBotAction | None
) -> Iterator[ZoneGlow]:
    """Yield the cells that a bot's request names, or the whole zone if it names none."""
    if wanted is None or wanted.zone is None:
        return
    text = voice.say(wanted.message)
    boxes = [
        _box_around(cell, placement.cell_size(zone))
        for zone, at in wanted_cells(wanted)
        if (cell := placement.cell(zone, at)) is not None
    ]
    for box in boxes or [to_table_box(placement.ground.drawn_box(wanted.zone))]:
        yield ZoneGlow(str(wanted.zone), box, wanted.seat, text, 0, 1, for_all=True)


def _in_zone(
    voice: Voice, placement: Placement, zone: Zone, why: PendingAction | Refusal
) -> ZoneGlow:
    box, text = to_table_box(placement.ground.drawn_box(zone)), voice.say(why.message)
    if isinstance(why, PendingAction):
        return ZoneGlow(str(zone), box, why.seat, text, why.have, why.count)
    seat = why.seats[0] if len(why.seats) == 1 else None
    return ZoneGlow(str(zone), box, seat, text, 0, 1)


def to_table_box(box: Box) -> TableBox:
    """Return a box as its top left corner, width and height, all rounded."""
    left, top, right, bottom = (round(side, 1) for side in box)
    return TableBox(left, top, round(right - left, 1), round(bottom - top, 1))


def _box_around(at: tuple[float, float], size: tuple[float, float]) -> TableBox:
    """Return the box of this size around a point."""
    (x, y), (width, height) = at, size
    return to_table_box((x - width / 2, y - height / 2, x + width / 2, y + height / 2))

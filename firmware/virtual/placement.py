"""Where a hand lays a card on the mat: not quite straight, not quite in line, on no other card."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from math import hypot

from referee.reports.tabletop import Placed
from referee.table import Zone
from vision.mat import PLACE_MM, places_mm
from vision.spread import Spread

Spot = tuple[float, float, float]  # x and y in mm, turn in degrees
Box = tuple[float, float, float, float]

GAP_MM = 14.0  # between cards side by side, each askew
EDGE_MM = 4.0
STRAIGHT_DEG = 20.0  # a card turned less is meant to lie straight in its cell
MARKERS_MM = 110.0  # from the mat's sides to where its markers end


def cards_in_zone(placed: Sequence[Placed], table: Spread, zone: Zone) -> list[Placed]:
    """Return the cards that lie in a zone, as they were laid."""
    there = [(one, table.zone_of(one.x_mm, one.y_mm)) for one in placed]
    return [one for one, name in there if name is not None and zone.covers(Zone.parse(name))]


def spot(
    table: Spread,
    card_mm: tuple[float, float],
    lying: Sequence[Placed],
    zone: str,
    chance: random.Random,
) -> Spot:
    """Return a free place in the middle of a zone, or else in it, or else anywhere."""
    whole = (0.0, 0.0, *table.size_mm)
    box = table.zones.get(zone, whole)
    x, y = _middle(box)
    if not _is_free(x, y, card_mm, lying):
        between = (MARKERS_MM, 0.0, table.size_mm[0] - MARKERS_MM, table.size_mm[1])
        x, y = _free_place((box, between), card_mm, lying) or (x, y)
    turn = _side_deg(table, zone)
    return with_jitter(x, y, turn, chance, by_mm=3, by_deg=9)


def next_spot(
    table: Spread,
    card_mm: tuple[float, float],
    lying: Sequence[Placed],
    zone: str,
    chance: random.Random,
) -> Spot:
    """Return the first free place that is printed in a zone, or in a row along it, or in it.

    Where there is none, it lies upon what lies there: in no zone that means something else. Places
    are printed for small cards alone.
    """
    box = table.zones[zone]
    apart = card_mm[0] + GAP_MM
    printed = places_mm(box) if hypot(*card_mm) < PLACE_MM else []
    for x, y in (*printed, *_row(box, apart)):
        if all((p.x_mm - x) ** 2 + (p.y_mm - y) ** 2 > (apart - 6) ** 2 for p in lying):
            return with_jitter(x, y, _side_deg(table, zone), chance, by_mm=2, by_deg=5)
    x, y = _free_place((box,), card_mm, lying) or _middle(box)
    return with_jitter(x, y, _side_deg(table, zone), chance, by_mm=2, by_deg=5)


def with_jitter(
    x: float, y: float, turn: float, chance: random.Random, *, by_mm: float, by_deg: float
) -> Spot:
    """Return a place near one that is meant, as a hand meets it."""
    turn = (turn + chance.uniform(-by_deg, by_deg)) % 360
    x, y = x + chance.uniform(-by_mm, by_mm), y + chance.uniform(-by_mm, by_mm)
    return round(x, 1), round(y, 1), round(turn, 1)


def snap(table: Spread, at: Spot, piles: Collection[str], chance: random.Random) -> Spot:
    """Return where a card comes to lie: in the cell of a grid, or upon one of some `piles`.

    What lies between two cells, or turned, stays so: a camera is to see that, too.
    """
    x, y, turn = at
    there = table.cell_at(x, y)
    if there is not None and abs((turn + 180) % 360 - 180) < STRAIGHT_DEG:
        return with_jitter(*table.cell_mm(*there), chance, by_mm=1, by_deg=1.5)
    zone = table.zone_of(x, y)
    if zone is not None and zone in piles:
        return with_jitter(*_middle(table.zones[zone]), 0.0, chance, by_mm=2, by_deg=4)
    return at


def _middle(box: Box) -> tuple[float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def _row(box: Box, apart_mm: float) -> list[tuple[float, float]]:
    """Return as many places side by side along the longer side of a box as there is room for."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    many = max(1, int(max(width, height) / apart_mm))
    parts = [(n + 0.5) / many for n in range(many)]
    if width >= height:
        return [(left + part * width, (top + bottom) / 2) for part in parts]
    return [((left + right) / 2, top + part * height) for part in parts]


def _free_place(
    boxes: Sequence[Box], card_mm: tuple[float, float], lying: Sequence[Placed]
) -> tuple[float, float] | None:
    """Return a place where nothing lies: in the first of `boxes` that has one."""
    width, height = card_mm
    for left, top, right, bottom in boxes:
        for y in _steps(top + height / 2 + EDGE_MM, bottom - height / 2 - EDGE_MM, height / 3):
            for x in _steps(left + width / 2 + EDGE_MM, right - width / 2 - EDGE_MM, width / 3):
                if _is_free(x, y, card_mm, lying):
                    return x, y
    return None


def _is_free(x: float, y: float, card_mm: tuple[float, float], lying: Sequence[Placed]) -> bool:
    gap = sum(side**2 for side in card_mm) ** 0.5 + 2  # whichever way both are turned
    return all((p.x_mm - x) ** 2 + (p.y_mm - y) ** 2 > gap**2 for p in lying)


def _steps(first: float, last: float, step: float) -> list[float]:
    return [first + n * step for n in range(int(max(0.0, last - first) / step) + 1)]


def _side_deg(table: Spread, zone: str) -> float:
    """Return the turn of a card that is read from the side of the mat that its zone touches.

    Of several mats, each lies as it is read.
    """
    for laid in table.placed if len(table.placed) > 1 else ():
        if zone in laid.mat.zones:
            return laid.turn_deg
    if zone not in table.zones:
        return 0.0
    left, top, right, _ = table.zones[zone]
    if top == 0:
        return 180.0
    if left == 0:
        return 90.0
    return 270.0 if right == table.size_mm[0] else 0.0

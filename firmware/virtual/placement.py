"""Spots for cards on the mat: not quite straight or in line, and never on another card."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from math import hypot

from referee.reports.tabletop import Placed
from vision.mat import PLACE_MM, places_mm
from vision.spread import Spread

Spot = tuple[float, float, float]  # x and y in mm, and the turn in degrees.
Box = tuple[float, float, float, float]

TALON = "talon"  # Zone of the cards that were dealt to nobody.
MIDDLE = "middle"

GAP_MM = 14.0  # Gap between neighbouring cards, because neither lies straight.
EDGE_MM = 4.0
STRAIGHT_DEG = 20.0  # A card turned by less than this is meant to lie straight.
MARKERS_MM = 110.0  # Width of the strip along each side that holds the markers.


def next_spot(
    table: Spread,
    card_mm: tuple[float, float],
    lying: Sequence[Placed],
    zone: str,
    chance: random.Random,
) -> Spot:
    """Return the first free spot in a zone: a printed place, a place in a row, or else anywhere.

    If the zone is full, the card goes on top of the others. Printed places fit small cards only.
    Without this zone, the whole mat between the markers will do.
    """
    between = (MARKERS_MM, 0.0, table.size_mm[0] - MARKERS_MM, table.size_mm[1])
    box = table.zones.get(zone, between)
    apart = card_mm[0] + GAP_MM
    printed = places_mm(box) if hypot(*card_mm) < PLACE_MM else []
    for x, y in (*printed, *_row(box, apart)):
        if all((p.x_mm - x) ** 2 + (p.y_mm - y) ** 2 > (apart - 6) ** 2 for p in lying):
            return with_jitter(x, y, _side_deg(table, zone), chance, by_mm=2, by_deg=5)
    x, y = _free_place(box, card_mm, lying) or _middle(box)
    return with_jitter(x, y, _side_deg(table, zone), chance, by_mm=2, by_deg=5)


def with_jitter(
    x: float, y: float, turn: float, chance: random.Random, *, by_mm: float, by_deg: float
) -> Spot:
    """Return a spot near the intended one, as inexact as if a hand had laid the card."""
    turn = (turn + chance.uniform(-by_deg, by_deg)) % 360
    x, y = x + chance.uniform(-by_mm, by_mm), y + chance.uniform(-by_mm, by_mm)
    return round(x, 1), round(y, 1), round(turn, 1)


def snap(table: Spread, at: Spot, piles: Collection[str], chance: random.Random) -> Spot:
    """Return a spot snapped to a grid cell, or to one of the `piles`.

    A card between two cells, or turned too far, stays as it is, because the camera has to handle
    that too.
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
    """Return as many places as fit side by side along the longer side of a box."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    many = max(1, int(max(width, height) / apart_mm))
    parts = [(n + 0.5) / many for n in range(many)]
    if width >= height:
        return [(left + part * width, (top + bottom) / 2) for part in parts]
    return [((left + right) / 2, top + part * height) for part in parts]


def _free_place(
    box: Box, card_mm: tuple[float, float], lying: Sequence[Placed]
) -> tuple[float, float] | None:
    """Return the first free place in a box, or None."""
    (left, top, right, bottom), (width, height) = box, card_mm
    for y in _steps(top + height / 2 + EDGE_MM, bottom - height / 2 - EDGE_MM, height / 3):
        for x in _steps(left + width / 2 + EDGE_MM, right - width / 2 - EDGE_MM, width / 3):
            if _is_free(x, y, card_mm, lying):
                return x, y
    return None


def _is_free(x: float, y: float, card_mm: tuple[float, float], lying: Sequence[Placed]) -> bool:
    gap = sum(side**2 for side in card_mm) ** 0.5 + 2  # No angles make cards overlap.
    return all((p.x_mm - x) ** 2 + (p.y_mm - y) ** 2 > gap**2 for p in lying)


def _steps(first: float, last: float, step: float) -> list[float]:
    return [first + n * step for n in range(int(max(0.0, last - first) / step) + 1)]


def _side_deg(table: Spread, zone: str) -> float:
    """Return the turn of a card that players read from the side of the mat that its zone touches.

    With several mats, return the turn of the mat that has the zone.
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

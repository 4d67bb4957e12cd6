"""Draws the soldering board from both sides: parts from above, and wires from below."""

from __future__ import annotations

import math

from firmware.wiring.layout import BOARD_MM, COLUMNS, PITCH_MM, ROWS, TOP, Hole, Layout
from firmware.wiring.sheet import INK, Sheet, ink_of

Point = tuple[float, float]  # In holes, across and down.
CLEAR = 0.3  # Holes between a wire's middle and a foreign joint, at least.
STEP, EDGE = 30.0, 130.0  # Distances between holes, and from the outer holes to the rim.
LABEL = 56.0  # Distance from the edge's holes to a terminal's name.
BOARD, PAD, OTHER = "#e8dfc8", "#b98a3a", "#6b6b68"
SUPPLIES = {"GND": INK, "3V3": "#c46a00", "5V": "#b3261e", "12V": "#b3261e"}
# The place of a notch on a part's body, as shares of its size, and how it is drawn.
NOTCHES = {"left": (0, 0.5, "M0-10a10 10 0 0 1 0 20z"), "below": (0.5, 1, "M-14 0v-8h28v8z")}


def front(layout: Layout) -> Sheet:
    """Draw the board from above, with its parts and what each terminal carries."""
    sheet = _board(mirrored=False)
    for part in layout.parts:
        left, top, right, bottom = part.body
        x, y = _position(((left + right) / 2, (top + bottom) / 2))
        wide, high = (right - left) * STEP, (bottom - top) * STEP
        sheet.box(x, y, wide, high, opacity=0.75)
        if part.notch:
            across, down, path = NOTCHES[part.notch]
            at = x + (across - 0.5) * wide, y + (down - 0.5) * high
            sheet.path(*at, path, fill=BOARD)
        sheet.box(*_position(part.leads[1]), 16, 16)
        for hole in part.leads.values():
            sheet.circle(*_position(hole), 4.5)
        sheet.text(*_position(part.name_at), part.name)
        sheet.text(x, y + high / 2 - 15, part.bought, size=13)
    for (column, row), caption in layout.captions.items():
        is_top = row == TOP
        x, y = _position((column, 1 if is_top else ROWS))
        y += -LABEL if is_top else LABEL
        sheet.text(x, y, "\n".join(caption.split()), size=12, above=is_top)
    return sheet


def back(layout: Layout) -> Sheet:
    """Draw the board from below, mirrored, with its joints and every wire in its colour."""
    sheet = _board(mirrored=True)
    for name, start, end in layout.links():
        seat = layout.seats.get(name)
        ink = SUPPLIES.get(name.partition(",")[0], OTHER) if seat is None else ink_of(seat)
        way = wire_way(start, end, layout.joints)
        sheet.line(*(_position(point, True) for point in way), ink=ink, wide=4, stroke_opacity=0.85)
    for joint in sorted(layout.joints):
        sheet.circle(*_position(joint, True), 4.5)
    return sheet


def wire_way(start: Point, end: Point, joints: frozenset[Hole]) -> tuple[Point, ...]:
    """Return the points of a wire that goes round every joint but its own, half a hole away.

    >>> wire_way((1, 1), (5, 1), frozenset({(1, 1), (3, 1), (5, 1)}))
    ((1, 1), (3.0, 1.5), (5, 1))
    """
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    for x, y in sorted(joints - {start, end}, key=lambda joint: math.dist(start, joint)):
        along = ((x - start[0]) * across + (y - start[1]) * down) / length
        off = ((y - start[1]) * across - (x - start[0]) * down) / length
        if 0 < along < length and abs(off) < CLEAR:
            aside = -0.5 if off > 0 else 0.5
            bend = (x - aside * down / length, y + aside * across / length)
            return (*wire_way(start, bend, joints), *wire_way(bend, end, joints)[1:])
    return start, end


def hole_name(hole: Hole) -> str:
    """Return a hole's name: its row's letter, then its column's number.

    >>> hole_name((3, 9))
    'I3'
    """
    return f"{chr(ord('A') + hole[1] - 1)}{hole[0]}"


def _board(mirrored: bool) -> Sheet:
    """Draw an empty board, with the names of its rows and columns."""
    across, down = (COLUMNS - 1) * STEP, (ROWS - 1) * STEP
    sheet = Sheet(across + 2 * EDGE, down + 2 * EDGE)
    wide, high = (side / PITCH_MM * STEP for side in BOARD_MM)
    sheet.box(EDGE + across / 2, EDGE + down / 2, wide, high, fill=BOARD)
    for column in range(1, COLUMNS + 1):
        x, _ = _position((column, 1), mirrored)
        sheet.text(x, EDGE + down + 96, str(column), size=11)
        for row in range(1, ROWS + 1):
            sheet.circle(*_position((column, row), mirrored), 4.5, ink=PAD)
    for row in range(1, ROWS + 1):
        sheet.text(44, EDGE + (row - 1) * STEP, hole_name((0, row))[0], size=11)
    return sheet


def _position(at: tuple[float, float], mirrored: bool = False) -> tuple[float, float]:
    column = COLUMNS + 1 - at[0] if mirrored else at[0]
    return EDGE + (column - 1) * STEP, EDGE + (at[1] - 1) * STEP

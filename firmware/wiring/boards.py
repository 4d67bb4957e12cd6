"""Draws the soldering board from both sides: parts from above, and wires from below."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.layout import BOARD_MM, COLUMNS, PITCH_MM, ROWS, Hole, Layout, Placed, poles

STEP, EDGE = 30.0, 130.0  # Distances between holes, and from the outer holes to the rim.
LABEL, LINE = 56.0, 13.0  # Distance from the edge's holes to a terminal's name; line spacing.
INK, PAPER, BOARD, PAD, BODY = "#1d1d1b", "#ffffff", "#e8dfc8", "#b98a3a", "#ffffff"
FOOT = 0.36  # Distance from a letter's middle to its baseline, as a share of its size.
SUPPLIES = {"GND": INK, "3V3": "#c46a00", "5V": "#b3261e", "12V": "#b3261e"}


def front(layout: Layout, pins: Pins, parts: Parts) -> str:
    """Return the board from above as SVG, with its parts and what each terminal carries."""
    drawn = [*_grid(False)]
    for part in layout.parts:
        left, top, right, bottom = part.body
        x, y = _position((left, top), False)
        size = f'width="{(right - left) * STEP:.0f}" height="{(bottom - top) * STEP:.0f}"'
        drawn.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" {size} rx="4" fill="{BODY}" fill-opacity="0.75"'
            f' stroke="{INK}" stroke-width="2"/>'
        )
        drawn += _notch(part)
        drawn += (_dot(hole, False, INK) for hole in part.leads.values())
        first = _position(part.leads["1"], False)
        drawn.append(
            f'<rect x="{first[0] - 8:.0f}" y="{first[1] - 8:.0f}" width="16" height="16"'
            f' fill="none" stroke="{INK}" stroke-width="2"/>'
        )
        drawn.append(_name(part))
        if part.bought:
            drawn.append(
                _text(*_position(((left + right) / 2, bottom - 0.5), False), part.bought, 13)
            )
    for row, names in enumerate(poles(pins, parts)):
        for pole, name in enumerate(names):
            x, y = _position((2 * pole + 1, ROWS if row else 1), False)
            said = name.split(" ")
            y += LABEL if row else -LABEL - LINE * (len(said) - 1)
            drawn += (_text(x, y + LINE * n, word, 12) for n, word in enumerate(said))
    return _svg(drawn)


def back(layout: Layout, colours: tuple[str, ...]) -> str:
    """Return the board from below as SVG, mirrored, with every wire in its colour."""
    drawn = [*_grid(True)]
    wires = [*layout.links()]
    for name, one, other in wires:
        (x1, y1), (x2, y2) = _position(one, True), _position(other, True)
        drawn.append(
            f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}"'
            f' stroke="{_colour(layout, name, colours)}" stroke-width="4"'
            ' stroke-linecap="round" stroke-opacity="0.85"/>'
        )
    drawn += (_dot(hole, True, INK) for _, *ends in wires for hole in ends)
    return _svg(drawn)


def _notch(part: Placed) -> Iterator[str]:
    """Yield the lines of a part's notch, if it has one."""
    left, top, right, bottom = part.body
    if part.notch == "left":
        x, y = _position((left, (top + bottom) / 2), False)
        yield (
            f'<path d="M {x:.0f} {y - 10:.0f} a 10 10 0 0 1 0 20" fill="{BOARD}" stroke="{INK}"'
            ' stroke-width="2"/>'
        )
    elif part.notch == "below":
        x, y = _position(((left + right) / 2, bottom), False)
        yield (
            f'<rect x="{x - 14:.0f}" y="{y - 8:.0f}" width="28" height="8" fill="{BOARD}"'
            f' stroke="{INK}" stroke-width="2"/>'
        )


def _name(part: Placed) -> str:
    """Return a part's name as SVG, at a place where no lead of the part hides it."""
    left, top, right, bottom = part.body
    if right - left < 2:
        return _text(*_position((right + 0.9, (top + bottom) / 2), False), part.name, 13)
    if bottom - top < 2:
        return _text(*_position(((left + right) / 2, top - 0.5), False), part.name, 13)
    row = (top + bottom) / 2 if bottom - top > ROWS / 5 else top + 0.5
    return _text(*_position(((left + right) / 2, row), False), part.name, 15)


def hole(at: Hole) -> str:
    """Return a hole's name: its row's letter, then its column's number.

    >>> hole((3, 9))
    'I3'
    """
    return f"{chr(ord('A') + at[1] - 1)}{at[0]}"


def _colour(layout: Layout, name: str, colours: tuple[str, ...]) -> str:
    """Return a net's colour, which is that of its supply or that of its seat."""
    supply = SUPPLIES.get(name.partition(",")[0])
    if supply is not None:
        return supply
    ends = set(layout.nets[name])
    for other, net in layout.nets.items():
        seat = re.match(r"(?:button|lamp) (\d+)", other)
        if seat and (other == name or _meet(layout, ends, set(net))):
            return colours[(int(seat[1]) - 1) % len(colours)]
    return "#6b6b68"


def _meet(layout: Layout, ends: set[Hole], others: set[Hole]) -> bool:
    """Whether a part connects two nets. The part may be a resistor, or a channel of the driver."""
    for part in layout.parts:
        leads = part.leads
        pairs = [("1", "2")] if len(leads) == 2 else []
        if len(leads) == 18:
            pairs = [(str(pin), str(19 - pin)) for pin in range(1, 9)]
        for one, other in pairs:
            if (leads[one] in ends and leads[other] in others) or (
                leads[other] in ends and leads[one] in others
            ):
                return True
    return False


def _grid(mirrored: bool) -> Iterator[str]:
    width, height = (COLUMNS - 1) * STEP, (ROWS - 1) * STEP
    wide, high = (mm / PITCH_MM * STEP for mm in BOARD_MM)
    yield (
        f'<rect x="{EDGE + (width - wide) / 2:.0f}" y="{EDGE + (height - high) / 2:.0f}"'
        f' width="{wide:.0f}" height="{high:.0f}" rx="8" fill="{BOARD}" stroke="{INK}"'
        ' stroke-width="2"/>'
    )
    for column in range(1, COLUMNS + 1):
        x, _ = _position((column, 1), mirrored)
        yield _text(x, EDGE + height + 96, str(column), 11)
        yield from (_dot((column, row), mirrored, PAD) for row in range(1, ROWS + 1))
    for row in range(1, ROWS + 1):
        _, y = _position((1, row), mirrored)
        yield _text(44, y, chr(ord("A") + row - 1), 11)


def _position(at: tuple[float, float], mirrored: bool) -> tuple[float, float]:
    column = COLUMNS + 1 - at[0] if mirrored else at[0]
    return EDGE + (column - 1) * STEP, EDGE + (at[1] - 1) * STEP


def _dot(at: Hole, mirrored: bool, ink: str) -> str:
    x, y = _position(at, mirrored)
    round_ = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4.5" fill="{PAPER}"'
    return f'{round_} stroke="{ink}" stroke-width="2"/>'


def _text(x: float, y: float, said: str, size: int) -> str:
    return (
        f'<text x="{x:.0f}" y="{y + FOOT * size:.1f}" font-size="{size}" text-anchor="middle"'
        f' font-family="sans-serif" fill="{INK}">{escape(said)}</text>'
    )


def _svg(drawn: list[str]) -> str:
    width = 2 * EDGE + (COLUMNS - 1) * STEP
    height = 2 * EDGE + (ROWS - 1) * STEP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' width="{width:.0f}" height="{height:.0f}" xml:lang="en">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>' + "".join(drawn) + "</svg>\n"
    )

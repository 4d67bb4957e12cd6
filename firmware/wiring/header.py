"""Draws the Pi's header with the part on each pin in use, and the two terminal strips beside it."""

from __future__ import annotations

from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.hookup import Wire, wires_of
from firmware.wiring.sheet import Sheet, ink_of
from firmware.wiring.strips import Pole, ground_poles, lamp_poles
from referee import words

ROWS, TOP, PITCH, MIDDLE = 20, 60.0, 40.0, 570.0
# Distances from the header's middle, to either side: of a pin, its number, the header's edge, what
# the pin carries, the part in the wire, the part at its end, that part's name, and the strip.
PIN, NUMBER, EDGE, CARRIES, INNER, OUTER, NAME, STRIP = 16, 42, 60, 98, 205, 358, 448, 520
BOX = 140.0, 28.0
SYMBOLS = {"button": -1, "led": -1, "lamp": 1}  # With the side of the strip at the wire's end.
STRIPS = {"ground": -1, "lamps_power": 1}


class _Strip:
    """A terminal strip at a side of the header: -1 is the left side, and 1 the right."""

    def __init__(self, side: int, title: str, short: str, poles: tuple[Pole, ...]) -> None:
        self.side, self.title, self.short = side, title, short
        self.poles = [pole.wire for pole in poles[1:] if pole.seat is None]
        self.heights: list[float] = []

    def draw(self, sheet: Sheet) -> None:
        """Draw the strip, with its poles that no pin's wire reaches at its lower end."""
        x, inner = MIDDLE + self.side * STRIP, MIDDLE + self.side * (STRIP - 50)
        for pole in self.poles:
            self.heights.append(max(self.heights, default=TOP) + PITCH)
            sheet.line((x, self.heights[-1]), (inner, self.heights[-1]))
            anchor = "start" if self.side < 0 else "end"
            sheet.text(inner - 6 * self.side, self.heights[-1], pole, anchor=anchor)
        if self.heights:
            sheet.line((x, min(self.heights)), (x, max(self.heights)), wide=5)
            anchor = "start" if self.side < 0 else "end"
            sheet.text(x + self.side * 20, min(self.heights) - 34, self.title, anchor=anchor)
        for y in self.heights:
            sheet.circle(x, y, 3, fill=ink_of(None))


def header_drawing(pins: Pins, parts: Parts) -> Sheet:
    """Draw the header and both strips.

    The ground strip is at the left. A wire that would cross the header ends at its strip's name.
    """
    volts = f"+ {parts.volts[parts.lamps[pins.lamps].supply]:g} V"
    strips = {
        -1: _Strip(-1, "ground strip", "ground", ground_poles(pins, parts)),
        1: _Strip(1, f"lamps’ strip, {volts}", volts, lamp_poles(pins, parts)),
    }
    most = max(len(strip.poles) for strip in strips.values())
    sheet = Sheet(2 * MIDDLE, TOP + (ROWS + most) * PITCH)
    sheet.box(MIDDLE, TOP + (ROWS - 1) * PITCH / 2, 2 * EDGE, ROWS * PITCH)
    for pin in range(1, 2 * ROWS + 1):
        side, y = _place(pin)
        sheet.circle(MIDDLE + side * PIN, y, 5)
        sheet.text(MIDDLE + side * NUMBER, y, str(pin), size=12)
    for wire in wires_of(pins, parts):
        if wire.place is not None:
            _draw_wire(sheet, wire, wire.place, strips)
        elif wire.part == "lamps_power":
            strips[1].poles.append(f"{wire.carries} + through {wire.through}")
    for strip in strips.values():
        strip.draw(sheet)
    return sheet


def _place(pin: int) -> tuple[int, float]:
    """Return a pin's side of the header and its height."""
    return -1 if pin % 2 else 1, TOP + (pin - 1) // 2 * PITCH


def _draw_wire(sheet: Sheet, wire: Wire, pin: int, strips: dict[int, _Strip]) -> None:
    """Draw a wire from its pin outwards, with the parts in it."""
    ink, (side, y) = ink_of(wire.seat), _place(pin)

    def at(distance: float) -> float:
        return MIDDLE + side * distance

    end = {**SYMBOLS, **STRIPS}.get(wire.part)
    if end is None:
        far: float = OUTER if wire.through else INNER
    elif end == side:
        far = STRIP
        strips[end].heights.append(y)
    else:
        far = NAME + 55 if wire.part in SYMBOLS else OUTER
    sheet.line((at(EDGE), y), (at(far), y), ink=ink)
    carries = wire.carries if wire.gpio is None else f"GPIO {wire.gpio}"
    sheet.text(at(CARRIES), y - 11, carries, ink)
    if wire.through:
        sheet.box(at(INNER), y, *BOX, wire.through, ink)
    if wire.part in SYMBOLS:
        # Current flows from an LED's pin to the ground strip.
        sheet.symbol(wire.part, at(OUTER), y, ink, mirrored=side < 0)
        sheet.text(at(NAME), y - 11, wire.name, ink)
    elif wire.part not in STRIPS:
        name = words.say(wire.to, "en").partition(" (")[0]
        sheet.box(at(far), y, *BOX, name, ink)
    if end == -side:
        anchor = "end" if side < 0 else "start"
        sheet.text(at(far + 6), y, strips[end].short, ink, anchor=anchor)

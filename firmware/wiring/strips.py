"""The two terminal strips, with the wire in each pole and the links between poles."""

from __future__ import annotations

from typing import NamedTuple

from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.hookup import driver_name, drivers, ground_place, wires_of
from firmware.wiring.sheet import Sheet, ink_of

POLES, PITCH, HIGH = 12, 76.0, 300.0  # Strips in shops have this many poles; sizes in pixels.


class Pole(NamedTuple):
    """The wire in a pole of a strip, and the seat to which the wire leads, if any."""

    wire: str
    seat: int | None = None


def ground_poles(pins: Pins, parts: Parts) -> tuple[Pole, ...]:
    """Return the ground strip, pole by pole. The Pi's wire comes first."""
    wires = wires_of(pins, parts)
    poles = [Pole(f"pin {ground_place()}")]
    poles += [Pole(wire.name, wire.seat) for wire in wires if wire.part == "button"]
    poles += [Pole(f"{wire.name} −", wire.seat) for wire in wires if wire.part == "led"]
    poles += [
        Pole(f"{driver_name(chip)} {parts.driver.channels + 1}")
        for chip in range(drivers(pins, parts))
    ]
    poles += [Pole("buzzer −") for wire in wires if wire.part == "buzzer_pin"]
    if pins.console is not None:
        poles += [Pole("knob C"), Pole("knob push"), Pole("display GND")]
    poles += [Pole("lamps’ supply −") for wire in wires if wire.part == "grounds_joined"]
    return tuple(poles)


def lamp_poles(pins: Pins, parts: Parts) -> tuple[Pole, ...]:
    """Return the lamps' strip, supply first. It has no pole if the Pi's pins feed the lamps."""
    wires = wires_of(pins, parts)
    first = [wire for wire in wires if wire.part == "lamps_power"]
    fed = [wire for wire in wires if wire.part in ("lamp", "buzzer")]
    supply = [f"{wire.carries} +" if wire.place is None else f"pin {wire.place}" for wire in first]
    return (*map(Pole, supply), *(Pole(f"{wire.name} +", wire.seat) for wire in fed))


def strips_drawing(pins: Pins, parts: Parts) -> Sheet:
    """Draw both strips with their links, each wire in its seat's colour."""
    volts = f"lamps’ strip, + {parts.volts[parts.lamps[pins.lamps].supply]:g} V after the fuse"
    titles = {"ground strip": ground_poles(pins, parts), volts: lamp_poles(pins, parts)}
    strips = {title: poles for title, poles in titles.items() if poles}
    count = max(POLES, *map(len, strips.values()))
    sheet = Sheet((count + 1) * PITCH, len(strips) * HIGH)
    for number, (title, poles) in enumerate(strips.items()):
        y, middle = number * HIGH + 120, (count + 1) * PITCH / 2
        xs = [(pole + 1) * PITCH for pole in range(count)]
        sheet.text(middle, y - 80, title, size=16)
        sheet.box(middle, y, count * PITCH, 84)
        for x, (wire, seat), is_first in zip(xs, poles, [True, *[False] * count], strict=False):
            out = -1 if is_first else 1  # The Pi's wire comes from the other side than the rest.
            sheet.line((x, y + 22 * out), (x, y + 76 * out), ink=ink_of(seat))
            label = wire if is_first else "\n".join(wire.split())
            sheet.text(x, y + 92 * out, label, ink_of(seat), above=0)
        sheet.line((xs[0], y - 22), (xs[-1], y - 22), wide=5)  # The link is on the Pi's side.
        for x in xs:
            sheet.circle(x, y - 22, 8)
            sheet.circle(x, y + 22, 8)
    return sheet

"""The multimeter readings to take before the first 5 V, while the socket is off the Pi's header."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firmware.board import places
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.hookup import (
    Wire,
    driver_name,
    drivers,
    ground_place,
    ohms_of,
    supply_place,
    wires_of,
)

OPEN = "open (more than 100 kΩ)"
STRIP = "lamps’ strip, last pole"


class Reading(NamedTuple):
    """Two points to measure between, the correct reading, and the fault if the reading differs."""

    probe: str
    other: str
    reads: str
    wrong: str


def readings(pins: Pins, parts: Parts) -> Iterator[Reading]:
    """Yield all readings in ohms, by the socket's pins: first the supplies, then each pin."""
    lamp, wires = parts.lamps[pins.lamps], wires_of(pins, parts)
    ground, place = str(ground_place()), supply_place(lamp)
    supply = f"{lamp.supply} in" if place is None else str(place)
    own = lamp.driven and place is None  # The Pi's 5 V are then on no wire.
    hot = STRIP if own else str(places()["5V"][0])
    volts = parts.volts[lamp.supply if own else "5V"]
    yield Reading(ground, "ground strip, last pole", "0 to 1 Ω", "a link or the wire is missing")
    if lamp.driven:
        through = f"0 to {parts.fuse.ohms + 1:g} Ω"
        if place is None:
            through += (
                " (printed board: 0.1 to 0.5 V in the meter’s diode range, black on the strip)"
            )
        missing = "a link, the fuse or the printed board’s jumper *LAMPS* is missing"
        yield Reading(supply, STRIP, through, missing)
        yield Reading(supply, ground, OPEN, f"a short of {lamp.supply}: find it first")
        for chip in range(drivers(pins, parts)):
            name = f"{driver_name(chip)} {parts.driver.channels + 1}"
            yield Reading(name, ground, "0 to 1 Ω", "the driver has no ground: no lamp would light")
    if pins.console is not None:
        high = str(places()["3V3"][0])
        yield Reading(high, ground, "more than 1 kΩ", "display or knob is wired the wrong way")
        touches = "touches 3.3 V, which destroys the Pi"
        yield Reading(high, hot, OPEN, f"{volts:g} V {touches}")
    if lamp.driven and pins.buzzer is not None:
        beside = f"about {ohms_of(parts.buzzer.ohms)}"
        wrong = "open: the resistor is missing; below 100 Ω: a magnetic buzzer, not a piezo"
        yield Reading("buzzer +", "buzzer −", beside, wrong)
    of_gpio = [wire for wire in wires if wire.gpio is not None]
    each = ", ".join(str(wire.place) for wire in of_gpio)
    yield Reading(f"each of {each}", hot, OPEN, f"{volts:g} V on a pin destroys it")
    for wire in of_gpio:
        yield _of_a_pin(wire, ground, pins.lamps, parts)


def _of_a_pin(wire: Wire, ground: str, lamps: str, parts: Parts) -> Reading:
    at = f"{wire.place}, {wire.name}"
    match wire.part:
        case "button":
            ohms = parts.button_ohms(parts.lamps[lamps])
            low, high = (ohms_of(ohms * share) for share in (0.95, 1.05))
            pressed = f"{OPEN}; pressed {low} to {high}"
            wrong = "0 Ω: no resistor; always closed: NC, not NO"
            return Reading(at, ground, pressed, wrong)
        case "led":
            return Reading(at, ground, OPEN, "the LED’s + is on the strip")
        case "lamp" | "buzzer":
            into = wire.through.split(" → ")[0]
            return Reading(at, into, "0 to 1 Ω", "wrong input of the driver")
        case "buzzer_pin":
            about = f"about {ohms_of(parts.buzzer.pin_ohms)}"
            return Reading(at, "buzzer +", about, "the resistor is missing")
        case "display_data" | "display_clock":
            return Reading(at, ground, "more than 1 kΩ", "a short")
    closed = f"0 when the knob closes it (printed board: {ohms_of(parts.button.ohms)})"
    return Reading(at, ground, f"more than 2 kΩ; {closed}", "a short")

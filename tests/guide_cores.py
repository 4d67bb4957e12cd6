"""Which core of a cable carries what, for the four-core cables of the seats and of the console.

The cores' colours are in the order in which they lie around a cable, so the first and the third
are opposite each other. A button and its lamp's switched wire are opposite, and so are the
display's data and clock: then each has only ground and a supply beside it. In a plug, they have the
pins 1 to 4, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firmware.panel.pins import Pins
from firmware.parts import Parts

COLOURS = ("white", "black", "yellow", "red")
GROUND, SUPPLY = "ground strip", "lamps’ strip"
KNOB_POWER = "the knob’s + (on a board only)"  # Its own cable has no core left for it.

_Ends = tuple[str, str]  # The terminal at the box, and the contact at the part.


class Core(NamedTuple):
    """A core of a cable: its plug's pin, the terminal at the box, and the contact at the part."""

    cable: str
    colour: str
    pin: int
    terminal: str
    contact: str


def cores_of(pins: Pins, parts: Parts) -> tuple[Core, ...]:
    """Return every core in use, cable by cable. `N` stands for a seat's number."""
    return tuple(
        Core(cable, colour, pin, *ends)
        for cable, wired in _cables(pins, parts)
        for pin, (colour, ends) in enumerate(zip(COLOURS, wired, strict=True), start=1)
        if ends is not None
    )


def _cables(pins: Pins, parts: Parts) -> Iterator[tuple[str, tuple[_Ends | None, ...]]]:
    button = ("N button", "button, NO"), (GROUND, "button, COM")
    if parts.lamps[pins.lamps].driven:
        yield "a seat’s", (*button, ("N lamp −", "lamp −"), (SUPPLY, "lamp +"))
    else:
        yield "a seat’s", (*button, ("N LED +", "LED +"), (GROUND, "LED −"))
    if pins.console is not None:
        vcc = "VCC" if pins.buzzer is not None else f"VCC, and {KNOB_POWER}"
        yield "the display’s", (("SDA", "SDA"), (GROUND, "GND"), ("SCL", "SCL"), ("3V3", vcc))
        knob = ("A", "A (CLK)"), (GROUND, "C and push (GND)"), ("B", "B (DT)"), ("push", "SW")
        yield "the knob’s", knob
    power = ("3V3", KNOB_POWER) if pins.console is not None else None
    if pins.buzzer is not None and parts.lamps[pins.lamps].driven:
        yield "the buzzer’s", (power, None, ("buzzer −", "−"), ("buzzer +", "+"))
    elif pins.buzzer is not None:
        yield "the buzzer’s", (power, (GROUND, "−"), None, ("buzzer +", "+"))

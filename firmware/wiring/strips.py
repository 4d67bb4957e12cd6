"""The two terminal strips, with the wires in each pole and the links between poles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.circuit import LOWER
from firmware.wiring.hookup import DRIVER, ground_place, grounded, wires_of

PITCH, HIGH, EDGE = 1.5, 1.6, 0.4  # a pole's width and height; from its screws to the rim
APART = 6.2  # Distance between the two strips.
POLES = 12  # Strips in shops have this many poles.


def ground_poles(pins: Pins, parts: Parts) -> tuple[str, ...]:
    """Return the wires in the ground strip, pole by pole. The Pi's wire comes first."""
    wires, channels = wires_of(pins, parts), parts.driver.channels
    poles = {
        "buttons": [wire.name for wire in wires if wire.part == "button"],
        "driver": [f"{DRIVER} {channels + 1}"],
        "driver_b": [f"{DRIVER} b {channels + 1}"],
        "leds": [f"{wire.name} −" for wire in wires if wire.part == "led"],
        "buzzer": ["buzzer −"],
        "knob": ["knob C", "knob push"],
        "display": ["display GND"],
    }
    held = [pole for kind in grounded(pins, parts) for pole in poles[kind]]
    supply = ["lamps’ supply −" for wire in wires if wire.part == "grounds_joined"]
    return (f"pin {ground_place()}", *held, *supply)


def lamp_poles(pins: Pins, parts: Parts) -> tuple[str, ...]:
    """Return the wires in the lamps' strip, supply first. Return none if pins feed the lamps."""
    wires = wires_of(pins, parts)
    first = [
        f"{wire.carries} +" if wire.place is None else f"pin {wire.place}"
        for wire in wires
        if wire.part == "lamps_power"
    ]
    buzzer = ["buzzer +" for wire in wires if wire.part == "buzzer"]
    return (*first, *(f"{wire.name} +" for wire in wires if wire.part == "lamp"), *buzzer)


def strips_drawn(pins: Pins, parts: Parts, ink: str, seats: Sequence[str]) -> Any:
    """Draw both strips with their links, each wire in its seat's colour. This needs schemdraw."""
    import schemdraw.elements
    from schemdraw import Drawing

    elm: Any = schemdraw.elements
    sheet = Drawing(show=False)

    def text(x: float, y: float, said: str, colour: str = ink) -> None:
        nonlocal sheet
        label = elm.Label().at((x, y)).theta(0)
        sheet += label.label(said, valign="center", ofst=LOWER, color=colour)

    def line(start: tuple[float, float], end: tuple[float, float], colour: str, w: float) -> None:
        nonlocal sheet
        sheet += elm.Line().at(start).to(end).color(colour).linewidth(w)

    def pole(x: float, top: float, said: str, colour: str, is_first: bool) -> None:
        """Draw the wires of a pole: the Pi's wire from above, and all others from below."""
        if is_first:
            line((x, top + HIGH - EDGE), (x, top + HIGH + 0.9), colour, 2)
            text(x, top + HIGH + 1.25, said, colour)
            return
        line((x, top + EDGE), (x, top - 0.7), colour, 2)
        for row, word in enumerate(said.replace("\N{NO-BREAK SPACE}", " ").split(" ")):
            text(x, top - 1.05 - 0.45 * row, word, colour)

    volts = f"lamps’ strip, + {parts.volts[parts.lamps[pins.lamps].supply]:g} V after the fuse"
    strips = {"ground strip": ground_poles(pins, parts), volts: lamp_poles(pins, parts)}
    for number, (name, held) in enumerate((k, v) for k, v in strips.items() if v):
        top, shown = -APART * number, max(len(held), POLES)
        sheet += elm.Rect(corner1=(0, 0), corner2=(shown * PITCH, HIGH)).theta(0).at((0, top))
        text(shown * PITCH / 2, top + HIGH + 1.6, name)
        for at in range(shown):
            x = (at + 0.5) * PITCH
            sheet += elm.Dot(radius=0.16, open=True).at((x, top + EDGE))
            sheet += elm.Dot(radius=0.16, open=True).at((x, top + HIGH - EDGE))
        linked = (shown - 0.5) * PITCH  # The link is on the Pi's side.
        line((PITCH / 2, top + HIGH - EDGE), (linked, top + HIGH - EDGE), ink, 4)
        for at, said in enumerate(held):
            is_seats = 0 < at <= len(pins.seats)
            colour = seats[(at - 1) % len(seats)] if is_seats else ink
            pole((at + 0.5) * PITCH, top, said, colour, at == 0)
    return sheet

"""Draws one seat's circuit, with the connections of its button and its lamp."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from firmware.board import place
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.hookup import DRIVER, driver_pins, ground_place, ohms_of, supply_place

FAR = 10.0  # x of the line at which the wires of the strips return.
BOX = 3.0
LOWER = (0.0, -0.1)  # correction: the library draws vertically centred text this much too high


def seat_circuit(pins: Pins, parts: Parts, ink: str) -> Any:
    """Draw the circuit of the first seat, with wires in the colour `ink`. This needs schemdraw."""
    import schemdraw.elements
    from schemdraw import Drawing

    elm: Any = schemdraw.elements

    sheet = Drawing(show=False)
    lamp, row = parts.lamps[pins.lamps], pins.seats[0]
    supply = supply_place(lamp)

    def line(*points: tuple[float, float], colour: str = ink) -> None:
        nonlocal sheet
        for start, end in pairwise(points):
            sheet += elm.Line().at(start).to(end).color(colour)

    def text(x: float, y: float, caption: str) -> None:
        nonlocal sheet
        sheet += elm.Label().at((x, y)).theta(0).label(caption, valign="center", ofst=LOWER)

    def box(x: float, y: float, caption: str) -> None:
        nonlocal sheet
        sheet += elm.Rect(corner1=(0, 0), corner2=(BOX, 1)).theta(0).at((x, y - 0.5))
        text(x + BOX / 2, y, caption)

    sheet += elm.Rect(corner1=(0, 0), corner2=(-3.4, 5.6)).theta(0).at((0, -0.8))
    text(-1.7, 4.4, "Raspberry Pi")
    rows = [(f"pin {place(row.led)}, GPIO {row.led}", 2.4), (f"pin {ground_place()}, GND", 1.2)]
    rows.append((f"pin {place(row.button)}, GPIO {row.button}", 0.0))
    if lamp.driven and supply is not None:
        rows.append((f"pin {supply}, {lamp.supply}", 3.6))
    for caption, y in rows:
        text(-1.7, y, caption)

    # The button connects its pin to ground.
    line((0, 0), (1.6, 0))
    sheet += elm.Resistor().at((1.6, 0)).theta(0).length(2).color(ink)
    text(2.6, -0.75, ohms_of(parts.button_ohms(lamp)))
    line((3.6, 0), (5, 0))
    sheet += elm.Button().at((5, 0)).to((6.6, 0)).color(ink)
    text(5.8, -0.75, "button")
    line((6.6, 0), (FAR, 0), (FAR, 1.2))
    line((0, 1.2), (FAR, 1.2), colour="#1d1d1b")
    # The lamp gets its current from its supply through the driver, or from its pin.
    start = 1.6
    line((0, 2.4), (start, 2.4))
    if lamp.driven:
        box(start, 2.4, f"{DRIVER}\n{driver_pins(0, parts.driver.channels).split(' ', 1)[1]}")
        line((start + BOX / 2, 1.9), (start + BOX / 2, 1.2), colour="#1d1d1b")
        text(start + BOX / 2 + 0.4, 1.55, str(parts.driver.channels + 1))
        start += BOX
        line((start, 2.4), (start + 0.6, 2.4))
        start += 0.6
    if lamp.ohms is not None:
        sheet += elm.Resistor().at((start, 2.4)).theta(0).length(2).color(ink)
        text(start + 1, 3.0, ohms_of(lamp.ohms))
        start += 2
    part = elm.LED() if lamp.ohms is not None else elm.Lamp2()
    # Without a driver, current flows out of the pin. With one, it flows from the supply into the
    # driver.
    sheet += (
        (part.reverse() if lamp.driven else part).at((start, 2.4)).theta(0).length(2).color(ink)
    )
    text(start + (1.8 if lamp.driven else 0.2), 2.65, "+")
    text(start + 1, 1.65, "lamp")
    line((start + 2, 2.4), (FAR, 2.4))
    if lamp.driven:
        line((FAR, 2.4), (FAR, 3.6))
        line((FAR - 6 if supply is None else 0, 3.6), (FAR - 5, 3.6), colour="#1d1d1b")
        sheet += elm.Fuse().at((FAR - 5, 3.6)).theta(0).length(2).color("#1d1d1b")
        text(FAR - 4, 4.25, parts.fuse.what)
        line((FAR - 3, 3.6), (FAR, 3.6), colour="#1d1d1b")
        text(FAR - 1, 4.0, f"+ {parts.volts[lamp.supply]:g} V")
    else:
        line((FAR, 2.4), (FAR, 1.2))
    return sheet

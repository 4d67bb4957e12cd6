"""Draws one seat's circuit, and the driver's chip with all that is connected to it."""

from __future__ import annotations

from firmware.board import place
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.hookup import (
    DRIVER,
    buzzer_channel,
    driver_pins,
    ground_place,
    ohms_of,
    supply_place,
    wires_of,
)
from firmware.wiring.sheet import Sheet, ink_of

PI, FAR = 190.0, 680.0  # The Pi's edge, and the line at which the strips' wires return.
SUPPLY, LAMP, GROUND, BUTTON = 70.0, 130.0, 190.0, 250.0  # heights of the four wires
INNER, OUTER = 300.0, 560.0  # Places of the parts in a wire.
PITCH = 36.0  # Distance between the driver's pins.


def seat_drawing(pins: Pins, parts: Parts) -> Sheet:
    """Draw the circuit of the first seat."""
    sheet, ink = Sheet(710, 300), ink_of(0)
    lamp, row = parts.lamps[pins.lamps], pins.seats[0]
    supply, channels = supply_place(lamp), parts.driver.channels

    def pin(y: float, number: int, carries: str) -> None:
        sheet.text((PI + 20) / 2, y, f"pin {number}, {carries}")

    sheet.box((PI + 20) / 2, 150, PI - 20, 270)
    sheet.text((PI + 20) / 2, 36, "Raspberry Pi")
    pin(BUTTON, place(row.button), f"GPIO {row.button}")
    pin(GROUND, ground_place(), "GND")
    pin(LAMP, place(row.led), f"GPIO {row.led}")
    # The button connects its pin to ground.
    sheet.line((PI, GROUND), (FAR, GROUND))
    sheet.line((PI, BUTTON), (FAR, BUTTON), (FAR, GROUND), ink=ink)
    sheet.box(INNER, BUTTON, 90, 28, ohms_of(parts.button_ohms(lamp)), ink)
    sheet.symbol("button", OUTER, BUTTON, ink)
    sheet.text(OUTER, BUTTON + 22, "button")
    # The lamp gets its current from its supply through the driver, or from its pin.
    sheet.line((PI, LAMP), (FAR, LAMP), (FAR, SUPPLY if lamp.driven else GROUND), ink=ink)
    if lamp.driven:
        sheet.line((INNER, LAMP), (INNER, GROUND))
        channel = driver_pins(0, channels).removeprefix(f"{DRIVER} ")
        sheet.box(INNER, LAMP, 120, 44, f"{DRIVER}\n{channel}")
        sheet.text(INNER + 12, GROUND - 20, str(channels + 1))
        if supply is not None:
            pin(SUPPLY, supply, lamp.supply)
        sheet.line((PI if supply is not None else INNER, SUPPLY), (FAR, SUPPLY))
        sheet.box(430, SUPPLY, 140, 28, parts.fuse.what)
        sheet.text(OUTER + 60, SUPPLY - 14, f"+ {parts.volts[lamp.supply]:g} V")
    if lamp.ohms is not None:
        sheet.box(430, LAMP, 90, 28, ohms_of(lamp.ohms), ink)
    # Without a driver, current flows out of the pin. With one, it flows from the supply into the
    # driver.
    sheet.symbol("lamp" if lamp.ohms is None else "led", OUTER, LAMP, ink, mirrored=lamp.driven)
    sheet.text(OUTER + 32 if lamp.driven else OUTER - 32, LAMP - 12, "+")
    sheet.text(OUTER, LAMP + 28, "lamp")
    return sheet


def driver_drawing(pins: Pins, parts: Parts) -> Sheet:
    """Draw the first driver's chip from above. Each output is opposite its input."""
    side = parts.driver.channels + 1
    sheet = Sheet(680, (side + 1) * PITCH + 20)
    sheet.box(340, (side + 1) * PITCH / 2 + 10, 160, side * PITCH + 20, DRIVER)
    sheet.path(326, PITCH / 2, "M0 0a14 14 0 0 0 28 0")

    def wire(channel: int, out: int, text: str, ink: str) -> None:
        y = channel * PITCH + 10
        sheet.line((340 + out * 105, y), (340 + out * 145, y), ink=ink)
        anchor = "end" if out < 0 else "start"
        sheet.text(340 + out * 153, y, text, ink, anchor=anchor)

    for wired in wires_of(pins, parts):
        channel = wired.seat if wired.part == "lamp" else buzzer_channel(pins)
        # Another channel is on a second driver, which is wired alike.
        if wired.part in ("lamp", "buzzer") and channel is not None and channel < side - 1:
            resistor = wired.through.partition(",")[2]
            out = f"{wired.name} −{resistor and ','}{resistor}"
            wire(channel + 1, -1, f"pin {wired.place} (GPIO {wired.gpio})", ink_of(wired.seat))
            wire(channel + 1, 1, out, ink_of(wired.seat))
    wire(side, -1, "ground strip", ink_of(None))
    for pin in range(1, side + 1):
        sheet.box(247, pin * PITCH + 10, 26, 26, str(pin))
        sheet.box(433, pin * PITCH + 10, 26, 26, str(2 * side + 1 - pin))
    return sheet

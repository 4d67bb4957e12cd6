"""Checks of the console's display on the I²C bus, and of the voice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from firmware.checking.findings import Finding, found
from firmware.console.display import close_bus, find_bus, header_bus
from firmware.errors import BadWiring, DisplayLost
from firmware.panel.pins import load_pins
from firmware.sound import loudspeaker
from hardware import PINS

ADDRESSES = (0x3C, 0x3D)  # A solder bridge on the display's back selects one of these.


def console(path: Path = PINS) -> Iterator[Finding]:
    """Check that the console's display answers, if the pin table names one.

    A missing console is no fault. If a display answers at its other address, a finding says so. The
    check `lines` covers the knob.
    """
    try:
        pins = load_pins(path).console
    except BadWiring:
        return  # The check `pins` reports the fault.
    if pins is None:
        return
    try:
        close_bus(find_bus(pins))
    except DisplayLost as error:
        yield Finding("console", None, error.message)
        if error.message.key != "table.console.none":
            return
    else:
        address, bus = f"0x{pins.address:02X}", header_bus(pins.bus)
        yield found("console", True, "cli.doctor.console", address=address, bus=bus)
        return
    for other in ADDRESSES:
        if other != pins.address:
            try:
                close_bus(find_bus(replace(pins, address=other)))
            except DisplayLost:
                continue
            yield found("console", None, "cli.doctor.console_other", address=f"0x{other:02X}")


def voice() -> Iterator[Finding]:
    """Check the program that speaks rulings. A missing program is no fault."""
    program = loudspeaker.PROGRAM
    if loudspeaker.find_espeak() is None:
        yield found("voice", None, "cli.doctor.no_voice", program=program)
    elif not loudspeaker.outputs():
        yield found("voice", None, "cli.doctor.no_loudspeaker", program=program)
    else:
        yield found("voice", True, "cli.doctor.voice", program=program)

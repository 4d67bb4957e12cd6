"""Checks of the console on the I²C bus and of the voice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from firmware.checking.findings import Finding, found
from firmware.console.display import close_bus, find_bus
from firmware.errors import BadWiring, DisplayLost
from firmware.panel.pins import load_pins
from firmware.sound import loudspeaker
from hardware import PINS

ADDRESSES = (0x3C, 0x3D)  # addresses of such displays; a bridge on the back chooses


def console(path: Path = PINS) -> Iterator[Finding]:
    """Check that the console's display answers, if the pin table has one. It may be missing.

    A display at its other address is named. The check `lines` claims the knob's lines.
    """
    try:
        pins = load_pins(path).console
    except BadWiring:
        return  # `pins` reports it
    if pins is None:
        return
    try:
        close_bus(find_bus(pins))
    except DisplayLost as error:
        yield Finding("console", None, error.message)
        if error.message.key != "table.console.none":
            return
    else:
        yield found("console", True, "cli.doctor.console", address=f"0x{pins.address:02X}")
        return
    for other in ADDRESSES:
        if other != pins.address:
            try:
                close_bus(find_bus(replace(pins, address=other)))
            except DisplayLost:
                continue
            yield found("console", None, "cli.doctor.console_other", address=f"0x{other:02X}")


def voice() -> Iterator[Finding]:
    """Check the program that speaks rulings. It may be missing."""
    program = loudspeaker.PROGRAM
    if loudspeaker.find_espeak() is None:
        yield found("voice", None, "cli.doctor.no_voice", program=program)
    elif not loudspeaker.outputs():
        yield found("voice", None, "cli.doctor.no_loudspeaker", program=program)
    else:
        yield found("voice", True, "cli.doctor.voice", program=program)

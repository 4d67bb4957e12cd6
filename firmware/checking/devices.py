"""The console on the I²C bus, and what speaks at the table."""

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

ADDRESSES = (0x3C, 0x3D)  # of such displays: a bridge on their back chooses


def console(path: Path = PINS) -> Iterator[Finding]:
    """Check that the console's display answers, where the pin table wires one; it may be missing.

    One that answers at its other address is named. The knob's lines are `lines`' to claim.
    """
    try:
        pins = load_pins(path).console
    except BadWiring:
        return  # which `pins` says
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
    """Check what speaks rulings at the table; it may be missing."""
    program = loudspeaker.PROGRAM
    if loudspeaker.find_espeak() is None:
        yield found("voice", None, "cli.doctor.no_voice", program=program)
    elif not loudspeaker.outputs():
        yield found("voice", None, "cli.doctor.no_loudspeaker", program=program)
    else:
        yield found("voice", True, "cli.doctor.voice", program=program)

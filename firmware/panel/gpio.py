"""The source of the pins: the Pi's own pins through lgpio, or mock pins that a page can press."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.errors import BadWiring
from firmware.misfits import import_fault
from firmware.panel.chips import (
    FORBIDDEN,
    NO_CHIP,
    NO_HEADER,
    UNUSABLE,
    HeaderChip,
    chip_devices,
    find_header,
    may_be_used,
)
from referee.contract import Message

_log = logging.getLogger(__name__)

DEVICES = Path("/dev")
MISSING = (NO_CHIP, NO_HEADER)  # The machine has no header; that is no fault of a laptop.


class QuietPin(MockPWMPin):  # type: ignore[misc]  # gpiozero ships no types
    """A mock pin that stores only its last states: a breathing lamp's would fill the memory."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if len(self.states) > 64:
            del self.states[:-32]
        return changed


@dataclass(frozen=True)
class Gpio:
    """A gpiozero pin factory, and a message that says which pins these are and why.

    `well` is False if mock pins are used because the real ones are missing. `header` is the chip of
    real pins.
    """

    factory: Any
    mock: bool
    message: Message
    well: bool = True
    header: HeaderChip | None = None

    def holder(self, pin: int) -> str:
        """Return the name of the program that holds a line, or "?" if it is unknown."""
        try:
            import lgpio

            return str(lgpio.gpio_get_line_info(self.factory._handle, pin)[-1]) or "?"
        except Exception:  # A mock pin, or another library.
            return "?"


def open_gpio(want: str = "auto", needed: bool = True, chip: str | int | None = None) -> Gpio:
    """Open the pins: ``gpio`` (or raise `BadWiring`), ``mock``, or ``auto``, the first that works.

    If the pins are not `needed`, it is no fault that a machine has none. `chip` is the label or the
    number of the header's chip, if the owner names one.
    """
    if want not in ("auto", "gpio", "mock"):
        raise ValueError(f"{want!r} is none of auto, gpio, mock")
    if want == "mock":
        return mock_gpio()
    try:
        return _real_gpio(chip)
    except BadWiring as error:
        _log.info("No GPIO here (%s).", error.__cause__ or error)
        if want == "gpio":
            raise
        has_none = error.message.key in MISSING
        return mock_gpio(error.message if needed or not has_none else None)


def header_chip(chip: str | int | None = None) -> HeaderChip:
    """Return the chip of the header's pins, without using a pin. Raise `BadWiring`."""
    return find_header(_lgpio(), chip_devices(DEVICES), chip)


def mock_gpio(instead: Message | None = None) -> Gpio:
    """Return mock pins. `instead` says why the real pins cannot be used."""
    factory = MockFactory(pin_class=QuietPin)
    return Gpio(factory, True, instead or Message("table.gpio.mock"), well=instead is None)


def _real_gpio(wanted: str | int | None) -> Gpio:
    header = header_chip(wanted)
    from firmware.panel.robust_pins import HeaderFactory

    try:
        made = HeaderFactory(header.chip.number)
    except Exception as error:  # Each library raises its own errors.
        raise BadWiring(UNUSABLE, reason=str(error) or "lgpio") from error
    return Gpio(made, False, header.remark or Message("table.gpio.real"), header=header)


def _lgpio() -> Any:
    """Return the library lgpio. Raise `BadWiring` if it is missing or could open no chip."""
    devices = chip_devices(DEVICES)
    if not devices:
        raise BadWiring(NO_CHIP)
    if not any(map(may_be_used, devices)):
        raise BadWiring(FORBIDDEN, chip=str(devices[0]))
    # lgpio creates a named pipe in the working folder, which may be read-only for a service.
    if "LG_WD" not in os.environ:
        folder = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="lgpio-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        import lgpio
    except Exception as error:  # A broken library raises more than an `ImportError`.
        fault = import_fault(error, "lgpio") or Message("table.gpio.no_library")
        raise BadWiring(fault.key, **fault.params) from error
    if not hasattr(lgpio, "gpiochip_open"):
        # Version 0.0.0.2 on the package index is an empty file. pip installs it if no other
        # version fits this Python.
        raise BadWiring("table.gpio.stub")
    return lgpio

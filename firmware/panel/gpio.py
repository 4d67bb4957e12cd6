"""The source of the pins: the Pi's own pins through lgpio, or mock pins that a page can press."""

from __future__ import annotations

import logging
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.errors import BadWiring
from referee.contract import Message

_log = logging.getLogger(__name__)

DEVICES = Path("/dev")
NO_CHIP = "table.gpio.no_chip"


class QuietPin(MockPWMPin):  # type: ignore[misc]  # gpiozero ships no types
    """A mock pin that stores only its last states: a breathing lamp's would fill the memory."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if len(self.states) > 64:
            del self.states[:-32]
        return changed


@dataclass(frozen=True)
class Gpio:
    """A gpiozero pin factory and, if its pins are mock, a message that says why.

    `well` is False if mock pins are used because the real ones are missing.
    """

    factory: Any
    mock: bool
    message: Message
    well: bool = True

    def holder(self, pin: int) -> str:
        """Return the name of the program that holds a line, or "?" if it is unknown."""
        try:
            import lgpio

            return str(lgpio.gpio_get_line_info(self.factory._handle, pin)[-1]) or "?"
        except Exception:  # A mock pin, or another library.
            return "?"


def open_gpio(want: str = "auto", needed: bool = True) -> Gpio:
    """Open the pins: ``gpio`` (or raise `BadWiring`), ``mock``, or ``auto``, the first that works.

    If the pins are not `needed`, it is no fault that a machine has none.
    """
    if want not in ("auto", "gpio", "mock"):
        raise ValueError(f"{want!r} is none of auto, gpio, mock")
    if want == "mock":
        return mock_gpio()
    try:
        return Gpio(_lgpio(), False, Message("table.gpio.real"))
    except BadWiring as error:
        _log.info("No GPIO here (%s).", error.__cause__ or error)
        if want == "gpio":
            raise
        has_none = error.message.key == NO_CHIP
        return mock_gpio(error.message if needed or not has_none else None)


def mock_gpio(instead: Message | None = None) -> Gpio:
    """Return mock pins. `instead` says why the real pins cannot be used."""
    factory = MockFactory(pin_class=QuietPin)
    return Gpio(factory, True, instead or Message("table.gpio.mock"), well=instead is None)


def _lgpio() -> Any:
    chips = sorted(DEVICES.glob("gpiochip*"))
    if not chips:
        raise BadWiring(NO_CHIP)
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise BadWiring("table.gpio.forbidden", chip=str(chips[0]))
    # lgpio creates a named pipe in the working folder, which may be read-only for a service.
    if "LG_WD" not in os.environ:
        os.environ["LG_WD"] = tempfile.mkdtemp(prefix="lgpio-")
    try:
        import lgpio

        if not hasattr(lgpio, "gpiochip_open"):
            # Version 0.0.0.2 on the package index is an empty file. pip installs it if no other
            # version fits this Python.
            raise BadWiring("table.gpio.stub")
        from firmware.panel.robust_pins import factory
    except ImportError as error:
        raise BadWiring("table.gpio.no_library") from error
    try:
        return factory()
    except Exception as error:  # Each library raises its own errors.
        raise BadWiring("table.gpio.none", reason=str(error) or "lgpio") from error

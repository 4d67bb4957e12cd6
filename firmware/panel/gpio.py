"""Where the pins come from: the Pi's own through lgpio, or mock pins that a page can press."""

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


class QuietPin(MockPWMPin):  # type: ignore[misc]  # gpiozero ships no types
    """A mock pin that keeps only its last states: a breathing lamp would fill the memory."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if len(self.states) > 64:
            del self.states[:-32]
        return changed


@dataclass(frozen=True)
class Gpio:
    """A gpiozero pin factory, whether its pins are mock, and why, in words."""

    factory: Any
    mock: bool
    message: Message


def open_gpio(want: str = "auto") -> Gpio:
    """Open the pins: ``gpio`` (or `BadWiring`), ``mock``, or ``auto``, the first that works."""
    if want not in ("auto", "gpio", "mock"):
        raise ValueError(f"{want!r} is none of auto, gpio, mock")
    if want != "mock":
        try:
            return Gpio(_lgpio(), False, Message("table.gpio.real"))
        except Exception as error:  # no chip, no library, no permission: each its own type
            _log.info("No GPIO here (%s: %s).", type(error).__name__, error)
            if want == "gpio":
                raise BadWiring("table.gpio.none", reason=str(error) or "lgpio") from error
    return Gpio(MockFactory(pin_class=QuietPin), True, Message("table.gpio.mock"))


def _lgpio() -> Any:
    if not list(Path("/dev").glob("gpiochip*")):
        raise FileNotFoundError("/dev/gpiochip*")
    # lgpio makes a named pipe in its working folder, which may be read-only for a service.
    os.environ.setdefault("LG_WD", tempfile.mkdtemp(prefix="lgpio-"))
    import lgpio

    if not hasattr(lgpio, "gpiochip_open"):  # an empty stand-in of the library is about
        raise ImportError("lgpio is installed without its machine code")
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()

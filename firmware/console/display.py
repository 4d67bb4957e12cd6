"""The console's display: the real one through luma.oled, or one that only keeps its picture."""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Callable
from typing import Any, Protocol

from PIL import Image

from firmware.errors import DisplayLost
from firmware.panel.pins import ConsolePins
from referee.contract import Message
from referee.reports.status import Part

_log = logging.getLogger(__name__)

BUS = 1
NO_OPERATION = 0xE3  # a command that does nothing: whoever takes it is there
AGAIN_S = 3.0  # between tries; halved, a bus without a display is asked twice as often


class Display(Protocol):
    """Something that shows 128 × 64 pixels."""

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1"; raises `DisplayLost`."""

    def close(self) -> None:
        """Go dark, and let go of what was opened; raises nothing."""


class StoredDisplay:
    """A display that is always there and keeps its picture, for a page to show."""

    def show(self, image: Image.Image) -> None:
        """Take a picture: whoever shows it asks the console for it."""

    def close(self) -> None:
        """Do nothing."""


def find_bus(pins: ConsolePins) -> Any:
    """Return the bus on which a display answers, as luma has it; raises `DisplayLost`.

    luma.oled is imported here and nowhere else: a table without a console does not need it.
    """
    try:
        import luma.oled.device  # noqa: F401  without it the bus alone is of no use
        from luma.core.interface.serial import i2c
    except ImportError as error:
        raise DisplayLost("table.console.no_library") from error
    bus = None
    try:
        bus = i2c(port=BUS, address=pins.address)
        bus.command(NO_OPERATION)
    except Exception as error:  # luma's, or the bus's own
        close_bus(bus)
        raise _lost(pins, error) from error
    return bus


def close_bus(bus: Any) -> None:
    """Close a bus, if it was opened; what stands on the display stays."""
    if bus is not None:
        try:
            bus.cleanup()
        except Exception:
            _log.info("The bus could not be closed.", exc_info=True)


def _lost(pins: ConsolePins, error: Exception) -> DisplayLost:
    cause = error.__context__ if isinstance(error.__context__, OSError) else error
    match getattr(cause, "errno", None):
        case errno.ENOENT:
            return DisplayLost("table.console.no_bus")
        case errno.EACCES | errno.EPERM:
            return DisplayLost("table.console.forbidden")
        case errno.EIO | errno.EREMOTEIO | errno.ENXIO | errno.ETIMEDOUT:
            return DisplayLost("table.console.none", address=f"0x{pins.address:02X}")
    return DisplayLost("table.console.refused", reason=str(error) or type(error).__name__)


class Oled:
    """The real display; raises `DisplayLost` where none answers.

    A luma device is kept until the program ends: one is made only where a display answers.
    """

    def __init__(self, pins: ConsolePins) -> None:
        self._pins = pins
        self._bus = find_bus(pins)
        from luma.oled import device

        try:
            self._device = getattr(device, pins.driver)(self._bus)
        except Exception as error:
            close_bus(self._bus)
            raise _lost(pins, error) from error

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1"; raises `DisplayLost`."""
        try:
            self._device.display(image)
        except Exception as error:
            close_bus(self._bus)
            raise _lost(self._pins, error) from error

    def close(self) -> None:
        """Go dark, and let go of the bus."""
        try:
            self._device.cleanup()
        except Exception:
            _log.info("The display was gone when it was to go dark.", exc_info=True)


class ReconnectingDisplay:
    """A display that may come and go: opened when first needed, and again after a failure.

    One that was never there is no fault: most tables have none.
    """

    def __init__(
        self, opener: Callable[[], Display], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._opener = opener
        self._clock = clock
        self._display: Display | None = None
        self._again_s = 0.0
        self._seen = False
        self._message = Message("table.console.well")

    @property
    def there(self) -> bool:
        """Whether it is there."""
        return self._display is not None

    def part(self) -> Part:
        """Return how it is."""
        return Part("console", self.there or not self._seen, self._message)

    def open(self) -> bool:
        """Open it if it is not there and another try is due; return whether it came."""
        if self.there or self._clock() < self._again_s:
            return False
        try:
            self._display = self._opener()
        except DisplayLost as error:
            self._lost(error)
            return False
        self._seen, self._message = True, Message("table.console.well")
        _log.info("The console is there.")
        return True

    def show(self, image: Image.Image) -> bool:
        """Show a picture; return whether that could be done."""
        if self._display is None:
            return False
        try:
            self._display.show(image)
        except DisplayLost as error:
            _log.warning("The console's display is lost: %s", error)
            self._display = None
            self._lost(error)
            return False
        return True

    def close(self) -> None:
        """Close it; only at the very end."""
        if self._display is not None:
            self._display.close()

    def _lost(self, error: DisplayLost) -> None:
        self._message = Message("table.console.lost") if self._seen else error.message
        self._again_s = self._clock() + AGAIN_S

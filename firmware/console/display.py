"""The console's display: a real one through luma.oled, or a stand-in that a page shows."""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from firmware.errors import DisplayLost
from firmware.misfits import import_fault
from firmware.panel.pins import ConsolePins
from referee.contract import Message
from referee.reports.status import Part

_log = logging.getLogger(__name__)

NO_OPERATION = 0xE3  # A command without effect; an answer shows that there is a display.
AGAIN_S = 3.0  # Pause between attempts; with half, an empty bus is asked twice as often.
USUAL_BUS = 1  # The number of the header's I²C bus on most systems.
BUSES = Path("/sys/bus/i2c/devices")
ALIAS = Path("/proc/device-tree/aliases/i2c1")  # Says which node is the header's bus.
NODES = ("i2c@7e804000", "i2c@74000")  # Without an alias: the bus of a Pi 0 to 4, and of a Pi 5.
NO_BUS = "table.console.no_bus"


class Brightness(Enum):
    """How bright a display is."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


# The contrast at which luma starts each kind of display, and a low one.
FULL_CONTRAST = {"ssd1306": 0xCF, "sh1106": 0x7F}
DIM_CONTRAST = 0x01


class Display(Protocol):
    """A display of 128 × 64 pixels."""

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1". Raise `DisplayLost` if that fails."""

    def light(self, brightness: Brightness) -> bool:
        """Make the display bright, dim or dark. It keeps its picture. Raise `DisplayLost`.

        Return False if the display is always bright.
        """

    def close(self) -> None:
        """Turn the display dark and release the device. Raise nothing."""


class StoredDisplay:
    """A display that is always connected. Pages show its picture."""

    def show(self, image: Image.Image) -> None:
        """Do nothing, because pages get the picture from the console."""

    def light(self, brightness: Brightness) -> bool:  # noqa: ARG002
        """Return False, because a page does not age."""
        return False

    def close(self) -> None:
        """Do nothing."""


def find_bus(pins: ConsolePins) -> Any:
    """Return the luma bus on which a display answers. Raise `DisplayLost` if none answers.

    luma.oled is imported only here, because a table without a console does not need it.
    """
    try:
        import luma.oled.device  # noqa: F401  the bus is useless without it
        from luma.core.interface.serial import i2c
    except Exception as error:  # Besides an `ImportError`, whatever an unfit library raises.
        fault = import_fault(error, "luma") or Message("table.console.no_library")
        raise DisplayLost(fault.key, **fault.params) from error
    number, bus = header_bus(pins.bus), None
    try:
        bus = i2c(port=number, address=pins.address)
        bus.command(NO_OPERATION)
    except Exception as error:  # From luma or the bus.
        close_bus(bus)
        raise _lost(pins, error) from error
    return bus


def close_bus(bus: Any) -> None:
    """Close a bus if it was opened. The display keeps its picture."""
    if bus is not None:
        try:
            bus.cleanup()
        except Exception:
            _log.info("The bus could not be closed.", exc_info=True)


def _lost(pins: ConsolePins, error: Exception) -> DisplayLost:
    cause = error.__context__ if isinstance(error.__context__, OSError) else error
    match getattr(cause, "errno", None):
        case errno.ENOENT if pins.bus is not None and buses():
            return DisplayLost("table.console.no_such_bus", bus=pins.bus, buses=buses())
        case errno.ENOENT:
            return DisplayLost(NO_BUS)
        case errno.EACCES | errno.EPERM:
            return DisplayLost("table.console.forbidden")
        case errno.EIO | errno.EREMOTEIO | errno.ENXIO | errno.ETIMEDOUT:
            return DisplayLost("table.console.none", address=f"0x{pins.address:02X}")
    return DisplayLost("table.console.refused", reason=str(error) or type(error).__name__)


class Oled:
    """The real display. Raise `DisplayLost` if none answers.

    A luma device lives until the program ends, so it is created only once a display answers.
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
        """Show a picture of mode "1". Raise `DisplayLost` if that fails."""
        with self._losing():
            self._device.display(image)

    def light(self, brightness: Brightness) -> bool:
        """Make the display bright, dim or dark. Raise `DisplayLost` if that fails."""
        full, dim = FULL_CONTRAST[self._pins.driver], brightness is Brightness.DIM
        with self._losing():
            if brightness is Brightness.DARK:
                self._device.hide()
            else:
                self._device.contrast(DIM_CONTRAST if dim else full)
                self._device.show()
        return True

    @contextmanager
    def _losing(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            close_bus(self._bus)
            raise _lost(self._pins, error) from error

    def close(self) -> None:
        """Turn the display dark and release the bus."""
        try:
            self._device.cleanup()
        except Exception:
            _log.info("The display was gone when it was to go dark.", exc_info=True)


class ReconnectingDisplay:
    """A display that may come and go. It is opened when first needed, and again after a failure.

    If no display was ever connected, that is no fault, because most tables have none.
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
        """Whether the display is connected."""
        return self._display is not None

    def part(self) -> Part:
        """Return the state of the display."""
        return Part("console", self.there or not self._seen, self._message)

    def open(self) -> bool:
        """Try to open the display, if it is time for an attempt. Return whether it opened."""
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
        """Show a picture. Return whether that succeeded."""

        def show(display: Display) -> bool:
            display.show(image)
            return True

        return self._done(show)

    def light(self, brightness: Brightness) -> bool:
        """Make the display bright, dim or dark. Return whether it is so now."""
        return self._done(lambda display: display.light(brightness))

    def _done(self, act: Callable[[Display], bool]) -> bool:
        if self._display is None:
            return False
        try:
            return act(self._display)
        except DisplayLost as error:
            _log.warning("The console's display is lost: %s", error)
            self._display = None
            self._lost(error)
            return False

    def close(self) -> None:
        """Close the display. Call this only when the program ends."""
        if self._display is not None:
            self._display.close()

    def _lost(self, error: DisplayLost) -> None:
        self._message = Message("table.console.lost") if self._seen else error.message
        self._again_s = self._clock() + AGAIN_S


# -- the bus ---------------------------------------------------------------------------------------


def header_bus(wanted: int | None = None) -> int:
    """Return the number of the header's bus, or `wanted` if the owner's pin table names one.

    A kernel may number the buses as it likes, and others lead to cameras and screens. So the device
    tree tells. Raise `DisplayLost` if the header's bus is off.
    """
    if wanted is not None:
        return wanted
    there, nodes, header = buses(), _nodes(), _alias()
    for number, node in nodes.items():
        if node.as_posix().endswith(header) if header else node.name in NODES:
            return number
    if header and there:
        raise DisplayLost(NO_BUS)
    return USUAL_BUS


def buses() -> tuple[int, ...]:
    """Return the numbers of the machine's I²C buses."""
    names = (bus.name.removeprefix("i2c-") for bus in BUSES.glob("i2c-*"))
    return tuple(sorted(int(name) for name in names if name.isdecimal()))


def _nodes() -> dict[int, Path]:
    """Return the device tree's node of each bus that has one, by the bus's number."""
    links = {number: BUSES / f"i2c-{number}" / "of_node" for number in buses()}
    return {number: link.resolve() for number, link in links.items() if link.exists()}


def _alias() -> str:
    try:
        return ALIAS.read_text("ascii").rstrip("\0\n")
    except (OSError, ValueError):
        return ""

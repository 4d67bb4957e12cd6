"""The console's display: a real one through luma.oled, or a stand-in that a page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from typing import Protocol

from PIL import Image

from firmware.console.bus import close_bus, display_lost, find_bus
from firmware.panel.pins import ConsolePins


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
    """A display that is always connected. Pages show its picture; `shown` tells them of it."""

    def __init__(self, shown: Callable[[], None] = lambda: None) -> None:
        self._shown = shown

    def show(self, image: Image.Image) -> None:  # noqa: ARG002
        """Tell the pages, which get the picture from the console."""
        self._shown()

    def light(self, brightness: Brightness) -> bool:  # noqa: ARG002
        """Return False, because a page does not age."""
        return False

    def close(self) -> None:
        """Do nothing."""


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
            raise display_lost(pins, error) from error

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
            raise display_lost(self._pins, error) from error

    def close(self) -> None:
        """Turn the display dark and release the bus."""
        with suppress(Exception):  # It may be gone.
            self._device.cleanup()

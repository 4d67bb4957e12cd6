"""luma.oled as far as the console uses it: refusing, vanishing and back, as displays are."""

from __future__ import annotations

import errno
import sys
from types import ModuleType
from typing import Any

import pytest
from PIL import Image


class DeviceNotFoundError(Exception):
    """As luma raises it, with the bus's own error as its context."""


class Bus:
    """An I²C bus with one display on it, or none: `fault` is the errno of whatever is sent.

    `no_bus` is the errno with which opening the bus fails; it answers at `address` alone, and on
    the bus of number `port`.
    """

    address = 0x3C
    port = 1

    def __init__(self) -> None:
        self.fault: int | None = None
        self.no_bus: int | None = None
        self.opened = self.closed = self.devices = 0
        self.shown: list[Image.Image] = []
        self.dark = False
        self.lit, self.contrast = True, 0xCF

    def send(self, address: int = address) -> None:
        """Send something to an address."""
        try:
            if self.fault is not None:
                raise OSError(self.fault, "Remote I/O error")
            if address != self.address:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
        except OSError as error:
            if error.errno in (errno.EREMOTEIO, errno.EIO):
                raise DeviceNotFoundError("I2C device not found on address: 0x3C")  # noqa: B904
            raise

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Be what the console imports."""
        bus = self

        class I2c:
            def __init__(self, port: int, address: int) -> None:
                assert port == bus.port
                self.address = address
                if bus.no_bus is not None:
                    raise OSError(bus.no_bus, "bus")
                bus.opened += 1

            def command(self, *_: int) -> None:
                bus.send(self.address)

            def cleanup(self) -> None:
                bus.closed += 1

        class Device:
            mode, size = "1", (128, 64)

            def __init__(self, serial: Any) -> None:
                bus.devices += 1
                serial.command(0xAF)

            def display(self, image: Image.Image) -> None:
                assert (image.mode, image.size) == (self.mode, self.size)
                bus.send()
                bus.shown.append(image)

            def contrast(self, level: int) -> None:
                bus.send()
                bus.contrast = level

            def hide(self) -> None:
                bus.send()
                bus.lit = False

            def show(self) -> None:
                bus.send()
                bus.lit = True

            def cleanup(self) -> None:
                bus.send()
                bus.dark = True

        names = ("luma", "luma.core", "luma.core.interface", "luma.core.interface.serial")
        made = {name: ModuleType(name) for name in (*names, "luma.oled", "luma.oled.device")}
        made["luma.core.interface.serial"].i2c = I2c  # type: ignore[attr-defined]
        made["luma.oled.device"].ssd1306 = Device  # type: ignore[attr-defined]
        made["luma"].oled = made["luma.oled"]  # type: ignore[attr-defined]
        made["luma.oled"].device = made["luma.oled.device"]  # type: ignore[attr-defined]
        for name, module in made.items():
            patch.setitem(sys.modules, name, module)


def uninstall(patch: pytest.MonkeyPatch) -> None:
    """Let luma not be there, whether it is or not."""
    for name in (
        "luma",
        "luma.core",
        "luma.core.interface.serial",
        "luma.oled",
        "luma.oled.device",
    ):
        patch.setitem(sys.modules, name, None)

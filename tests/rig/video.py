"""A guest's cameras as a Pi has them: known to udev, with the memory that picamera2 takes."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import threading
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path

DRIVER = Path("/sys/bus/platform/drivers/vimc")
CABLE = Path("/sys/module/vimc/parameters/loose")
HEAPS = Path("/dev/dma_heap")
UDEV = "/usr/lib/systemd/systemd-udevd"
SETTLED_S = 60
NODES, SENSOR = Path("/sys/class/video4linux"), "Sensor"
# V4L2's call that sets a control, and its number of brightness, with values of a level apart.
SET_CONTROL, BRIGHTNESS, LEVELS, FLICKERS_S = 0xC008561C, 0x00980900, (128, 132), 0.05


class Module:
    """The kernel's own camera in a camera module's place: 640 × 480 pixels, bars of colours."""

    SIZE = (640, 480)
    DEVICE = "vimc.0"

    def loosen(self, out: bool) -> None:
        """Pull its cable out, or put it back: it gives no frames, and says nothing of it."""
        CABLE.write_text("Y" if out else "N")

    def remove(self) -> None:
        """Take the device away, whoever uses it."""
        (DRIVER / "unbind").write_text(self.DEVICE)

    def put_back(self) -> None:
        """Have the kernel find the device again."""
        (DRIVER / "bind").write_text(self.DEVICE)
        settled()


def start() -> None:
    """Start udev, by which libcamera finds cameras; name the memory for frames as a Pi does."""
    subprocess.run([UDEV, "--daemon"], check=True, timeout=SETTLED_S)
    settled()
    (HEAPS / "linux,cma").symlink_to("system")
    flicker()


def flicker() -> None:
    """Change the brightness of the kernel's camera a little, in a thread and for ever.

    Its bars have no noise, so that a table would take them for one frozen picture.
    """

    def run() -> None:
        for level in cycle(LEVELS):
            time.sleep(FLICKERS_S)
            for node in NODES.glob("v4l-subdev*"):
                with suppress(OSError):  # it may be taken away just now
                    if SENSOR in (node / "name").read_text(encoding="utf-8"):
                        _set_brightness(Path("/dev") / node.name, level)

    threading.Thread(target=run, daemon=True).start()


def _set_brightness(sensor: Path, level: int) -> None:
    device = os.open(sensor, os.O_RDWR)
    try:
        fcntl.ioctl(device, SET_CONTROL, struct.pack("Ii", BRIGHTNESS, level))
    finally:
        os.close(device)


def settled() -> None:
    """Have udev name what is there, and wait until it has."""
    subprocess.run(["udevadm", "trigger"], check=True, timeout=SETTLED_S)
    subprocess.run(["udevadm", "settle", "-t", str(SETTLED_S)], check=True, timeout=SETTLED_S)

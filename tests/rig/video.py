"""A guest's cameras as a Pi has them: known to udev, with the memory that picamera2 takes."""

from __future__ import annotations

import subprocess
from pathlib import Path

DRIVER = Path("/sys/bus/platform/drivers/vimc")
CABLE = Path("/sys/module/vimc/parameters/loose")
HEAPS = Path("/dev/dma_heap")
UDEV = "/usr/lib/systemd/systemd-udevd"
SETTLED_S = 60


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
        """Have the kernel find the device anew."""
        (DRIVER / "bind").write_text(self.DEVICE)
        settled()


def start() -> None:
    """Start udev, by which libcamera finds cameras; name the memory for frames as a Pi does."""
    subprocess.run([UDEV, "--daemon"], check=True, timeout=SETTLED_S)
    settled()
    (HEAPS / "linux,cma").symlink_to("system")


def settled() -> None:
    """Have udev name what is there, and wait until it has."""
    subprocess.run(["udevadm", "trigger"], check=True, timeout=SETTLED_S)
    subprocess.run(["udevadm", "settle", "-t", str(SETTLED_S)], check=True, timeout=SETTLED_S)

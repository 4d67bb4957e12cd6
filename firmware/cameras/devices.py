"""Which USB cameras are plugged in, each by an id that stays its own.

The numbers of ``/dev/video0`` and the like go by the order of plugging in, and on a Pi most of them
are no cameras.
"""

from __future__ import annotations

from pathlib import Path

from firmware.errors import CameraLost

BY_ID = Path("/dev/v4l/by-id")  # udev's
PICTURES = "-video-index0"  # of a camera's nodes the one with pictures; others have metadata


def usb_cameras() -> list[Path]:
    """Return the device of each USB camera, named by maker, model and serial number."""
    return sorted(BY_ID.glob(f"*{PICTURES}"))


def usb_device(which: str) -> Path:
    """Return the device of a USB camera: its number among them, a part of its id, or a path.

    Where the system gives no ids, a number is that of ``/dev/video0``. Raises `CameraLost` where
    there is no such camera.
    """
    there = usb_cameras()
    if which.startswith("/"):
        found = [Path(which)]
    elif not which.isdecimal():
        found = [path for path in there if which.lower() in path.name.lower()]
    elif there:
        found = there[int(which) :]
    else:
        found = [Path(f"/dev/video{which}")]
    if not found or not found[0].exists():
        raise CameraLost("table.camera.none", camera=f"usb:{which}")
    return found[0]


def camera_name(device: Path) -> str:
    """Return the name of a device's camera, by which it can be asked for again."""
    return f"usb:{device.name.removesuffix(PICTURES) if device.parent == BY_ID else device}"

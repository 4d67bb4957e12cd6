"""Lists the USB cameras that are plugged in, each with a permanent id.

Numbers such as ``/dev/video0`` depend on the order in which devices were plugged in. On a Pi, most
of these devices are not cameras.
"""

from __future__ import annotations

from pathlib import Path

from firmware.errors import CameraLost

BY_ID = Path("/dev/v4l/by-id")  # udev's
PICTURES = "-video-index0"  # This device gives pictures. A camera's other devices give metadata.


def usb_cameras() -> list[Path]:
    """Return the device of each USB camera. Its name has the maker, model and serial number."""
    return sorted(BY_ID.glob(f"*{PICTURES}"))


def usb_device(which: str) -> Path:
    """Return the device of a USB camera, given its number, a part of its id, or a path.

    If the system gives no ids, number N means ``/dev/videoN``. Raise `CameraLost` if there is no
    such camera.
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
    """Return the name of a device's camera. The same name opens the camera again."""
    return f"usb:{device.name.removesuffix(PICTURES) if device.parent == BY_ID else device}"

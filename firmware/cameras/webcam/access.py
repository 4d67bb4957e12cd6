"""Why a camera cannot be opened: it is missing, in use, or forbidden to this user."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from collections.abc import Collection
from pathlib import Path

from firmware.cameras.devices import programs_with
from firmware.errors import CameraLost

# V4L2's request for buffers. A request for none changes nothing; the kernel answers EBUSY if
# another program takes frames.
REQUEST_BUFFERS = 0xC0145608
CAPTURE, MAPPED = 1, 1
DEVICES, DRIVEN = Path("/dev"), ("media*", "video*")  # All cameras have such devices.
NO_BUFFERS = struct.pack("3I8x", 0, CAPTURE, MAPPED)


def find_obstacle(device: Path, camera: str) -> CameraLost:
    """Return the error that says why a device could not be opened as camera `camera`."""
    try:
        opened = os.open(device, os.O_RDWR | os.O_NONBLOCK)
        try:
            fcntl.ioctl(opened, REQUEST_BUFFERS, bytearray(NO_BUFFERS))
        finally:
            os.close(opened)
    except PermissionError:
        return CameraLost("table.camera.forbidden", camera=camera)
    except OSError as error:
        if error.errno == errno.EBUSY:
            return busy(camera, [device.resolve()])
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return CameraLost("table.camera.none", camera=camera)
    return CameraLost("table.camera.unusable", camera=camera)


def devices() -> list[Path]:
    """Return the devices that belong to cameras, and perhaps to other video hardware."""
    return [device for pattern in DRIVEN for device in sorted(DEVICES.glob(pattern))]


def busy(camera: str, devices: Collection[Path]) -> CameraLost:
    """Return the error of a camera that another program uses. Name the program if possible."""
    programs = programs_with(devices)
    if programs:
        return CameraLost("table.camera.busy_with", camera=camera, programs=programs)
    return CameraLost("table.camera.busy", camera=camera)


def is_forbidden(devices: Collection[Path]) -> bool:
    """Whether there are devices, and this user may not use any of them."""
    return bool(devices) and not any(os.access(device, os.R_OK | os.W_OK) for device in devices)

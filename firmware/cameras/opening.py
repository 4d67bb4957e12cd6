"""Which camera a table asks for, and how it is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from firmware.cameras.base import SIZE, Camera
from firmware.cameras.folder import FolderCamera
from firmware.cameras.picamera import PiCamera
from firmware.cameras.usb import UsbCamera
from firmware.errors import CameraLost


def opener(spec: str, size: tuple[int, int] = SIZE) -> Callable[[], Camera]:
    """Return what opens the camera `spec`: ``auto``, ``pi``, ``usb:0`` or ``folder:PATH``.

    Raises `CameraLost` for a spec that names no kind of camera.
    """
    kind, _, rest = spec.partition(":")
    if kind == "folder" and rest:
        return lambda: FolderCamera(Path(rest).expanduser(), cycle=True)
    if kind not in ("auto", "pi", "usb") or (rest and not rest.isdecimal()):
        raise CameraLost("table.camera.unknown", camera=spec)
    index = int(rest or 0)

    def pi() -> Camera:
        return PiCamera(index, size)

    def usb() -> Camera:
        return UsbCamera(index, size)

    def either() -> Camera:
        try:
            return pi()
        except CameraLost:
            return usb()

    return {"auto": either, "pi": pi, "usb": usb}[kind]

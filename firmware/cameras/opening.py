"""Which camera is asked for, how it is opened, and one picture of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from firmware.cameras.base import SIZE, Camera, Frame
from firmware.cameras.folder import FolderCamera
from firmware.cameras.picamera import PiCamera
from firmware.cameras.usb import UsbCamera
from firmware.errors import CameraLost


def opener(spec: str, size: tuple[int, int] = SIZE) -> Callable[[], Camera]:
    """Return what opens the camera `spec`: ``auto``, ``pi``, ``usb:0`` or ``folder:PATH``.

    `size` is the width and height of its pictures in pixels.

    Raises `CameraLost` for a spec that names no kind of camera.
    """
    kind, _, rest = spec.partition(":")
    if kind == "folder" and rest:
        return lambda: FolderCamera(Path(rest).expanduser())
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


def take_picture(spec: str, within_s: float) -> tuple[str, Frame]:
    """Open a camera, take one picture and close it; return the camera's name and the picture.

    Raises `CameraLost` where there is no camera, or no picture in time.
    """
    camera = opener(spec)()
    try:
        until_s = time.monotonic() + within_s
        while time.monotonic() < until_s:
            frame = camera.read()
            if frame is not None:
                return camera.name, frame
        raise CameraLost("table.camera.lost", camera=camera.name)
    finally:
        camera.close()

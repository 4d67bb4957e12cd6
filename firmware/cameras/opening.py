"""Opens cameras by name, lists the cameras that are plugged in, and takes single pictures."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from firmware.cameras import devices, picamera
from firmware.cameras.background import Opening, close_in_background
from firmware.cameras.base import Camera, Frame, Setting
from firmware.cameras.folder import FolderCamera
from firmware.cameras.picamera import PiCamera
from firmware.cameras.usb import UsbCamera
from firmware.errors import CameraLost

_log = logging.getLogger(__name__)

KINDS = ("auto", "pi", "usb")
ABSENT = ("table.camera.none", "table.camera.no_picamera2")


def opener(spec: str, setting: Setting | None = None) -> Callable[[], Camera]:
    """Return a function that opens camera `spec`.

    `spec` is ``auto``, ``pi``, ``usb:0``, ``usb:ID`` or ``folder:PATH``. If a camera module is
    reopened, it keeps its settings for light and focus. Raise `CameraLost` for an unknown kind of
    camera.
    """
    setting = setting or Setting()
    kind, _, rest = spec.partition(":")
    if kind == "folder" and rest:
        try:
            folder = Path(rest).expanduser()
        except RuntimeError:  # A path such as ~ada, and no user of that name.
            raise CameraLost("table.camera.unknown", camera=spec) from None
        return lambda: FolderCamera(folder)
    if kind not in KINDS or (kind != "usb" and rest and not rest.isdecimal()):
        raise CameraLost("table.camera.unknown", camera=spec)
    held: dict[str, dict[str, Any]] = {}

    def pi() -> Camera:
        return PiCamera(int(rest or 0), setting, held)

    def usb() -> Camera:
        return UsbCamera(rest or "0", setting)

    def either() -> Camera:
        try:
            return pi()
        except Exception as error:  # Whatever the camera module's error is, try a USB camera.
            _log.info("No camera module (%s); trying USB.", error)
            try:
                return usb()
            except CameraLost:
                if isinstance(error, CameraLost) and error.message.key in ABSENT:
                    raise
                raise error from None

    return {"auto": either, "pi": pi, "usb": usb}[kind]


def plugged_in() -> tuple[str, ...]:
    """Return the names of the camera modules and USB cameras that are plugged in."""
    try:
        from picamera2 import Picamera2

        there = picamera.plugged_in_modules(Picamera2)
    except Exception as error:  # Either the library is not installed, or the driver failed.
        _log.info("No camera modules: %s", error)
        there = []
    named = [picamera.camera_name(index, module) for index, (_, module) in enumerate(there)]
    return (*named, *map(devices.camera_name, devices.usb_cameras()))


def take_picture(spec: str, within_s: float, setting: Setting | None = None) -> tuple[str, Frame]:
    """Open a camera, take one picture and close it. Return the camera's name and the picture.

    Raise `CameraLost` if there is no camera, or if it gives no picture within `within_s` of
    opening.
    """
    with opened(spec, setting) as camera:
        until_s = time.monotonic() + within_s
        while time.monotonic() < until_s:
            frame = camera.read()
            if frame is not None:
                return camera.name, frame
        raise CameraLost("table.camera.lost", camera=camera.name)


@contextmanager
def opened(spec: str, setting: Setting | None = None) -> Iterator[Camera]:
    """Open a camera for a `with` block. Raise `CameraLost` or the driver's error."""
    camera = Opening(opener(spec, setting)).camera()
    try:
        yield camera
    finally:
        close_in_background(camera)

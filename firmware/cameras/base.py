"""Cameras behind one small interface, and the patience that a lost one needs."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from firmware.errors import CameraLost
from referee.contract import Message
from vision.reading import Image

_log = logging.getLogger(__name__)

SIZE = (1920, 1080)
PICTURES = {".bmp", ".jpeg", ".jpg", ".png", ".webp"}


@dataclass(frozen=True)
class Frame:
    """A picture (height x width x 3, BGR) and when it was taken, in monotonic seconds."""

    image: Image
    stamp_s: float


class Camera(Protocol):
    """Something that sees the table; opening it raises `CameraLost`."""

    name: str

    def read(self) -> Frame | None:
        """Return the newest picture, None where nothing has changed; raises `CameraLost`."""

    def settle(self) -> None:
        """Measure light, colour and focus anew, then hold them."""

    def close(self) -> None:
        """Let the camera go."""


class UsbCamera:
    """A USB camera through OpenCV, with what it lets us hold held."""

    # V4L2's own numbers: 1 is manual exposure, 3 automatic.
    HELD = (
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 1, 0, cv2.CAP_PROP_FOCUS),
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3, 1, cv2.CAP_PROP_EXPOSURE),
        ("white balance", cv2.CAP_PROP_AUTO_WB, 1, 0, cv2.CAP_PROP_WB_TEMPERATURE),
    )

    def __init__(self, index: int = 0, size: tuple[int, int] = SIZE) -> None:
        self.name = f"usb:{index}"
        if not Path(f"/dev/video{index}").exists():  # else OpenCV mutters on the console
            raise CameraLost("table.camera.none", camera=self.name)
        self._capture = cv2.VideoCapture(index, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraLost("table.camera.none", camera=self.name)
        for setting, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, size[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, size[1]),
            (cv2.CAP_PROP_BUFFERSIZE, 1),  # an old picture is worse than none
        ):
            self._capture.set(setting, value)
        self.settle()

    def read(self) -> Frame | None:
        """Return the next picture."""
        there, image = self._capture.read()
        if not there:
            raise CameraLost("table.camera.lost", camera=self.name)
        return Frame(np.asarray(image, np.uint8), time.monotonic())

    def settle(self) -> None:
        """Let the camera find its own settings for two seconds, then hold them."""
        for _, automatic, on, _, _ in self.HELD:
            self._capture.set(automatic, on)
        until_s = time.monotonic() + 2.0
        while time.monotonic() < until_s:
            self.read()
        for what, automatic, _, off, value in self.HELD:
            found = self._capture.get(value)
            if self._capture.set(automatic, off):
                self._capture.set(value, found)
            else:
                _log.info("Camera %s does not let its %s be held.", self.name, what)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()


class FolderCamera:
    """A folder of pictures, shown in the order of their names, the last one for ever."""

    def __init__(self, folder: Path, *, cycle: bool = False, pace_s: float = 0.2) -> None:
        self.name = f"folder:{folder}"
        if not folder.is_dir():
            raise CameraLost("table.camera.no_folder", folder=str(folder))
        self._paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES)
        if not self._paths:
            raise CameraLost("table.camera.empty_folder", folder=str(folder))
        self._cycle = cycle
        self._pace_s = pace_s
        self._next = 0

    def read(self) -> Frame:
        """Return the next picture; one that cannot be read is left out from then on."""
        time.sleep(self._pace_s)
        while self._paths:
            path = self._paths[self._next]
            image = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if image is not None:
                self._next += 1
                if self._next == len(self._paths):
                    self._next = 0 if self._cycle else self._next - 1
                return Frame(np.asarray(image, np.uint8), time.monotonic())
            _log.warning("%s is no picture that can be read.", path)
            self._paths.remove(path)
            self._next = min(self._next, len(self._paths) - 1)
        raise CameraLost("table.camera.empty_folder", folder=self.name)

    def settle(self) -> None:
        """Do nothing: pictures are as they were taken."""

    def close(self) -> None:
        """Do nothing."""


class Patient:
    """A camera that may come and go: opens it, reads it, and tries again with patience.

    `read` never raises; `message` says how it is. After a failure the next attempt waits,
    twice as long each time, up to `longest_s`.
    """

    def __init__(
        self,
        opener: Callable[[], Camera],
        *,
        first_s: float = 0.5,
        longest_s: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opener = opener
        self._first_s = self._wait_s = first_s
        self._longest_s = longest_s
        self._clock = clock
        self._try_at_s = 0.0
        self._camera: Camera | None = None
        self.message = Message("table.camera.opening")

    @property
    def well(self) -> bool:
        """Tell whether the camera is there."""
        return self._camera is not None

    def read(self) -> Frame | None:
        """Return a picture, or None when there is none now."""
        if self._camera is None and self._clock() < self._try_at_s:
            return None
        try:
            if self._camera is None:
                self._camera = self._opener()
                self.message = Message("table.camera.well", {"camera": self._camera.name})
                _log.info("Camera %s is there.", self._camera.name)
            frame = self._camera.read()
        except CameraLost as error:
            self._lost(error.message)
        except Exception as error:  # a driver's own: each library has others
            _log.exception("The camera failed.")
            self._lost(Message("table.camera.failed", {"reason": str(error) or repr(error)}))
        else:
            self._wait_s = self._first_s
            return frame
        return None

    def settle(self) -> None:
        """Measure the light anew, if the camera is there."""
        try:
            if self._camera is not None:
                self._camera.settle()
        except Exception as error:
            _log.exception("The camera failed while settling.")
            self._lost(Message("table.camera.failed", {"reason": str(error) or repr(error)}))

    def close(self) -> None:
        """Let the camera go; a later `read` opens it again."""
        camera, self._camera = self._camera, None
        if camera is not None:
            try:
                camera.close()
            except Exception:
                _log.exception("The camera would not close.")

    def _lost(self, why: Message) -> None:
        _log.warning("Camera lost (%s); trying again in %.1f s.", why.key, self._wait_s)
        self.message = why
        self._try_at_s = self._clock() + self._wait_s
        self._wait_s = min(2 * self._wait_s, self._longest_s)
        self.close()


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
        from firmware.cameras.picamera import PiCamera

        return PiCamera(index, size)

    def usb() -> Camera:
        return UsbCamera(index, size)

    def either() -> Camera:
        try:
            return pi()
        except CameraLost:
            return usb()

    return {"auto": either, "pi": pi, "usb": usb}[kind]

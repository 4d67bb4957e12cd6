"""A folder of pictures that takes the place of a camera."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from firmware.cameras.base import Frame
from firmware.errors import CameraLost
from vision.files import is_folder
from vision.photo import read_picture
from vision.reading import MIN_PX, Image

_log = logging.getLogger(__name__)

PICTURES = {".bmp", ".jpeg", ".jpg", ".png", ".webp"}


class FolderCamera:
    """Shows the pictures of a folder by name, over and over, one every `pace_s` seconds.

    Raise `CameraLost` if the folder has no pictures.
    """

    def __init__(self, folder: Path, *, pace_s: float = 0.2) -> None:
        self.name = f"folder:{folder}"
        if not is_folder(folder):
            raise CameraLost("table.camera.no_folder", folder=str(folder))
        self._paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES)
        if not self._paths:
            raise CameraLost("table.camera.empty_folder", folder=str(folder))
        self._pace_s = pace_s
        self._next = 0

    def read(self) -> Frame:
        """Return the next picture. After a picture fails to load, it is skipped."""
        time.sleep(self._pace_s)
        while self._paths:
            path = self._paths[self._next]
            image = _picture(path)
            if image is not None and min(image.shape[:2]) >= MIN_PX:
                self._next = (self._next + 1) % len(self._paths)
                return Frame(image, time.monotonic())
            _log.warning("%s is no picture that can be read, or a tiny one.", path)
            self._paths.remove(path)
            self._next %= max(1, len(self._paths))
        raise CameraLost("table.camera.empty_folder", folder=self.name)

    def meter(self) -> None:
        """Do nothing: the pictures are fixed."""

    def close(self) -> None:
        """Do nothing: no file stays open."""


def _picture(path: Path) -> Image | None:
    """Return a picture, or None if it cannot be read or has gone."""
    try:
        return read_picture(path)
    except OSError:
        return None

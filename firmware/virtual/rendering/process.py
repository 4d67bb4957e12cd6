"""The process that renders pictures, and the requests to it."""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import numpy as np

from firmware.service.child import Child
from vision.decks.shelves import deck_folders
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.scene import Lens, Light, Scene

K1 = -0.03  # Maximum lens distortion, at half the picture's width.
SHOT_S = 30.0  # Timeout for a picture; the first one takes about 1 s.


@dataclass(frozen=True)
class Setup:
    """The mats in view, the size of the pictures, and the folders (`shelves`) of the decks."""

    mats: tuple[Mat, ...]
    size: tuple[int, int]
    shelves: tuple[Path, ...]


@dataclass(frozen=True)
class Shot:
    """Requests a picture."""

    scene: Scene
    light: Light
    lens: Lens
    seed: int


class RenderProcess:
    """Renders pictures of these mats, of `size` (width, height). Use it from one thread only."""

    def __init__(self, size: tuple[int, int], mats: Sequence[Mat]) -> None:
        self._size, self._file = size, _memory()
        self._file.truncate(3 * size[0] * size[1])
        self._picture = mmap.mmap(self._file.fileno(), 0)
        bare = tuple(replace(mat) for mat in mats)  # Cached OpenCV objects cannot be sent.
        shelves = dict.fromkeys(folder.parent for folder in deck_folders().values())
        self._process = Child(
            "firmware.virtual.rendering.worker",
            shared=(self._file.fileno(),),
            first=Setup(bare, size, tuple(shelves)),
        )

    @property
    def pid(self) -> int | None:
        """The process id, or None before the first request."""
        return self._process.pid

    def picture(self, shot: Shot) -> Image:
        """Return a picture (height x width x 3, BGR).

        Raise `RuntimeError` if it cannot be rendered, and `ChildGone` if none arrives.
        """
        if failed := self._process.ask(shot, SHOT_S):
            raise RuntimeError(failed)
        width, height = self._size
        return np.frombuffer(self._picture, np.uint8).reshape(height, width, 3).copy()

    def close(self) -> None:
        """End the process."""
        self._process.close()
        self._file.close()


def _memory() -> IO[bytes]:
    """Return a file in memory, or a temporary file if the system has no memory files."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("frame"), "r+b")
    return tempfile.TemporaryFile()

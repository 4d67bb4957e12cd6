"""Finds which mats a camera sees, and where, while no match says which mats to expect."""

from __future__ import annotations

import threading

from firmware.mats import load_mats, mat_of_markers
from vision.find.markers import MatsFinder
from vision.lens import Lens
from vision.mat import Mat
from vision.plane import Plane
from vision.reading import Image

SeenMat = tuple[Mat, Plane]


class MatSearch:
    """Finds the table's own mats, or those of a game whose markers are in view. Thread-safe."""

    def __init__(self, own: tuple[Mat, ...]) -> None:
        self._own = own
        self._lock = threading.Lock()
        self._look_for("", own, None)

    def find(self, picture: Image, lens: Lens | None = None) -> tuple[str, list[SeenMat]]:
        """Return the name of the mats (empty for the table's own ones), and the mats that are seen.

        `picture` is height x width x 3, BGR. `lens` is the camera's lens, if known.
        """
        with self._lock:
            if lens != self._lens:
                self._look_for(self._name, self._mats, lens)
            planes = self._finder.find(picture)
            if not planes:
                other = mat_of_markers(self._finder.foreign_markers)
                if other is not None:
                    self._look_for(other, load_mats(other), lens)
                    planes = self._finder.find(picture)
                elif self._name:
                    self._look_for("", self._own, lens)
            there = [(mat, planes[mat.name]) for mat in self._mats if mat.name in planes]
            return self._name, there

    def _look_for(self, name: str, mats: tuple[Mat, ...], lens: Lens | None) -> None:
        self._name, self._mats, self._lens = name, mats, lens
        self._finder = MatsFinder(mats)
        self._finder.use_lens(lens)

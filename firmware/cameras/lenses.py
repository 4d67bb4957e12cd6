"""Stores the facts about this table's cameras in its data folder: lenses, mirrored pictures.

A lens is identified by the camera's name and the size of its pictures, because another size may use
another part of the sensor.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from firmware.cameras.base import Frame
from firmware.errors import BadData
from referee.contract import Message
from referee.disk.storage import write_whole
from referee.disk.textfiles import read_toml
from vision.lens import Lens

_log = logging.getLogger(__name__)

FILE, UNUSED = "lenses.toml", "lenses-unused.toml"
MIRRORED = "mirrored"  # Key of a camera whose pictures must be mirrored.
STRONGEST = 2.0  # No real lens has a larger k1 or k2.
HEAD = (
    "# What the lenses of this table's cameras bend, as `coyote calibrate` measured it, and which\n"
    "# cameras give mirrored pictures.\n\n"
)

Key = tuple[str, tuple[int, int]]  # Camera name, and the width and height of its pictures.


class Lenses:
    """The lenses stored in a folder. Without a folder, they are kept until the program ends.

    If the file cannot be used, it is left alone: `damage` says why, and no lens is known. When a
    lens is stored, that file is renamed to `UNUSED`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = None if folder is None else folder / FILE
        self._kept: dict[Key, Lens] = {}
        self._mirrored: frozenset[str] = frozenset()
        self.damage: Message | None = None
        try:
            if self._path is not None and self._path.exists():
                document = read_toml(self._path)
                self._kept, self._mirrored = _lenses(document), _mirrored(document)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            self.damage = Message(
                "table.lens.damaged", {"file": str(self._path), "reason": _reason(error)}
            )
            _log.warning("The lenses in %s cannot be used: %s", self._path, error)

    def get(self, camera: str, size: tuple[int, int]) -> Lens | None:
        """Return the lens of a camera with pictures of this size (width, height), or None."""
        return self._kept.get((camera, size))

    def keep(self, camera: str, lens: Lens) -> None:
        """Replace a camera's stored lens. Raise `BadData` if that fails."""
        self._write({**self._kept, (camera, (lens.width, lens.height)): lens}, self._mirrored)

    def unmirrored(self, camera: str, frame: Frame) -> Frame:
        """Return a camera's frame, turned around if its pictures are mirrored."""
        if camera not in self._mirrored:
            return frame
        return replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))

    def mirror(self, camera: str) -> None:
        """Mirror a camera's pictures, or no longer. Raise `BadData` if that cannot be stored."""
        self._write(self._kept, self._mirrored ^ {camera})

    def _write(self, kept: dict[Key, Lens], mirrored: frozenset[str]) -> None:
        if self._path is not None:
            try:
                if self.damage is not None:
                    self._path.replace(self._path.with_name(UNUSED))
                text = HEAD + tomli_w.dumps(_document(kept, mirrored))
                write_whole(self._path, text.encode())
            except OSError as error:
                folder, reason = str(self._path.parent), _reason(error)
                raise BadData("cli.data.unwritable", folder=folder, reason=reason) from error
        self._kept, self._mirrored, self.damage = kept, mirrored, None


def _lenses(document: Mapping[str, Any]) -> dict[Key, Lens]:
    """Return the lenses in a document. Raise `ValueError` and others if it is malformed."""
    kept: dict[Key, Lens] = {}
    for camera, sizes in document.items():
        for size, numbers in sizes.items():
            if size == MIRRORED:
                continue
            width, _, height = size.partition("x")
            k1, k2 = float(numbers["k1"]), float(numbers["k2"])
            if not all(math.isfinite(k) and abs(k) <= STRONGEST for k in (k1, k2)):
                raise ValueError(f"no lens has k1 = {k1} and k2 = {k2}")
            lens = Lens(int(width), int(height), k1, k2)
            if min(lens.width, lens.height) <= 0:
                raise ValueError(f"no picture is {size} pixels")
            kept[camera, (lens.width, lens.height)] = lens
    return kept


def _mirrored(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the cameras whose pictures must be mirrored."""
    return frozenset(camera for camera, sizes in document.items() if sizes.get(MIRRORED) is True)


def _document(kept: Mapping[Key, Lens], mirrored: frozenset[str]) -> dict[str, dict[str, Any]]:
    """Return the contents of the file."""
    document: dict[str, dict[str, Any]] = {camera: {MIRRORED: True} for camera in sorted(mirrored)}
    for (camera, (width, height)), lens in sorted(kept.items()):
        numbers = {"k1": round(lens.k1, 6), "k2": round(lens.k2, 6)}
        document.setdefault(camera, {})[f"{width}x{height}"] = numbers
    return document


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or f"{type(error).__name__} {error}"

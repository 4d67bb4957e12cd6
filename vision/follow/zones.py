"""Find where the mats' zones are in a picture, and which of them are not fully visible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from vision.mat import BORDER_PX, WHOLE, Mat, Planes, zone_grid_mm
from vision.reading import Corners, Image


def zones_seen(picture: Image, mats: Mapping[str, Mat], planes: Planes) -> dict[str, Corners]:
    """Return the corners of each zone in the picture.

    Without a mat, the only zone is the whole picture, ``mat``.
    """
    zones = {
        zone: plane.to_pixels(_box(*rect))
        for name, plane in planes.items()
        for zone, rect in mats[name].zones.items()
    }
    height, width = picture.shape[:2]
    return zones or {WHOLE: _box(0, 0, width, height)}


def zones_unseen(mats: Mapping[str, Mat], planes: Planes) -> Iterator[str]:
    """Yield the zones that are not fully visible, if there are several mats and one is visible.

    A single mat counts as fully visible.
    """
    if len(mats) > 1 and planes:
        for name, mat in mats.items():
            for zone, rect in mat.zones.items():
                if (
                    name not in planes
                    or not planes[name].in_picture(zone_grid_mm(rect), BORDER_PX).all()
                ):
                    yield zone


def _box(left: float, top: float, right: float, bottom: float) -> Corners:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)

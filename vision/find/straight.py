"""Rectify the mat, and paint over everything that cannot be a card in the mat's colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Matrix, apply, quantile
from vision.lens import remap
from vision.mat import Mat
from vision.pixels import strongest
from vision.plane import Plane
from vision.reading import Corners, Image

Mask = NDArray[np.bool_]

PX_PER_MM = 1.5  # The resolution of the rectified mat.
AROUND_MM = 30.0  # Width of the table shown beyond the mat's edges, because cards may hang over.
MAX_GRID = 0.5  # If the grids fill a larger share of the mat, cards can cover most of it.

# Dim light

DIM = 150.0  # A mat is dim if its brightest hundredth is below this grey level.
# A dim mat is brightened to this grey level, so that faint colours stand out as in good light.
BRIGHTENED = 230.0
MAX_GAIN = 3.5  # Maximum brightness factor, because it also amplifies noise.
SMOOTHED = 5  # A dim mat is averaged over this many pixels, against noise.


def straighten(
    picture: Image, mat: Mat, plane: Plane, around_mm: float = 0.0
) -> tuple[Image, Matrix]:
    """Return the rectified mat, and the homography from its pixels to undistorted ones.

    `picture` is height x width x 3, BGR. The result has `PX_PER_MM` and shows `around_mm` of the
    table beyond the mat's edges.
    """
    width, height = (round((v + 2 * around_mm) * PX_PER_MM) for v in mat.size_mm)
    step = 1 / PX_PER_MM
    first = step / 2 - around_mm
    to_mm = np.array([[step, 0, first], [0, step, first], [0, 0, 1]])
    to_image = cast(Matrix, plane.to_image @ to_mm)
    if plane.lens is not None:
        return remap(picture, plane.sampling_map(to_image, (width, height))), to_image
    flat = cv2.warpPerspective(
        picture,
        to_image,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, np.uint8), to_image


def brighten(flat: Image) -> Image:
    """Return the rectified mat (height x width x 3, BGR), brightened if it is dim."""
    bright = quantile(strongest(np.ascontiguousarray(flat[::4, ::4])), 0.99)
    if bright >= DIM:
        return flat
    gain = min(MAX_GAIN, BRIGHTENED / max(bright, 1.0))
    calm = cv2.GaussianBlur(flat, (SMOOTHED, SMOOTHED), 0)
    return np.asarray(cv2.convertScaleAbs(calm, alpha=gain), np.uint8)


def straighten_for_search(
    picture: Image, mat: Mat, plane: Plane, other_mats: Sequence[Corners]
) -> tuple[Image, Matrix]:
    """Return a rectified, well-lit mat in which things that are not cards are painted over.

    These are its markers, the area outside the picture and the `other_mats` (corners, 4 x 2 each).
    """
    flat, to_image = straighten(picture, mat, plane, AROUND_MM)
    flat = brighten(flat)
    paint_markers(flat, mat)
    _paint_unseen(flat, mat, plane, to_image)
    to_flat = cast(Matrix, np.linalg.inv(to_image))
    _paint_other_mats(flat, mat, [apply(to_flat, plane.undistort(other)) for other in other_mats])
    return flat, to_image


def bare_mask(mat: Mat, px_per_mm: float) -> Mask | None:
    """Return a mask of the parts that cards leave bare (height x width).

    If grids of cards fill most of the mat, the bare part is around the grids. Otherwise most of the
    mat is bare anyway, and the result is None.
    """
    width, height = mat.size_mm
    if sum(grid.area_mm2 for grid in mat.grids.values()) < MAX_GRID * width * height:
        return None
    bare = np.ones((round(height * px_per_mm), round(width * px_per_mm)), np.bool_)
    for grid in mat.grids.values():
        left, top, right, bottom = (round(v * px_per_mm) for v in grid.box_mm)
        bare[top:bottom, left:right] = False
    around = round(AROUND_MM * px_per_mm)
    table = np.pad(bare, around)
    for part in marker_slices(mat, px_per_mm):
        table[part] = False
    return table[around:-around, around:-around]


def marker_slices(
    mat: Mat, px_per_mm: float = PX_PER_MM, around_mm: float = AROUND_MM, rim_mm: float = 1.0
) -> Iterator[tuple[slice, slice]]:
    """Yield the places of the markers and their white rims on the rectified mat.

    The mat has `around_mm` of table on each side, and `rim_mm` beyond the white rims is included.
    """
    for number in mat.markers:
        quad = mat.marker_corners_mm(number)
        low = (quad.min(0) - mat.quiet_mm - rim_mm + around_mm) * px_per_mm
        high = (quad.max(0) + mat.quiet_mm + rim_mm + around_mm) * px_per_mm
        (x0, y0), (x1, y1) = np.maximum(low, 0).astype(int), high.astype(int)
        yield slice(int(y0), int(y1)), slice(int(x0), int(x1))


def paint_markers(flat: Image, mat: Mat) -> None:
    """Paint over the markers, which are as bright as cards, with the colour around them."""
    for rows, columns in marker_slices(mat):
        ring = flat[
            max(0, rows.start - 4) : rows.stop + 4, max(0, columns.start - 4) : columns.stop + 4
        ]
        edge = np.concatenate([ring[:3].reshape(-1, 3), ring[-3:].reshape(-1, 3)])
        flat[rows, columns] = np.median(edge, 0)


def _paint_unseen(flat: Image, mat: Mat, plane: Plane, to_image: Matrix) -> None:
    """Paint the part of the mat outside the picture with the mat's colour."""
    if plane.in_picture(mat.corners_mm).all():
        return
    shown = plane.visible_mask(to_image, (flat.shape[1], flat.shape[0]))
    colours, here = _bare_pixels(flat, mat), _bare_pixels(shown, mat)
    flat[shown == 0] = np.median(colours[here > 0], 0)


def _bare_pixels(flat: Image, mat: Mat) -> Image:
    """Return some pixels of the rectified mat (n x 3).

    If the mat has grids, they are only from its bare parts.
    """
    around = round(AROUND_MM * PX_PER_MM)
    inner, bare = flat[around:-around:4, around:-around:4], bare_mask(mat, PX_PER_MM)
    if bare is None:
        return inner.reshape(-1, *flat.shape[2:])
    here = bare[::4, ::4][: inner.shape[0], : inner.shape[1]]
    return inner[: here.shape[0], : here.shape[1]][here]


def _paint_other_mats(flat: Image, mat: Mat, others: Sequence[Corners]) -> None:
    """Paint over other mats (4 x 2, pixels) beyond this mat's edges, with this mat's colour."""
    size = flat.shape[1::-1]
    near = [quad for quad in others if (quad.max(0) >= 0).all() and (quad.min(0) <= size).all()]
    if not near:
        return
    around = round(AROUND_MM * PX_PER_MM)
    inner = flat[around:-around, around:-around]
    own = inner.copy()
    colour = np.median(_bare_pixels(flat, mat), 0).astype(int).tolist()
    for quad in near:
        cv2.fillConvexPoly(flat, quad.round().astype(np.int32), colour)
    inner[:] = own

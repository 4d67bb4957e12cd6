"""Find and read QR codes in a phone's picture of a screen.

OpenCV finds them with its ArUco-based detector (`QRCodeDetectorAruco`), because the other detector
missed one code in four. Each code is rectified and then read at several sizes, until one of them
works. `vision/README.md` has the rates.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.crowd import begins_here, has_too_many_squares
from vision.geometry import box_corners
from vision.photo import MAX_READ_PX, BadPhoto
from vision.pixels import darker_parts, tiles, to_grey
from vision.reading import MIN_PX, Image

MAX_CODES = 16  # Maximum number of codes in one picture; a club's screen shows three.
# The largest number of nested squares; each code has three. OpenCV compares each square with all
# others: 200 take half a second, 400 take three seconds, and 6,000 take more than five minutes.
MAX_NESTS = 150
# Possible squares, which OpenCV compares with each other: 235 in a near view of one code. A
# chequered cloth has 3,500, which takes eight seconds.
MAX_SQUARES = 1_000
AROUND_PX = 23  # Neighbourhood in which a square is dark.
SQUARE_ROUND = 0.02  # Minimum contour of a square, as a share of the picture's long side.
NEST_PX = 28  # Minimum contour of a square, in points; OpenCV accepts about this many.
FIND_PX = 1920  # Longer side of the picture that is searched.
SIDES_PX = (400, 600, 500, 300)  # Sizes of a rectified code, the most likely first.
MARGIN_PX = 40  # Margin around a rectified code.

Grey = NDArray[np.uint8]


def read_codes(image: Image) -> tuple[str, ...]:
    """Return the texts of the QR codes in a picture (height x width x 3, BGR), each once.

    Codes that cannot be read or contain no text are left out. If there are far more codes than a
    screen shows, the result is empty. Raise `BadPhoto` with ``empty``, ``too_small`` or
    ``too_many_pixels``.
    """
    if image.size == 0:
        raise BadPhoto("empty")
    if min(image.shape[:2]) < MIN_PX:
        raise BadPhoto("too_small")
    if image.shape[0] * image.shape[1] > MAX_READ_PX:
        raise BadPhoto("too_many_pixels")
    grey = to_grey(image)
    detector = cv2.QRCodeDetectorAruco()
    texts = (_decode(detector, grey, corners) for corners in _find_codes(detector, grey))
    return tuple(dict.fromkeys(text for text in texts if text))


def _find_codes(detector: cv2.QRCodeDetectorAruco, grey: Grey) -> NDArray[np.float32]:
    """Return the corners of the codes (n x 4 x 2 pixels)."""
    shrunk = min(1.0, FIND_PX / max(grey.shape))
    small = cv2.resize(grey, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    if _is_crowded(np.asarray(small, np.uint8)):
        return np.empty((0, 4, 2), np.float32)
    try:
        there, corners = detector.detectMulti(small)
    except cv2.error:  # Some releases of OpenCV raise this for a picture without contrast.
        there, corners = False, None
    if not there or corners is None:
        return np.empty((0, 4, 2), np.float32)
    return np.asarray(corners, np.float32)[:MAX_CODES] / np.float32(shrunk)


def _is_crowded(grey: Grey) -> bool:
    """Whether there are far more squares or nested squares than in a screen's codes."""
    calm = cv2.GaussianBlur(grey, (3, 3), 0)  # Noise has nested contours, too.
    mask = darker_parts(np.asarray(calm, np.uint8), AROUND_PX)
    if has_too_many_squares(mask, SQUARE_ROUND * max(grey.shape), MAX_SQUARES):
        return True
    return sum(map(_count_nests, tiles(mask))) > MAX_NESTS


def _count_nests(tile: Grey) -> int:
    """Return the number of nested squares in a tile, like those in a code's corners."""
    outlines, tree = cv2.findContours(tile, cv2.RETR_TREE, cv2.CHAIN_APPROX_NONE)
    if tree is None:
        return 0
    inner = tree[0, :, 2]  # For each contour, the index of one inside it, or -1.
    nests = 0
    for at in map(int, np.flatnonzero((inner >= 0) & (inner[inner] >= 0))):
        if len(outlines[at]) >= NEST_PX and begins_here(outlines[at]):
            core = cv2.contourArea(outlines[int(inner[inner[at]])])
            # The areas of a perfect code's squares have the ratio 49 : 9.
            nests += 2.5 * core < cv2.contourArea(outlines[at]) < 14 * core
    return nests


def _decode(
    detector: cv2.QRCodeDetectorAruco, grey: Grey, corners: NDArray[np.float32]
) -> str | None:
    for side in SIDES_PX:
        square = box_corners(0, 0, side, side) + MARGIN_PX
        whole = (side + 2 * MARGIN_PX, side + 2 * MARGIN_PX)
        try:
            straight = cv2.warpPerspective(
                grey,
                cv2.getPerspectiveTransform(corners, square),
                whole,
                flags=cv2.INTER_CUBIC,
                borderMode=cv2.BORDER_REPLICATE,
            )
            text, _ = detector.decode(straight, square[None])
        except (cv2.error, UnicodeDecodeError):  # corners in one line, or not text
            continue
        if text:
            return str(text)
    return None

"""Take a card's picture on the mat: one card, lying still, sharp and evenly lit."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.checks import Check, calibrate
from vision.find.markers import MatsFinder
from vision.find.on_mat import find_on_mat
from vision.follow.motion import Motion
from vision.geometry import Floats, points_up, side_lengths, side_vectors
from vision.lens import Lens
from vision.mat import Mat
from vision.pixels import cut_out, to_grey
from vision.plane import Plane
from vision.quality import TOP, hides_a_card
from vision.reading import Corners, Found, Image

# These values were not measured. They follow from the requirements in tests/vision/enrol and
# tests/firmware/teaching.

# Lying still
STILL_PICTURES = 4  # A card must lie still in this many consecutive pictures.
STILL_SHIFT = 0.01  # Maximum apparent shift of a still card's corners, in card heights.
MIN_HEIGHT_PX, MAX_HEIGHT_PX = 120, 528  # Height range of the captured picture.

# Lying alone
RING_MM = (3.0, 6.0)  # Only the bare mat may be visible in this ring around the card.
FOREIGN_GREY = 40  # A larger difference from the ring's median grey level is not the mat.
FOREIGN_SHARE = 0.06  # Maximum share of the ring that may differ that much.

# Lit well
BURNT_AREA = 0.04  # Maximum share of the card that may be overexposed.
CHECKS = ("light", "even", "focus")  # A card's picture must pass these calibration checks.


@dataclass(frozen=True)
class CaptureResult:
    """The result for one frame: the card (BGR, upright as seen on the mat), or the reason for none.

    `reason` is ``empty``, ``moving``, ``many``, ``heap``, ``no_mat``, ``mirrored``, ``glare`` or
    the key of the `failed` check; `count` is the number of cards on the mat.
    """

    card: Image | None = None
    reason: str = ""
    count: int = 0
    failed: Check | None = None


class CardCapture:
    """Watches a mat for single cards of a known size in mm (width, height).

    `lens` is the camera's lens, or None if it is unknown.
    """

    def __init__(self, mat: Mat, card_mm: tuple[float, float], lens: Lens | None = None) -> None:
        self._mat = mat
        self._card_mm = card_mm
        self._finder = MatsFinder([mat])
        self._finder.use_lens(lens)
        self._motion = Motion()
        self._corners: Corners | None = None
        self._pictures: list[Image] = []

    def update(self, picture: Image) -> CaptureResult:
        """Process the next frame (height x width x 3, BGR); return the card once it has lain still.

        The returned picture is the mean of the last frames, `MIN_HEIGHT_PX` to `MAX_HEIGHT_PX`
        high.
        """
        self._motion.update(picture)
        plane = self._finder.find(picture).get(self._mat.name)
        if plane is None:
            return self._reset("mirrored" if self._finder.mirrored else "no_mat")
        if self._motion.is_moving:
            return self._reset("moving")
        founds = find_on_mat(picture, self._mat, plane, self._card_mm)
        cards = [place for place in founds if not place.reason]
        if len(cards) > 1:
            return self._reset("many", len(cards))
        if len(founds) > len(cards) or (cards and not _is_alone(picture, plane, cards[0].corners)):
            return self._reset("heap", len(founds))
        if not cards:
            mats, planes = {self._mat.name: self._mat}, {self._mat.name: plane}
            burnt = hides_a_card(picture, (), planes, mats, self._card_mm)
            return self._reset("glare" if burnt else "empty")
        return self._add_frame(picture, plane, cards[0])

    def _reset(self, reason: str, count: int = 0) -> CaptureResult:
        self._corners = None
        self._pictures = []
        return CaptureResult(None, reason, count)

    def _add_frame(self, picture: Image, plane: Plane, place: Found) -> CaptureResult:
        corners = _top_to_far_side(place.corners, plane)
        high = float(side_lengths(corners)[[1, 3]].max())
        before = self._corners
        if before is None or float(np.abs(before - corners).max()) > STILL_SHIFT * high:
            self._corners, self._pictures = corners, []
        if not self._pictures:
            rows = round(min(MAX_HEIGHT_PX, max(MIN_HEIGHT_PX, high)))
        else:
            rows = self._pictures[0].shape[0]
        part, corners_in_part = picture, corners
        if plane.lens is not None:
            part, corners_in_part, _ = plane.lens.undistort_card(picture, corners)
        self._pictures.append(cut_card(part, corners_in_part, rows, self._card_mm))
        if len(self._pictures) < STILL_PICTURES:
            return CaptureResult(None, "moving", 1)
        self._pictures = self._pictures[-STILL_PICTURES:]
        return self._still_card(picture)

    def _still_card(self, picture: Image) -> CaptureResult:
        """Return the mean of the last pictures, if the light and the focus are good enough."""
        for check in calibrate(picture, [self._mat], self._card_mm).checks:
            if check.name in CHECKS and check.passed is False:
                return CaptureResult(None, check.key, 1, check)
        mean = np.mean(np.stack(self._pictures), axis=0)
        card = np.asarray(np.rint(mean), np.uint8)
        if float((card.min(2) >= TOP).mean()) > BURNT_AREA:
            return CaptureResult(None, "glare", 1)
        return CaptureResult(card, "", 1)


def cut_card(
    picture: Image,
    corners: Corners,
    height_px: int,
    card_mm: tuple[float, float],
    interpolation: int = cv2.INTER_CUBIC,
) -> Image:
    """Return an upright card without any border, `height_px` high.

    The result has the aspect ratio of `card_mm`, width and height. `picture` is height x width x 3,
    BGR; `corners` are 4 x 2 pixels, TL, TR, BR, BL; `interpolation` is one of OpenCV's modes.
    """
    size = (round(height_px * card_mm[0] / card_mm[1]), height_px)
    return cut_out(picture, corners, size, interpolation)


def _top_to_far_side(corners: Corners, plane: Plane) -> Corners:
    """Order a card's corners so that its top points to the far side of the mat."""
    return corners if points_up(plane.to_mat_mm(corners)) else np.roll(corners, 2, 0)


def _is_alone(picture: Image, plane: Plane, corners: Corners) -> bool:
    """Whether only the bare mat surrounds a card, without any part of another card."""
    quad = plane.to_mat_mm(corners)
    sides = quad - quad.mean(0)
    ring: list[Floats] = []
    for out in RING_MM:
        wide = quad + sides / np.abs(sides).max() * out * 1.5
        for corner, side in zip(wide, side_vectors(wide), strict=True):
            ring.append(corner + np.linspace(0, 1, 40)[:, None] * side)
    xy = plane.to_pixels(np.concatenate(ring)).reshape(-1, 1, 2)
    grey = to_grey(picture)
    levels = cv2.remap(grey, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR).astype(np.float32)
    foreign = np.abs(levels - np.median(levels)) > FOREIGN_GREY
    return float(foreign.mean()) <= FOREIGN_SHARE


def similarity(one: Image, other: Image) -> float:
    """Return the correlation of two cards' fine detail, for the better way up; at most 1.

    Both pictures are height x width x 3, BGR, of any size.
    """
    first, second = (_fine(image) for image in (one, other))
    return max(float((first * second).sum()), float((first * second[::-1, ::-1]).sum()))


def _fine(image: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    small = cv2.resize(to_grey(image), (60, 90), interpolation=cv2.INTER_AREA).astype(np.float32)
    fine = small - cv2.GaussianBlur(small, (0, 0), 6)
    fine -= fine.mean()
    return np.asarray(fine / max(1e-6, float(np.linalg.norm(fine))), np.float32)

"""Detect changes between frames, cheaply, on a much smaller picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, enlarged, quantile
from vision.pixels import strongest
from vision.reading import Corners, Image

# The limits. README.md says how they were measured.

WIDTH = 320  # Width of the small picture in pixels; a card is 30 x 40 of them.
BLUR_PX = 5  # Width in pixels of the blur that removes noise before comparing.
PATCH = 7  # Side in pixels of the patches over which differences are averaged.
# A patch has changed if it differs by more than `NOISE` times the median difference plus `CHANGED`
# times the paper's brightness.
NOISE = 2.0
CHANGED = 0.055
CHANGED_PIXELS = 6  # This many changed pixels count as a change.
DRIFT = 0.2  # The reference follows a still picture by this share of the difference.
DRIFT_FRAMES = 4  # Number of frames between two such steps.
MARGIN = 0.15  # Margin to examine around a place, as a share of the place's size.
COLUMN_STEP = 6  # A row's brightness is measured in every sixth column.
BURNT = 120  # Brighter parts, in grey levels, may be overexposed and do not follow the light.


class Motion:
    """Compares each frame with the one before it, and with the table as last read.

    A change of light across whole rows is not a change: lamps flicker, and cameras adjust exposure
    and white balance.
    """

    def __init__(self) -> None:
        self._before: Image | None = None
        self._read: Image | None = None
        self._drifting: Floats | None = None  # Like `_read`, but with fractions of grey levels.
        self.scale = 1.0  # Pixels of the small picture for each pixel of the frame.
        self._paper = 255.0
        self._frames = 0
        self._calm = False  # Whether the last frame was like the table as read.
        self.moving: Image = np.zeros((1, 1), np.uint8)
        self.changed: Image = np.zeros((1, 1), np.uint8)

    def update(self, picture: Image) -> None:
        """Process the next frame (height x width x 3, BGR).

        Afterwards `moving` and `changed` are masks of the picture, reduced to about `WIDTH` pixels.
        A pixel of `moving` is 0 if it has not changed since the frame before. A pixel of `changed`
        is 0 if it has not changed since the table was last read.
        """
        step = max(1, picture.shape[1] // WIDTH)
        size = (picture.shape[1] // step, picture.shape[0] // step)
        small = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
        now = cast(Image, cv2.blur(small, (BLUR_PX, BLUR_PX)))
        if self._before is None or self._before.shape != now.shape:
            self._before = self._read = None
        self.scale = 1.0 / step
        self._frames += 1
        self.changed = self._mask(now, self._read)
        was_calm, self._calm = self._calm, not self.is_changed
        if (was_calm and self._calm) or self._before is None:  # Both are like the table as read.
            self.moving = np.zeros(now.shape[:2], np.uint8)
        else:
            self.moving = self._mask(now, self._before)
        self._before = now
        if self._frames % DRIFT_FRAMES == 0 and not self.is_moving and not self.is_changed:
            self._drift(now)

    def mark_read(self, places: Sequence[Corners] = ()) -> None:
        """Remember the table as it is now, as the reference for `changed`.

        If something moves there, remember only the `places` (4 x 2 each) that were read.
        """
        if self._before is None:
            return
        if self._read is None:
            self._read = self._before.copy()
        else:
            read = np.zeros_like(self.moving)
            for quad in places:
                cv2.fillConvexPoly(read, self._surroundings(quad), 1)
            patch = np.ones((PATCH, PATCH), np.uint8)  # A pixel's difference reaches this far.
            mask = np.asarray(cv2.dilate(read, patch), np.uint8)
            mask[self.moving == 0] = 1
            cv2.copyTo(self._before, mask, self._read)
        self._drifting = self._read.astype(np.float32)
        self._paper = float(np.percentile(self._read[::4, ::4].max(2), 98))

    @property
    def is_moving(self) -> bool:
        """Whether anything moved since the frame before."""
        return cv2.countNonZero(self.moving) >= CHANGED_PIXELS

    @property
    def is_changed(self) -> bool:
        """Whether anything differs from the table as last read."""
        return cv2.countNonZero(self.changed) >= CHANGED_PIXELS

    def touches_each(self, mask: Image, quads: Sequence[Corners]) -> NDArray[np.bool_]:
        """Return which of the places (4 x 2 each) a mask reaches into, (n,); see `touches`."""
        zeros = np.zeros(len(quads), bool)
        if len(quads) and cv2.countNonZero(mask):
            points = np.stack(quads)
            low, high = (np.floor(points.min(1)), np.ceil(points.max(1)))
            grown = (high - low) * MARGIN
            sums = cv2.integral((mask > 0).view(np.uint8))
            bounds = np.concatenate([low - grown, high + grown], 1) * self.scale
            last = np.array([*mask.shape[::-1], *mask.shape[::-1]])
            x0, y0, x1, y1 = np.clip(bounds + np.array([-1, -1, 2, 2]), 0, last).astype(int).T
            inside = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
            for n in np.flatnonzero(inside).tolist():
                zeros[n] = self.touches(mask, quads[n])
        return zeros

    def touches(self, mask: Image, quad: Corners, grown: float = 1 + MARGIN) -> bool:
        """Whether a mask (`moving` or `changed`) reaches into a place or its surroundings.

        `quad` (4 x 2) is in pixels of the frame and is enlarged by the factor `grown`.
        """
        points = self._surroundings(quad, grown)
        x, y, width, height = cv2.boundingRect(points)
        x0, y0 = max(0, x), max(0, y)
        part = mask[y0 : max(0, y + height), x0 : max(0, x + width)]
        if part.size == 0 or not part.any():
            return False
        inside = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(inside, points - np.array([x0, y0], np.int32), 255)
        return cv2.countNonZero(cv2.bitwise_and(part, inside)) >= 2

    def _surroundings(self, quad: Corners, grown: float = 1 + MARGIN) -> NDArray[np.int32]:
        """Return a place, enlarged by a factor, in whole pixels of the small picture (4 x 2)."""
        return (enlarged(quad, grown) * self.scale).round().astype(np.int32)

    def _drift(self, now: Image) -> None:
        """Let the reference follow changes that are too slow to be detected."""
        if self._drifting is not None and self._read is not None:
            cv2.accumulateWeighted(now, self._drifting, DRIFT)
            cv2.convertScaleAbs(self._drifting, self._read)

    def _mask(self, now: Image, then: Image | None) -> Image:
        """Return where two frames differ by more than noise and changes of light."""
        if then is None:
            return np.ones(now.shape[:2], np.uint8)
        mask, noise = self._beyond_noise(strongest(cv2.absdiff(now, then)))
        if noise < CHANGED * self._paper and cv2.countNonZero(mask) < CHANGED_PIXELS:
            return mask
        return self._beyond_noise(_difference_without_light(now, then))[0]

    def _beyond_noise(self, difference: NDArray[Any]) -> tuple[Image, float]:
        """Return a mask of a difference (height x width) above the noise, and the noise level."""
        patches = cv2.boxFilter(difference, cv2.CV_32F, (PATCH, PATCH))
        noise = NOISE * quantile(patches[2::8, 2::8], 0.5)
        limit = noise + CHANGED * self._paper
        return np.greater(patches, limit).view(np.uint8), noise


def _difference_without_light(now: Image, then: Image) -> Image:
    """Return the difference of two frames without each row's change of light (height x width).

    A row's change of light is the median over its pixels, in each colour.
    """
    lit, was = now.astype(np.float32), then.astype(np.float32)
    ratio = (lit[:, COLUMN_STEP // 2 :: COLUMN_STEP] + 1) / (
        was[:, COLUMN_STEP // 2 :: COLUMN_STEP] + 1
    )
    light = cv2.blur(np.median(ratio, axis=1)[:, None], (1, BLUR_PX)).reshape(-1, 1, 3)
    expected = was * light
    difference = np.abs(lit - expected)
    difference -= np.abs(light - 1) * was * (np.maximum(expected, was) > BURNT)
    return strongest(np.maximum(difference, 0))

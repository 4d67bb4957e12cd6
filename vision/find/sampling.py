"""Sample a picture across lines, and locate a peak between the samples."""

from __future__ import annotations

from typing import cast

import numpy as np

from vision.geometry import Floats
from vision.pixels import sampled
from vision.reading import Image


def sample_across(picture: Image, places: Floats, step: Floats, offsets: Floats) -> Image:
    """Return the picture across lines: ... x places x offsets (x colours), uint8.

    `places` (... x places x 2) are points of each line, in pixels. `step` (... x 2) leads across
    the line, and `offsets` says how many steps each sample is away.
    """
    shape = (*places.shape[:-1], len(offsets))
    x, y = (places[..., None, axis] + step[..., None, None, axis] * offsets for axis in (0, 1))
    line = (-1, shape[-2] * shape[-1])
    return sampled(picture, x.reshape(line), y.reshape(line)).reshape(*shape, *picture.shape[2:])


def peak_shift(before: Floats, here: Floats, after: Floats) -> Floats:
    """Return how far a peak is from its highest sample, in samples from -0.5 to 0.5.

    A parabola is put through three neighbouring samples. If they show no peak, the shift is 0.
    """
    curve = before - 2 * here + after
    peak = curve < -1e-4
    shift = (before - after) / (2 * np.where(peak, curve, 1))
    return cast(Floats, np.where(peak, np.clip(shift, -0.5, 0.5), 0).astype(np.float32))

"""Whether a picture is fit for reading, with a reason where it is not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.find_mat import Found
from vision.markers import Plane
from vision.mat import Mat
from vision.reading import Image, Quality

DARK = 60.0  # the brightest paper in view is darker than this
BURNT = 0.5  # of the card's area at the top of the scale


def judge_quality(
    picture: Image, plane: Plane | None, mat: Mat | None, found: Sequence[Found] = ()
) -> Quality:
    """Judge a picture (BGR) in which these places were found."""
    step = max(1, picture.shape[1] // 480)
    small = np.asarray(
        cv2.cvtColor(np.ascontiguousarray(picture[::step, ::step]), cv2.COLOR_BGR2GRAY)
    )
    measures = {"bright": float(np.quantile(small, 0.99))}
    reasons: list[str] = []
    if mat is not None and plane is None:
        reasons.append("no_mat")
    if measures["bright"] < DARK:
        reasons.append("dark")
    return Quality(tuple(reasons), measures)

"""Judge whether a picture is good enough for reading, with the reasons if it is not.

Light is judged on the whole picture. Sharpness and glare are judged on the cards found, since only
they are read. A hand counts if it covers places that could hold cards. The tracker judges movement,
because that needs more than one picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, area, quantile
from vision.mat import Mat
from vision.pixels import cut_out, to_grey
from vision.plane import Plane, Planes
from vision.reading import CROWD, HAND, PATTERN, Corners, Found, Image, Quality

NO_PLANES: Planes = {}
NO_MATS: Mapping[str, Mat] = {}

# The limits. README.md says how they were measured.

DARK = 60.0  # The brightest paper in view, in grey levels.
TOP = 252  # A brighter pixel, in grey levels, shows no detail.
BURNT = 0.5  # The share of the picture at the top of the scale.
GLARE = 0.04  # The share of one card at the top of the scale.
BURNT_CARDS = 0.15  # The same share of the median card. A larger share is more than a reflection.
PATCH = 0.4  # An overexposed patch this large, as a share of a card's area, can hide a card.
PATCH_OF_PICTURE = 0.01  # The same as a share of the picture, if a card's size is not known.
SHARP_HIGH = 128  # Sharpness is measured at this card height, in pixels.
DIRECTIONS = 8  # Movement is looked for in this many directions.
BLURRED = 0.012  # The share of a card's contrast that is in its finest details.


def judge_quality(
    picture: Image, found: Sequence[Found] = (), *, no_mat: bool = False, patch: str = ""
) -> Quality:
    """Judge a picture (height x width x 3, BGR) with these places in it.

    `no_mat` means that a mat is expected and none was found, and `patch` is the reason to
    give if an overexposed patch may hide a card. The measures are ``bright`` (grey
    levels), ``burnt`` and ``glare`` (shares, 0 to 1) and, if there are cards, ``sharp`` (no unit).
    """
    step = max(1, picture.shape[1] // 480)
    small = to_grey(np.ascontiguousarray(picture[::step, ::step]))
    cards = [place.light for place in measure_light(picture, found) if place.light is not None]
    tops = [top for top, _ in cards]
    measures = {
        "bright": quantile(small[::2, ::2], 0.99),
        "burnt": float((small >= TOP).mean()),
        "glare": max(tops, default=0.0),
    }
    most_burnt = len(tops) > 1 and float(np.median(tops)) > BURNT_CARDS
    if cards:
        measures["sharp"] = float(np.median([sharp for _, sharp in cards]))
    there = {place.reason for place in found} | {"no_mat" if no_mat else ""}
    reasons = [reason for reason in ("no_mat", HAND, CROWD, PATTERN) if reason in there]
    if measures["bright"] < DARK:
        reasons.append("dark")
    if measures["burnt"] > BURNT or most_burnt:
        reasons.append("burnt")
    elif patch or measures["glare"] > GLARE:
        reasons.append(patch or "glare")
    if measures.get("sharp", 1.0) < BLURRED:
        reasons.append("blurred")
    return Quality(tuple(reasons), measures)


def hides_a_card(
    picture: Image,
    found: Sequence[Found] = (),
    planes: Planes = NO_PLANES,
    mats: Mapping[str, Mat] = NO_MATS,
    card_mm: tuple[float, float] = (0.0, 0.0),
) -> bool:
    """Whether an overexposed patch, apart from the cards `found`, is large enough to hide a card.

    With `planes`, only the mats are examined. Otherwise it is the whole picture (BGR).
    """
    step = max(1, picture.shape[1] // 480)
    bright = np.asarray(to_grey(np.ascontiguousarray(picture[::step, ::step])) >= TOP, np.uint8)
    if not bright.any():
        return False
    for place in found:
        if not place.reason:
            cv2.fillConvexPoly(bright, (place.corners / step).round().astype(np.int32), 0)
    areas = [(np.ones_like(bright), PATCH_OF_PICTURE * bright.size)]
    if planes:
        areas = [
            _mat_area(bright, mats[name], plane, step, card_mm) for name, plane in planes.items()
        ]
    for mask, least in areas:
        _, _, stats, _ = cv2.connectedComponentsWithStats(bright & mask)
        if stats[1:, cv2.CC_STAT_AREA].max(initial=0) >= least:
            return True
    return False


def _mat_area(
    bright: Image, mat: Mat, plane: Plane, step: int, card_mm: tuple[float, float]
) -> tuple[Image, float]:
    """Return the mask of a mat, and the smallest patch in pixels that can hide a card on it."""
    corners = plane.to_pixels(mat.corners_mm) / step
    mask = np.zeros_like(bright)
    cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 1)
    share = card_mm[0] * card_mm[1] / (mat.size_mm[0] * mat.size_mm[1])
    return mask, PATCH * share * float(area(corners))


def measure_light(picture: Image, found: Sequence[Found]) -> tuple[Found, ...]:
    """Return the places with the `light` of each card; existing values are kept."""
    return tuple(
        place
        if place.reason or place.light is not None
        else replace(place, light=_light(picture, place))
        for place in found
    )


def _light(picture: Image, place: Found) -> tuple[float, float]:
    """Return the share of a card's pixels at the top of the scale, and the card's sharpness."""
    card = _card(picture, place.corners)
    return float((card >= TOP).mean()), _sharpness(card)


def overexposed_share(picture: Image, corners: Corners) -> float:
    """Return the share of a card's pixels at the top of the scale."""
    return float((_card(picture, corners) >= TOP).mean())


def least_sharpness(picture: Image, corners: Corners) -> float:
    """Return a card's sharpness in its softest direction; movement smears only one direction."""
    soft, contrast = _smoothed(_card(picture, corners))
    xx, yy, xy = (
        cv2.Sobel(soft, cv2.CV_32F, dx, dy, ksize=3)[::2, ::2] / 4
        for dx, dy in ((2, 0), (0, 2), (1, 1))
    )
    turns = np.arange(DIRECTIONS) * np.pi / DIRECTIONS
    edges = (
        quantile(np.abs(c * c * xx + 2 * c * s * xy + s * s * yy), 0.97)
        for c, s in zip(np.cos(turns).tolist(), np.sin(turns).tolist(), strict=True)
    )
    return (min(edges) / contrast) ** 2


def _card(picture: Image, corners: Corners) -> Image:
    """Return a card's small grey picture, either way up."""
    return to_grey(cut_out(picture, corners, (round(SHARP_HIGH * 0.7), SHARP_HIGH)))


def _smoothed(card: Image) -> tuple[Floats, float]:
    """Return a card's grey picture without noise, and its contrast."""
    grey = cast(Floats, cv2.GaussianBlur(card.astype(np.float32), (0, 0), 0.8))
    contrast = quantile(grey[::2, ::2], 0.95) - quantile(grey[::2, ::2], 0.05)
    return grey, max(20.0, contrast)


def _sharpness(card: Image) -> float:
    """Return how much of a card's contrast is in its finest details, apart from noise."""
    grey, contrast = _smoothed(card)
    fine = cv2.Laplacian(grey, cv2.CV_32F)
    return (quantile(np.abs(fine[::2, ::2]), 0.97) / contrast) ** 2

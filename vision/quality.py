"""Judge whether a picture is good enough for reading, with the reasons if it is not.

Light is judged on the whole picture. Sharpness and glare are judged on the cards found, since only
they are read. A hand counts if it covers places that could hold cards. The tracker judges movement,
because that needs more than one picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.geometry import quantile
from vision.pixels import cut_out, to_grey
from vision.reading import CROWD, HAND, Found, Image, Quality

# The limits. README.md says how they were measured.

DARK = 60.0  # The brightest paper in view, in grey levels.
TOP = 252  # A brighter pixel, in grey levels, shows no detail.
BURNT = 0.5  # The share of the picture at the top of the scale.
GLARE = 0.04  # The share of one card at the top of the scale.
BURNT_CARDS = 0.15  # The same share of the median card. A larger share is more than a reflection.
SHARP_HIGH = 128  # Sharpness is measured at this card height, in pixels.
BLURRED = 0.012  # The share of a card's contrast that is in its finest details.


def judge_quality(picture: Image, found: Sequence[Found] = (), *, no_mat: bool = False) -> Quality:
    """Judge a picture (height x width x 3, BGR) with these places in it.

    `no_mat` means that a mat is expected and none was found. The measures are ``bright`` (grey
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
    reasons: list[str] = []
    if no_mat:
        reasons.append("no_mat")
    there = {place.reason for place in found}
    reasons += [reason for reason in (HAND, CROWD) if reason in there]
    if measures["bright"] < DARK:
        reasons.append("dark")
    if measures["burnt"] > BURNT or most_burnt:
        reasons.append("burnt")
    elif measures["glare"] > GLARE:
        reasons.append("glare")
    if measures.get("sharp", 1.0) < BLURRED:
        reasons.append("blurred")
    return Quality(tuple(reasons), measures)


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
    card = _card(picture, place)
    return float((card >= TOP).mean()), _sharpness(card)


def _card(picture: Image, place: Found) -> Image:
    """Return a card's small grey picture, either way up."""
    return to_grey(cut_out(picture, place.corners, (round(SHARP_HIGH * 0.7), SHARP_HIGH)))


def _sharpness(card: Image) -> float:
    """Return how much of a card's contrast is in its finest details, apart from noise."""
    grey = cv2.GaussianBlur(card.astype(np.float32), (0, 0), 0.8)
    fine = cv2.Laplacian(grey, cv2.CV_32F)
    edges = quantile(np.abs(fine[::2, ::2]), 0.97)
    contrast = quantile(grey[::2, ::2], 0.95) - quantile(grey[::2, ::2], 0.05)
    return (edges / max(20.0, contrast)) ** 2

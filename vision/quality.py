"""Whether a picture is fit for reading, with a reason where it is not.

Light is judged on the whole picture, sharpness and glare on the cards that were found: they
are what is to be read. A hand was found where nothing was that a card could be. What moves is
the tracker's to say, which sees more than one picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.geometry import homography, quantile, rectangle
from vision.reading import CROWD, HAND, Found, Image, Quality

# What decides, with the measures of one table each at severities 0 to 5 of the torture set.

# Light, on the whole picture
# Under-exposed 218 183 143 104 59 21: half calls only the last dark, double already the fourth.
DARK = 60.0  # grey levels of the brightest paper in view
TOP = 252  # grey level from which nothing more is told apart; not measured
# Over-exposed 0 .04 .09 .05 .53 .57: half changes nothing, double leaves all to the cards' light.
BURNT = 0.5  # of a picture at the top of the scale

# Light, on the cards
# Glare 0 .05 .35 .60 .77 .53, noise up to .02: half meets the noise, double misses the second.
GLARE = 0.04  # of one card at the top of the scale
BURNT_CARDS = 0.15  # the same of the middle one of several: no reflection any more; not measured

# Sharpness, on the cards
SHARP_HIGH = 128  # pixels of the card's height at which it is looked at; not measured
# Defocus .089 .034 .013 .005, then no mat: half changes nothing, double takes the third too.
BLURRED = 0.012  # of a card's contrast that is left in its finest details


def judge_quality(picture: Image, found: Sequence[Found] = (), *, no_mat: bool = False) -> Quality:
    """Judge a picture (height x width x 3, BGR) in which these places were found.

    `no_mat` tells that cards are read on a mat, and none was found. The measures are ``bright``
    (grey levels), ``burnt`` and ``glare`` (shares, 0 to 1) and, where there are cards, ``sharp``
    (no unit).
    """
    step = max(1, picture.shape[1] // 480)
    small = np.asarray(
        cv2.cvtColor(np.ascontiguousarray(picture[::step, ::step]), cv2.COLOR_BGR2GRAY)
    )
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
    """Return the places, of which each card has its `light`; what has one is not measured again."""
    return tuple(
        place
        if place.reason or place.light is not None
        else replace(place, light=_light(picture, place))
        for place in found
    )


def _light(picture: Image, place: Found) -> tuple[float, float]:
    """Return the share of a card at the top of the scale, and how sharp it is."""
    card = _card(picture, place)
    return float((card >= TOP).mean()), _sharpness(card)


def _card(picture: Image, place: Found) -> Image:
    """Return a card's grey picture, small, whichever way up it lies."""
    high, wide = SHARP_HIGH, round(SHARP_HIGH * 0.7)
    to_card = homography(place.corners, rectangle(wide, high))
    cut = cv2.warpPerspective(picture, to_card, (wide, high), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), np.uint8)


def _sharpness(card: Image) -> float:
    """Return how much of a card's contrast is left in its finest details, beyond noise."""
    grey = cv2.GaussianBlur(card.astype(np.float32), (0, 0), 0.8)
    fine = cv2.Laplacian(grey, cv2.CV_32F)
    edges = quantile(np.abs(fine[::2, ::2]), 0.97)
    contrast = quantile(grey[::2, ::2], 0.95) - quantile(grey[::2, ::2], 0.05)
    return (edges / max(20.0, contrast)) ** 2

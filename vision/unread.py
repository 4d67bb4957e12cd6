"""Say why a card cannot be named if the picture is to blame, and not the card.

A card of the deck looks unlike its template if it is overexposed, smeared by movement or seen too
much from the side. So a card counts as unknown only in a picture that shows it well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry import Floats, foreshortening
from vision.quality import BURNT_CARDS, least_sharpness, overexposed_share
from vision.reading import STEEP, UNREAD, CardReading, Image, Quality, Verdict

# The limits. README.md says how they were measured.

SMEARED = 0.012  # The share of a card's contrast in its finest details, in the softest direction.
MAX_TILT_DEG = 40.0  # The tilt of the view from the vertical, if cards of the deck show it.
MAX_ROUGH_TILT_DEG = 32.0  # The same if only the outlines of unknown cards show it.
FOCAL = 0.76  # A phone's focal length, as a share of the picture's long side.


def explain_unknown(
    picture: Image, cards: Sequence[CardReading], card_mm: tuple[float, float]
) -> tuple[CardReading, ...]:
    """Return the readings; an unknown card in a bad picture is unclear, with the reason.

    `cards` were read in the picture (height x width x 3, BGR).
    """
    if all(card.verdict is not Verdict.UNKNOWN for card in cards):
        return tuple(cards)
    steep = _is_steep(cards, card_mm, (picture.shape[1], picture.shape[0]))
    tops = [overexposed_share(picture, card.corners) for card in cards]
    most_burnt = float(np.median(tops)) > BURNT_CARDS

    def explained(card: CardReading, top: float) -> CardReading:
        if card.verdict is not Verdict.UNKNOWN:
            return card
        reason = STEEP if steep else ""
        if most_burnt or top > BURNT_CARDS:
            reason = "burnt"
        elif least_sharpness(picture, card.corners) < SMEARED:
            reason = "blurred"
        return replace(card, verdict=Verdict.UNCLEAR, reason=reason) if reason else card

    return tuple(explained(card, top) for card, top in zip(cards, tops, strict=True))


def with_unread(quality: Quality, cards: Sequence[CardReading]) -> Quality:
    """Return a picture's quality with the reasons for which cards in it were not read."""
    there = {card.reason for card in cards if card.verdict is Verdict.UNCLEAR}
    more = (reason for reason in UNREAD if reason in there and reason not in quality.reasons)
    return replace(quality, reasons=(*quality.reasons, *more))


def _is_steep(
    cards: Sequence[CardReading], card_mm: tuple[float, float], size: tuple[int, int]
) -> bool:
    """Whether the picture of this size (width, height) was taken too much from the side."""
    known = np.array([card.corners for card in cards if card.certain])
    if len(known):
        seen = float(np.median(foreshortening(known, card_mm[1] / card_mm[0])))
        return seen < math.cos(math.radians(MAX_TILT_DEG))
    tilts = [tilt_deg(card.corners, size) for card in cards if card.verdict is Verdict.UNKNOWN]
    return float(np.median(tilts)) > MAX_ROUGH_TILT_DEG


def tilt_deg(quad: Floats, size: tuple[int, int]) -> float:
    """Return the tilt at which a phone sees a rectangle of any shape with these corners (4 x 2).

    Opposite sides meet where their direction vanishes, and the two directions span the table.
    """
    middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    flat = (np.asarray(quad, np.float64) - middle) / (FOCAL * max(size))
    rays = np.column_stack([flat, np.ones(4)])
    sides = np.cross(rays, np.roll(rays, -1, 0))
    up = np.cross(np.cross(sides[0], sides[2]), np.cross(sides[1], sides[3]))
    view = rays.mean(0)
    lengths = float(np.linalg.norm(up) * np.linalg.norm(view))
    return math.degrees(math.acos(min(1.0, abs(float(up @ view)) / max(lengths, 1e-12))))

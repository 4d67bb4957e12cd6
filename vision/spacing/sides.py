"""Decide which side of a middle each card is on, if the middle is unknown.

People sit around a table, and each lays a card in front of them. The photographer sits at the
bottom of the picture; the others follow clockwise as seen from above. All possible middles are
tried. The result is certain only if a single assignment of cards to people fits well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, apply, area
from vision.spacing.level import level

# Each side is an equal part of a full turn. `MAX_OFF_DEG` is the largest angle between a card and
# the middle of its side, for the best middle of the trick. README.md in the folder above has the
# measurements.
MAX_OFF_DEG = {3: 34.0, 4: 26.0}
MIN_APART_DEG = {3: 34.0, 4: 34.0}  # Minimum lead over the next best assignment.
# If a side has no card, the middle is less certain, so these limits are stricter.
PARTLY_OFF_DEG, PARTLY_APART_DEG = 10.0, 44.0
# Two cards have too many possible middles, and three people at three of four sides would be
# assigned wrongly.
MIN_CARDS = 3
# The distance from the middle to a card, in card heights. A nearer card lies under the middle, and
# a farther one is on another table.
NEAREST, FARTHEST = 0.5, 4.0
# A card that is this many times farther away than another does not share its middle.
MAX_DISTANCE_RATIO = 2.2
STEP = 0.12  # Distance between the middles to try, in card heights.
BEYOND = 0.6  # A middle may be this far outside the cards, in card heights.
# Cards look larger towards the camera. If their size changes by this share from one end to the
# other, the photographer's side is known. If that side is this many degrees from the bottom,
# somebody else took the picture.
MIN_SIZE_CHANGE = 0.06
OTHER_SIDE_DEG = 60.0

Points = NDArray[np.complex128]
Sides = tuple[int, ...]  # The side of each card: 0 is at the bottom, 1 the next clockwise.


@dataclass(frozen=True)
class SideAssignments:
    """The possible assignments of cards to sides, the most likely first.

    `off_deg` is the largest angle of a card from its side's middle, for each assignment.
    `from_below` is False if the picture was not taken from the side at its bottom.
    """

    ways: tuple[Sides, ...]
    off_deg: tuple[float, ...]
    from_below: bool
    sides: int

    @property
    def sure(self) -> Sides | None:
        """Return the best assignment, or None if it fits badly or another fits nearly as well."""
        if not (self.ways and self.from_below and self.sides in MAX_OFF_DEG):
            return None
        whole = len(self.ways[0]) == self.sides
        most = MAX_OFF_DEG[self.sides] if whole else PARTLY_OFF_DEG
        apart = MIN_APART_DEG[self.sides] if whole else PARTLY_APART_DEG
        if len(self.ways[0]) < MIN_CARDS or self.off_deg[0] > most:
            return None
        if len(self.ways) > 1 and self.off_deg[1] - self.off_deg[0] < apart:
            return None
        return self.ways[0]


def assign_sides(
    quads: Floats, card_mm: tuple[float, float], sides: int, known: Mapping[int, int]
) -> SideAssignments:
    """Return the possible sides of each card (n x 4 x 2, pixels of a picture).

    `known` maps the indices of some cards to their sides.
    """
    plane = level(quads, card_mm)
    middles = apply(plane, quads.mean(1)).astype(np.float64)
    centre = quads.mean((0, 1))
    high = float(np.ptp(quads[..., 1]))
    line = apply(plane, np.array([centre, centre + np.array([0, 0.25 * high])]))
    down = complex(*(line[1] - line[0]).tolist())
    here = (middles[:, 0] + 1j * middles[:, 1]) * 1j / (down / abs(down)) / max(card_mm)
    tried = [
        way
        for way in permutations(range(sides), len(quads))
        if all(way[n] == s for n, s in known.items())
    ]
    off = _errors_deg(here, tried, sides)
    order = sorted(range(len(tried)), key=lambda n: off[n])
    return SideAssignments(
        tuple(tried[n] for n in order),
        tuple(off[n] for n in order),
        _from_below(quads),
        sides,
    )


def _errors_deg(at: Points, ways: Sequence[Sides], sides: int) -> list[float]:
    """Return each assignment's largest angle of a card from its side, in degrees.

    The best middle is used for each assignment. An assignment without a possible middle has 180
    degrees. `at` (n,) is in card heights, x to the right and y to the bottom.
    """
    low, high = at.real.min() - BEYOND, at.real.max() + BEYOND
    top, bottom = at.imag.min() - BEYOND, at.imag.max() + BEYOND
    xs, ys = np.arange(low, high, STEP), np.arange(top, bottom, STEP)
    middles = (xs[:, None] + 1j * ys[None]).ravel()
    away = at[None] - middles[:, None]
    far = np.abs(away)
    fits = (
        (far.min(1) > NEAREST)
        & (far.max(1) < FARTHEST)
        & (far.max(1) < MAX_DISTANCE_RATIO * far.min(1))
    )
    if not fits.any():
        return [180.0] * len(ways)
    turn = np.degrees(np.arctan2(-away[fits].real, away[fits].imag))
    off = []
    for way in ways:
        by = turn - np.array(way) * (360.0 / sides)
        off.append(float(np.abs((by + 180) % 360 - 180).max(1).min()))
    return off


def _from_below(quads: Floats) -> bool:
    """Whether the picture may have been taken from the side at its bottom."""
    middles = quads.mean(1)
    if len(quads) < MIN_CARDS:
        return True
    size = np.sqrt([area(quad) for quad in quads])
    terms = np.column_stack([middles - middles.mean(0), np.ones(len(middles))])
    grows = np.linalg.lstsq(terms, size, rcond=None)[0][:2] / size.mean()
    by = float(np.hypot(*grows)) * float(np.ptp(middles @ grows / max(np.hypot(*grows), 1e-12)))
    if by < MIN_SIZE_CHANGE:
        return True
    return bool(np.degrees(np.arctan2(abs(grows[0]), grows[1])) < OTHER_SIDE_DEG)

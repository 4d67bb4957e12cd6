"""On which side of a middle each card lies, where nobody knows where that middle is.

People sit round a table, and each lays a card before them. Whoever takes the picture has their own
side at its bottom; the others follow clockwise, as seen from above. Where the middle may be, and so
who may have laid which card, is tried; who laid which is known where one way alone fits well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, apply, area
from vision.spacing.level import level

# The sides are so many equal parts of a turn. Of 6,000 drawn tricks of four cards, laid 18 mm (one
# standard deviation) beside where they should be, 5,533 were sure and none wrongly; of three 5,906,
# and of three at three sides of four 6 to 19 in 20.
MAX_OFF_DEG = {3: 34.0, 4: 26.0}  # a card off the middle of its side, at the best middle
MIN_APART_DEG = {3: 34.0, 4: 34.0}  # between that and the next best way to deal out the sides
# Where a side has no card the middle is less sure: by the limits above 6 of 6,000 were wrong. By
# these none is, and 30 in 100 are sure.
PARTLY_OFF_DEG, PARTLY_APART_DEG = 10.0, 44.0
# Two cards have too many middles: three people who sit at three sides of four are dealt wrongly.
FEWEST = 3
# Of a card's height, from a middle to a card: less is beneath the middle, more is another table.
NEAREST, FARTHEST = 0.5, 4.0
UNLIKE = 2.2  # times as far off the middle as another: they lie around no common one
STEP = 0.12  # of a card's height, between the middles that are tried
BEYOND = 0.6  # of a card's height: how far beyond the cards a middle may lie
# Cards are seen larger towards whoever holds the camera: by so much of their size from one end of
# them to the other it is known where that is, and so far off the bottom it is somebody else.
LEANS = 0.06
OTHER_SIDE_DEG = 60.0

Points = NDArray[np.complex128]
Sides = tuple[int, ...]  # of each card: 0 is at the bottom, the next is clockwise


@dataclass(frozen=True)
class SideAssignments:
    """The ways in which sides may be dealt out to cards, the likeliest first.

    `off_deg` is how far a card lies off its side's middle at most, in each way. `from_below` is
    false where the picture was taken from another side than its bottom.
    """

    ways: tuple[Sides, ...]
    off_deg: tuple[float, ...]
    from_below: bool
    sides: int

    @property
    def sure(self) -> Sides | None:
        """Return the one way that fits well, and no other nearly so; None where there is none."""
        if not (self.ways and self.from_below and self.sides in MAX_OFF_DEG):
            return None
        whole = len(self.ways[0]) == self.sides
        most = MAX_OFF_DEG[self.sides] if whole else PARTLY_OFF_DEG
        apart = MIN_APART_DEG[self.sides] if whole else PARTLY_APART_DEG
        if len(self.ways[0]) < FEWEST or self.off_deg[0] > most:
            return None
        if len(self.ways) > 1 and self.off_deg[1] - self.off_deg[0] < apart:
            return None
        return self.ways[0]


def assign_sides(
    quads: Floats, card_mm: tuple[float, float], sides: int, known: Mapping[int, int]
) -> SideAssignments:
    """Return on which of so many sides each card may lie (n x 4 x 2, pixels of a picture).

    Of some cards the side is `known`, by their numbers.
    """
    plane = level(quads, card_mm)
    middles = apply(plane, quads.mean(1)).astype(np.float64)
    centre = quads.mean((0, 1))
    high = float(np.ptp(quads[..., 1]))
    line = apply(plane, np.array([centre, centre + np.array([0, 0.25 * high])]))
    down = complex(*(line[1] - line[0]).tolist())
    here = (middles[:, 0] + 1j * middles[:, 1]) * 1j / (down / abs(down)) / max(card_mm)
    tried = [way for way in _ways(len(quads), sides) if all(way[n] == s for n, s in known.items())]
    off = _errors_deg(here, tried, sides)
    order = sorted(range(len(tried)), key=lambda n: off[n])
    return SideAssignments(
        tuple(tried[n] for n in order),
        tuple(off[n] for n in order),
        _from_below(quads),
        sides,
    )


def _ways(cards: int, sides: int) -> Iterator[Sides]:
    """Yield the ways in which each card may lie on a side of its own."""
    yield from permutations(range(sides), cards)


def _errors_deg(at: Points, ways: Sequence[Sides], sides: int) -> list[float]:
    """Return how far cards lie off their sides in each way, in degrees, at the best middle.

    `at` (n,) is in heights of a card, x to the right and y to the bottom. A way that no middle
    allows is half a turn off.
    """
    low, high = at.real.min() - BEYOND, at.real.max() + BEYOND
    top, bottom = at.imag.min() - BEYOND, at.imag.max() + BEYOND
    xs, ys = np.arange(low, high, STEP), np.arange(top, bottom, STEP)
    middles = (xs[:, None] + 1j * ys[None]).ravel()
    away = at[None] - middles[:, None]
    far = np.abs(away)
    fits = (far.min(1) > NEAREST) & (far.max(1) < FARTHEST) & (far.max(1) < UNLIKE * far.min(1))
    if not fits.any():
        return [180.0] * len(ways)
    turn = np.degrees(np.arctan2(-away[fits].real, away[fits].imag))
    off = []
    for way in ways:
        by = turn - np.array(way) * (360.0 / sides)
        off.append(float(np.abs((by + 180) % 360 - 180).max(1).min()))
    return off


def _from_below(quads: Floats) -> bool:
    """Tell whether nothing speaks against a picture being taken from the side at its bottom."""
    middles = quads.mean(1)
    if len(quads) < FEWEST:
        return True
    size = np.sqrt([area(quad) for quad in quads])
    terms = np.column_stack([middles - middles.mean(0), np.ones(len(middles))])
    grows = np.linalg.lstsq(terms, size, rcond=None)[0][:2] / size.mean()
    by = float(np.hypot(*grows)) * float(np.ptp(middles @ grows / max(np.hypot(*grows), 1e-12)))
    if by < LEANS:
        return True
    return bool(np.degrees(np.arctan2(abs(grows[0]), grows[1])) < OTHER_SIDE_DEG)

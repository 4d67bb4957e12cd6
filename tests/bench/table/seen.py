"""Cards on a game's mats, and where there is room for them: what all tables of the beds share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from math import hypot

from firmware.mats import load_mats
from vision.geometry import Box
from vision.mat import Grid, places_mm
from vision.observation import Observation
from vision.spread import Spread
from vision.synthetic.scene import Hand, PlacedCard

FRAME_S = 0.1
GAP_MM = 8.0
SMALL_MM = 92.0  # a card of which a zone of small cards has a place for each
ANY_ZONE = "middle"  # where a card is laid that may lie anywhere
MIDDLE = 5  # the column of a mat's grid on which that lies from which a match counts its columns


class Seen(ABC):
    """Cards of a deck on a game's mats, and somebody or something that looks at them."""

    def __init__(self, game: str, deck: str, seats: int) -> None:
        self.deck, self.spread = deck, set_out(game, seats)
        self.grids: Mapping[str, Grid] = {
            name: grid for mat in self.spread.placed for name, grid in mat.mat.grids.items()
        }

    @property
    @abstractmethod
    def lying(self) -> tuple[PlacedCard, ...]:
        """The cards as they lie."""

    @abstractmethod
    def look(self, hand: Hand | None = None) -> Observation:
        """Return what is known of the table now."""


def places(box: Box, card_mm: tuple[float, float]) -> list[tuple[float, float]]:
    """Return where cards of a size may lie in a zone, in mm, and find room beside each other.

    Those of larger cards are in a row, from the middle on.
    """
    if hypot(*card_mm) < SMALL_MM:
        return places_mm(box)
    left, top, right, bottom = box
    many = max(1, int(max(right - left, bottom - top) / (card_mm[0] + GAP_MM)))
    parts = sorted(((n + 0.5) / many for n in range(many)), key=lambda part: abs(part - 0.5))
    if lies_wide(box):
        return [(left + part * (right - left), (top + bottom) / 2) for part in parts]
    return [((left + right) / 2, top + part * (bottom - top)) for part in parts]


def lies_wide(box: Box) -> bool:
    """Whether a zone is wider than high, so that cards lie upright in it."""
    left, top, right, bottom = box
    return right - left >= bottom - top


@lru_cache(maxsize=4)
def set_out(game: str, seats: int) -> Spread:
    """Return a game's mats for a number of seats, laid on the table."""
    return Spread.side_by_side(load_mats(game, seats))

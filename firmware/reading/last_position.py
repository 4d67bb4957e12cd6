"""A card as it was left, by which it is told whether another came in its place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.table import ANYWHERE, Zone
from vision.observation import SettledCard

MOVED_MM = 6.0  # from so far on a card may be another that reads alike: a sleeve moves it less
MOVED_DEG = 8.0
NUDGED_MM = 1.0  # the same after a hand was there: few hands lay a card upon another so true
NUDGED_DEG = 1.5
#   A card that lies still was read within 0.1 mm and 0.1 degrees of itself, 16 times.


@dataclass(frozen=True)
class LastPosition:
    """A card as it was left; `touched` says whether something was over it since."""

    card: SettledCard
    touched: bool = False

    @property
    def zone(self) -> Zone:
        """The zone that it was left in."""
        zone = self.card.reading.zone
        return ANYWHERE if zone is None else Zone.parse(zone)

    def has_moved(self, card: SettledCard) -> bool:
        """Tell whether a card lies elsewhere than it was left."""
        by_mm, by_deg = (NUDGED_MM, NUDGED_DEG) if self.touched else (MOVED_MM, MOVED_DEG)
        a, b = self.card.reading, card.reading
        turned = abs((a.turn_deg - b.turn_deg + 180.0) % 360.0 - 180.0)
        if a.place_mm is None or b.place_mm is None:
            return False
        away = float(np.hypot(a.place_mm[0] - b.place_mm[0], a.place_mm[1] - b.place_mm[1]))
        return away > by_mm or turned > by_deg

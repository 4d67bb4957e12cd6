"""The position in which a card was last seen. If it changes, the card may be another one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.table import ANYWHERE, Zone
from vision.observation import SettledCard

MOVED_MM = 6.0  # Farther away it may be another card with this name; a sleeve moves it less.
MOVED_DEG = 8.0
NUDGED_MM = 1.0  # The same, if a hand was there: few people replace a card so exactly.
NUDGED_DEG = 1.5
# The same for a card that should be gone: if it has not shifted this much, nobody has touched it.
# Halved, a bump of the table would be a question; doubled, a card laid in its very place is missed.
# As a comparison, 16 readings of a card at rest agreed within 0.1 mm and 0.1 degrees.
SHIFTED_MM = 0.5
SHIFTED_DEG = 0.7


@dataclass(frozen=True)
class LastPosition:
    """The last position of a card.

    `touched` means that something has moved in its zone since then, and `away` that the card itself
    has been out of sight: under a hand, or gone.
    """

    card: SettledCard
    touched: bool = False
    away: bool = False

    @property
    def zone(self) -> Zone:
        """The zone in which the card lay."""
        zone = self.card.reading.zone
        return ANYWHERE if zone is None else Zone.parse(zone)

    def has_moved(self, card: SettledCard) -> bool:
        """Whether a card is so far from this position that it may be a different card."""
        by_mm, by_deg = (NUDGED_MM, NUDGED_DEG) if self.touched else (MOVED_MM, MOVED_DEG)
        return bool(self._differs(card, by_mm, by_deg))

    def may_be_replaced(self, card: SettledCard) -> bool:
        """Whether a card that should be gone may be an equal card in its place.

        A card that has not shifted, and was in sight all the time, is the same card. Without
        positions, nobody can tell.
        """
        return self.away or self._differs(card, SHIFTED_MM, SHIFTED_DEG) is not False

    def _differs(self, card: SettledCard, by_mm: float, by_deg: float) -> bool | None:
        """Whether a card lies farther away or is turned more, or None if a position is unknown."""
        a, b = self.card.reading, card.reading
        if a.place_mm is None or b.place_mm is None:
            return None
        turned = abs((a.turn_deg - b.turn_deg + 180.0) % 360.0 - 180.0)
        away = float(np.hypot(a.place_mm[0] - b.place_mm[0], a.place_mm[1] - b.place_mm[1]))
        return away > by_mm or turned > by_deg

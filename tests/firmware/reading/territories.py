"""A table on which Ogallala lies, as a camera sees it: every card where a state says it lies."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np

from tests.bench.table.board import PILE, Board
from vision.observation import Observation, SettledCard
from vision.reading import CardReading, Quality, Verdict


class Lying(Board[SettledCard]):
    """Cards on the mats as a tracker knows them."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self._ids = (f"c{number}" for number in itertools.count(1))

    def card(self, name: str, seat: int, row: float, column: float) -> SettledCard:
        """Return a new card in a territory."""
        grid = self.grids[f"territory:{seat}"]
        return self.made(name, grid.middle_mm(row, column), f"territory:{seat}")  # type: ignore[arg-type]

    def made(self, name: str, place_mm: tuple[float, float], zone: str) -> SettledCard:
        """Return a new card that reads for certain."""
        crop, corners = np.full((8, 6, 3), 90, np.uint8), np.zeros((4, 2), np.float32)
        reading = CardReading(
            name, Verdict.CERTAIN, 0.9, 0.1, (), corners, 0.0, crop, place_mm, zone
        )
        return SettledCard(next(self._ids), reading)

    @property
    def top(self) -> str | None:
        """The name of the card that shows on the hunting grounds."""
        return self.pile[-1].reading.card if self.pile else None

    def upon(self, name: str) -> SettledCard:
        return self.made(name, (87.0, 137.0), PILE)

    def moved(self, piece: SettledCard, seat: int, row: int, column: int) -> SettledCard:
        return replace(self.card(self.name(piece), seat, row, column), id=piece.id)

    def name(self, piece: SettledCard) -> str:
        assert piece.reading.card is not None
        return piece.reading.card

    def seen(self, moving: tuple[str, ...] = (), more: tuple[SettledCard, ...] = ()) -> Observation:
        """Return what a camera sees that sees all mats whole."""
        settled = [card for lay in self.cards for card in lay.values()] + self.pile[-1:] + [*more]
        settled.sort(key=lambda card: int(card.id[1:]))
        assert max(Counter(card.id for card in settled).values(), default=1) == 1
        return Observation(
            picture=np.zeros((8, 8, 3), np.uint8),
            settled=tuple(settled),
            pending=(),
            cards=tuple(card.reading for card in settled),
            quality=Quality(),
            mat=True,
            moving=frozenset(moving),
        )

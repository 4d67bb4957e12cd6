"""A table on which Ogallala lies, as a camera sees it: every card where a state says it lies."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np

from firmware.mats import load_mats
from referee.ogallala.state import GROUNDS, State
from referee.ogallala.territory import cells
from vision.mat import Grid, Mat
from vision.observation import Observation, SettledCard
from vision.reading import CardReading, Quality, Verdict

Place = tuple[int, int]


class Lying:
    """Cards on the mats: each territory's by row and column of its mat, and one shown pile."""

    def __init__(self, seats: int) -> None:
        self.mats: tuple[Mat, ...] = load_mats("ogallala", seats)
        self.grids: dict[str, Grid] = {z: g for mat in self.mats for z, g in mat.grids.items()}
        self.cards: list[dict[Place, SettledCard]] = [{} for _ in range(seats)]
        self.shifts = [5] * seats
        self.pile: list[SettledCard] = []
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

    def follow(self, state: State, top: str = "") -> None:
        """Lay the cards as a state has them; `top` is that of cards discarded in no known order."""
        for seat, territory in enumerate(state.territories):
            self._lay(seat, {(c.row, c.column): c.card for c in cells(territory)})
        names = [one for layer in state.grounds for one in layer]
        if top in names:
            names.remove(top)
            names.append(top)
        kept = [card.reading.card for card in self.pile]
        same = len(
            list(itertools.takewhile(lambda two: two[0] == two[1], zip(kept, names, strict=False)))
        )
        self.pile = self.pile[:same]
        for name in names[same:]:
            self.discard(name)

    @property
    def top(self) -> str | None:
        """The name of the card that shows on the hunting grounds."""
        return self.pile[-1].reading.card if self.pile else None

    def discard(self, name: str) -> None:
        """Lay a card on the hunting grounds."""
        self.pile.append(self.made(name, (87.0, 137.0), GROUNDS))

    def _lay(self, seat: int, known: dict[Place, str]) -> None:
        """Lay a territory; what lies there stays, or is pushed in its row."""
        if known:
            left, right = (pick(column for _, column in known) for pick in (min, max))
            if not (left + self.shifts[seat] >= 0 and right + self.shifts[seat] < 14):
                self.move_along(seat, -left - self.shifts[seat])
        shift, lay = self.shifts[seat], self.cards[seat]
        want = {(row, column + shift): name for (row, column), name in known.items()}
        left_over = {at: card for at, card in lay.items() if want.get(at) != card.reading.card}
        kept = {at: card for at, card in lay.items() if at not in left_over}
        for (row, column), name in want.items():
            if (row, column) in kept:
                continue
            pushed = [
                at
                for at, card in left_over.items()
                if card.reading.card == name and at[0] == row and abs(at[1] - column) == 1
            ]
            new = self.card(name, seat, row, column)
            if pushed:
                new = replace(new, id=left_over.pop(pushed[0]).id)
            kept[row, column] = new
        self.cards[seat] = kept

    def move_along(self, seat: int, by: int) -> None:
        """Move a whole territory along."""
        self.shifts[seat] += by
        moved = {}
        for (row, column), card in self.cards[seat].items():
            name = card.reading.card
            assert name is not None
            moved[row, column + by] = replace(self.card(name, seat, row, column + by), id=card.id)
        self.cards[seat] = moved

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

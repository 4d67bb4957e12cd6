"""The grids of the virtual table: the cells open to a card, and the cards that it pushes aside.

A cell has a zone, a row and a column on the mat. The match counts columns from an arbitrary origin,
so the offset to the mat's columns is found by comparing the cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import NamedTuple

from firmware.virtual.placement import Spot, with_jitter
from referee.contract import AskPlace, Cell
from referee.reports.tabletop import Placed
from referee.table import EMPTY, Card, Layout, Zone
from vision.spread import Spread

OFF_MM, OFF_DEG = 0.8, 0.8  # Jitter of a laid card, from the middle of its cell.
NEAR_MM = 20.0  # A card lies in a cell if it is this near to the middle.


class Placement(NamedTuple):
    """A cell for a card. `pushes` maps the id of each pushed card to its columns of movement."""

    row: int
    column: int
    pushes: dict[str, int]

    @property
    def side(self) -> int:
        """The direction in which the other cards move: -1 left, 1 right, 0 if none moves."""
        return next(iter(self.pushes.values()), 0)


@dataclass(frozen=True)
class Grids:
    """The grids of a table, the cards in them, and the places that the match offers."""

    spread: Spread
    placed: Sequence[Placed]
    asks: tuple[AskPlace, ...] = ()
    layout: Layout = EMPTY

    def has(self, zone: str) -> bool:
        """Whether a zone is a grid."""
        return any(zone in laid.mat.grids for laid in self.spread.placed)

    def columns(self, zone: str) -> int:
        """Return the number of columns of a grid. Raise `LookupError` if there is no such grid."""
        for laid in self.spread.placed:
            if zone in laid.mat.grids:
                return laid.mat.grids[zone].columns
        raise LookupError(zone)

    def cards_in(self, zone: str) -> Sequence[tuple[Placed, int, int]]:
        """Return each card in the cells of a grid, with its row and column."""
        return self._cards.get(zone, ())

    @cached_property
    def _cards(self) -> dict[str, list[tuple[Placed, int, int]]]:
        """The cards in the cells of each grid. Some grids span several zones."""
        results: dict[str, list[tuple[Placed, int, int]]] = {}
        for card in self.placed:
            for zone, row, column in self.cells_at(card.x_mm, card.y_mm):
                results.setdefault(zone, []).append((card, row, column))
        return results

    def cells_at(self, x_mm: float, y_mm: float) -> Iterator[tuple[str, int, int]]:
        """Yield the grid, row and column of each cell at a point, also of grids over zones."""
        laid = self.spread.mat_at(x_mm, y_mm)
        if laid is not None:
            for zone, grid in laid.mat.grids.items():
                if (cell := grid.cell(*laid.on_mat(x_mm, y_mm))) is not None:
                    yield zone, *cell

    def card_at(self, card: Card) -> str | None:
        """Return the id of a card of the layout if it is in its cell on the mat, or None."""
        zone, at = str(card.zone), card.at
        if at is None or not self.has(zone):
            return None
        column = at[1] + self.first_column(zone)
        lies = (one for one, row, col in self.cards_in(zone) if (row, col) == (at[0], column))
        return next((placed.id for placed in lies if placed.card == card.name), None)

    def floating_grids(self) -> tuple[str, ...]:
        """Return the floating grids: all cards of such a grid may be shifted together."""
        zones = [zone for zone in self.layout.floats if self.layout.cards_in(zone)]
        return tuple(str(zone) for zone in zones if self.has(str(zone)))

    def free_columns(self, zone: str) -> tuple[int, int]:
        """Return how many columns all cards of a grid can move to the left, and to the right."""
        used = [column for _, _, column in self.cards_in(zone)]
        if not used:
            return 0, 0
        return min(used), self.columns(zone) - 1 - max(used)

    def shift_for(self, zone: str, card: str) -> int:
        """Return by how many columns all cards must move so that each placement of a card is on
        the mat, as far as the mat goes.
        """
        columns = [placement.column for placement in self.placements(zone, card)]
        if not columns:
            return 0
        left, right = self.free_columns(zone)
        over = max(columns) - self.columns(zone) + 1
        return -min(over, left) if over > 0 else min(max(-min(columns), 0), right)

    def first_column(self, zone: str) -> int:
        """Return the column of a grid on the mat that the match counts as column 0."""
        return self._first_columns.get(zone, 0)

    @cached_property
    def _first_columns(self) -> dict[str, int]:
        grids = (zone for zone in map(str, self.layout.floats) if self.has(zone))
        return {zone: self._column_shift(zone, self._layout_cells(zone)) for zone in grids}

    def shifted_spots(self, by: Mapping[str, int], chance: random.Random) -> dict[str, Spot]:
        """Return the new spots of cards, by id. Each card moves `by[id]` columns along its row."""
        cells = ((lying, self.spread.cell_at(lying.x_mm, lying.y_mm)) for lying in self.placed)
        return {
            one.id: self.cell_spot(there[0], there[1], there[2] + by[one.id], chance)
            for one, there in cells
            if there is not None and one.id in by
        }

    def cell_spot(self, zone: str, row: int, column: int, chance: random.Random) -> Spot:
        """Return a spot in a cell, as inexact as that of a card laid by hand."""
        x, y, turn = self.spread.cell_mm(zone, row, column)
        return with_jitter(x, y, turn, chance, by_mm=OFF_MM, by_deg=OFF_DEG)

    def placements(self, zone: str, card: str) -> Iterator[Placement]:
        """Yield the possible placements of a card in a grid, the best one first. The columns of
        some may be off the mat.
        """
        for ask in self.asks:
            if ask.zone == zone and not ask.leaves:
                for at in ask.places.get(card, ()):
                    yield self._arranged(zone, ask.known, at)

    def placement(
        self, zone: str, card: str, at: tuple[int, int] | None = None
    ) -> Placement | None:
        """Return the first placement that is on the mat, or the one in cell `at`, or None if the
        card fits nowhere.

        If any card would be off the mat, shift all cards to make room.
        """
        cells, columns = [*self._layout_cells(zone)], self.columns(zone)
        lies = self.card_at(Card(card, Zone.parse(zone), at)) is not None
        if at is not None and (there := Cell(card, *at)) in cells and not lies:
            cells.remove(there)
            found = [self._arranged(zone, cells, at)]  # The match has the card there already.
        else:
            along = self.first_column(zone)
            found = [
                placement
                for placement in self.placements(zone, card)
                if at is None or (placement.row, placement.column - along) == at
            ]
        if not found:
            return None
        row, column, pushes = next((item for item in found if 0 <= item.column < columns), found[0])
        ends = [column, *(now + pushes.get(one.id, 0) for one, _, now in self.cards_in(zone))]
        beyond = min(*ends, 0) + max(*ends, columns - 1) - columns + 1
        if beyond:
            pushes = {one.id: pushes.get(one.id, 0) - beyond for one, _, _ in self.cards_in(zone)}
        return Placement(row, column - beyond, pushes)

    def _arranged(self, zone: str, others: Sequence[Cell], at: tuple[int, int]) -> Placement:
        """Return the placement of a card in a cell, once all the other cards lie in their cells.

        In each row they keep their order. A card that the match does not know stays.
        """
        along, pushes = self.first_column(zone), dict[str, int]()
        left = sorted(others, key=lambda cell: cell.column)
        for one, row, column in sorted(self.cards_in(zone), key=lambda lying: lying[2]):
            cell = next((item for item in left if (item.card, item.row) == (one.card, row)), None)
            if cell is not None:
                left.remove(cell)
                if by := cell.column + along - column:
                    pushes[one.id] = by
        return Placement(at[0], at[1] + along, pushes)

    def open_cells(self, card: str) -> tuple[Spot, ...]:
        """Return the spot at the centre of every cell that may take a card, with the angle of a
        card there. A cell in which a card may push others either way has one spot.
        """
        zones = dict.fromkeys(ask.zone for ask in self.asks if self.has(ask.zone))
        cells = dict.fromkeys(
            (zone, placement.row, placement.column)
            for zone in zones
            for placement in self.placements(zone, card)
            if 0 <= placement.column < self.columns(zone)
        )
        return tuple(self.spread.cell_mm(*cell) for cell in cells)

    def may_lie(self, lying: Placed) -> bool:
        """Whether a card lies in a cell that may take it."""
        opens = self.open_cells(lying.card)
        return any(hypot(x - lying.x_mm, y - lying.y_mm) < NEAR_MM for x, y, _ in opens)

    def open_grids(self, card: str) -> tuple[str, ...]:
        """Return the grids that may take a card."""
        zones = dict.fromkeys(ask.zone for ask in self.asks if self.has(ask.zone))
        return tuple(zone for zone in zones if any(self.placements(zone, card)))

    def cards_to_push(self, card: str, at: Spot) -> dict[str, int]:
        """Return the cards that move if a card is laid on one of them, and by how many columns.

        The covered card moves to the side on which more of it is visible.
        """
        there = self.spread.cell_at(at[0], at[1])
        if there is None or not any(here[1:] == there[1:] for here in self.cards_in(there[0])):
            return {}
        zone, row, column = there
        side = 1 if at[0] < self.spread.cell_mm(*there)[0] else -1
        here = [
            placement
            for placement in self.placements(zone, card)
            if (placement.row, placement.column) == (row, column)
        ]
        best = max(here, key=lambda placement: placement.side * side, default=None)
        return best.pushes if best else {}

    def _layout_cells(self, zone: str) -> tuple[Cell, ...]:
        """Return the cells of a grid in the match's layout."""
        lies = self.layout.cards_in(Zone.parse(zone))
        return tuple(Cell(card.name, *card.at) for card in lies if card.at is not None)

    def _column_shift(self, zone: str, known: Sequence[Cell]) -> int:
        """Return by how many columns the cards lie further right on the mat than in the match."""
        at = {(cell.card, cell.row): cell.column for cell in known}
        counter = Counter(
            column - at[card.card, row]
            for card, row, column in self.cards_in(zone)
            if (card.card, row) in at
        )
        return counter.most_common(1)[0][0] if counter else self.columns(zone) // 2

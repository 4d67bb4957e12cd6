"""Cards in the cells of the virtual table's grids: where one may lie, and what moves with it.

A cell here is one of the mat: its zone, row and column. What a match knows counts columns from any
origin; how far its cards lie along on the mat is seen by them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware.virtual.placement import Spot, with_jitter
from referee.contract import AskPlace, Cell
from referee.reports.tabletop import Placed
from referee.table import EMPTY, Card, Layout, Zone
from vision.spread import Spread

OFF_MM, OFF_DEG = 0.8, 0.8  # how exactly a hand meets a cell


@dataclass(frozen=True)
class Placement:
    """How a card may come to lie in a cell: `pushes` are the columns by which others go aside."""

    row: int
    column: int
    pushes: dict[str, int]

    @property
    def side(self) -> int:
        """Which way the others go: -1 left, 1 right, 0 where none does."""
        return next(iter(self.pushes.values()), 0)


@dataclass(frozen=True)
class Grids:
    """The grids of a table with the cards that lie there, and what is asked of them."""

    spread: Spread
    placed: Sequence[Placed]
    asks: tuple[AskPlace, ...] = ()
    layout: Layout = EMPTY

    def has(self, zone: str) -> bool:
        """Tell whether a zone is a grid's."""
        return any(zone in laid.mat.grids for laid in self.spread.placed)

    def columns(self, zone: str) -> int:
        """Return how many columns a grid has; raises `LookupError` for no such grid."""
        for laid in self.spread.placed:
            if zone in laid.mat.grids:
                return laid.mat.grids[zone].columns
        raise LookupError(zone)

    def within(self, zone: str) -> Iterator[tuple[Placed, int, int]]:
        """Yield the cards in a grid's cells, each with its row and column."""
        for card in self.placed:
            there = self.spread.cell_at(card.x_mm, card.y_mm)
            if there is not None and there[0] == zone:
                yield card, there[1], there[2]

    def card_at(self, card: Card) -> str | None:
        """Return the id of a card of the layout that lies in its cell; None where it does not."""
        zone, at = str(card.zone), card.at
        if at is None or not self.has(zone):
            return None
        column = at[1] + self._column_shift(zone, self._layout_cells(zone))
        lies = (one for one, row, col in self.within(zone) if (row, col) == (at[0], column))
        return next((one.id for one in lies if one.card == card.name), None)

    def floating_grids(self) -> tuple[str, ...]:
        """Return the grids whose cards may all be moved along."""
        zones = [zone for zone in self.layout.floats if self.layout.cards_in(zone)]
        return tuple(str(zone) for zone in zones if self.has(str(zone)))

    def free_columns(self, zone: str) -> tuple[int, int]:
        """Return by how many columns all cards of a grid can go left, and right."""
        used = [column for _, _, column in self.within(zone)]
        if not used:
            return 0, 0
        return min(used), self.columns(zone) - 1 - max(used)

    def shifted_spots(self, by: Mapping[str, int], chance: random.Random) -> dict[str, Spot]:
        """Return where cards lie, by id, that go along their rows by so many columns each."""
        cells = ((lying, self.spread.cell_at(lying.x_mm, lying.y_mm)) for lying in self.placed)
        return {
            one.id: self.cell_spot(there[0], there[1], there[2] + by[one.id], chance)
            for one, there in cells
            if there is not None and one.id in by
        }

    def cell_spot(self, zone: str, row: int, column: int, chance: random.Random) -> Spot:
        """Return where a hand lays a card in a cell."""
        x, y, turn = self.spread.cell_mm(zone, row, column)
        return with_jitter(x, y, turn, chance, by_mm=OFF_MM, by_deg=OFF_DEG)

    def found(self, zone: str, card: str) -> Iterator[Placement]:
        """Yield how a card may be laid in a grid, in order; a column may be beyond the mat."""
        known = self._layout_cells(zone)
        along = self._column_shift(zone, known)
        for ask in self.asks:
            if ask.zone != zone or ask.leaves:
                continue
            pushes = self._pushes(zone, known, ask.known, along)
            for row, column in ask.places.get(card, ()):
                yield Placement(row, column + along, pushes)

    def first_placement(self, zone: str, card: str) -> Placement | None:
        """Return the first way on the mat in which a card may be laid in a grid; None for none.

        Where each is beyond the mat, all cards are moved along.
        """
        found, columns = list(self.found(zone, card)), self.columns(zone)
        if not found:
            return None
        placement = next((one for one in found if 0 <= one.column < columns), found[0])
        beyond = min(placement.column, 0) + max(placement.column - columns + 1, 0)
        pushes = {
            one.id: placement.pushes.get(one.id, 0) - beyond for one, _, _ in self.within(zone)
        }
        return Placement(
            placement.row, placement.column - beyond, pushes if beyond else placement.pushes
        )

    def placement_at(self, zone: str, card: str, at: tuple[int, int]) -> Placement:
        """Return how the match has a new card in its cell `at`, and all others where they lie then.

        Where one would lie beyond the mat, all cards are moved along.
        """
        known = list(self._layout_cells(zone))
        known.remove(Cell(card, *at))
        along, pushes, columns = self._column_shift(zone, known), dict[str, int](), list[int]()
        for row in {cell.row for cell in known}:
            cells = sorted(cell.column for cell in known if cell.row == row)
            lying = sorted((col, one.id) for one, at_row, col in self.within(zone) if at_row == row)
            for column, (now, one) in zip(cells, lying, strict=False):
                columns.append(column + along)
                pushes[one] = column + along - now
        columns.append(at[1] + along)
        last = self.columns(zone) - 1
        beyond = max(max(columns) - last, 0) + min(min(columns), 0)
        aside = {one: by - beyond for one, by in pushes.items()}
        return Placement(at[0], at[1] + along - beyond, aside)

    def open_cells(self, card: str) -> tuple[Spot, ...]:
        """Return the middles of all cells where a card may lie, and how far they are turned."""
        zones = dict.fromkeys(ask.zone for ask in self.asks if self.has(ask.zone))
        return tuple(
            self.spread.cell_mm(zone, placement.row, placement.column)
            for zone in zones
            for placement in self.found(zone, card)
            if 0 <= placement.column < self.columns(zone)
        )

    def open_grids(self, card: str) -> tuple[str, ...]:
        """Return the grids in which a card may lie."""
        zones = dict.fromkeys(ask.zone for ask in self.asks if self.has(ask.zone))
        return tuple(zone for zone in zones if any(self.found(zone, card)))

    def cards_to_push(self, card: str, at: Spot) -> dict[str, int]:
        """Return which cards make room for one that is laid upon another, by how many columns each.

        The one beneath goes to the side that more of it is seen on.
        """
        there = self.spread.cell_at(at[0], at[1])
        if there is None or not any(here[1:] == there[1:] for here in self.within(there[0])):
            return {}
        zone, row, column = there
        side = 1 if at[0] < self.spread.cell_mm(*there)[0] else -1
        here = [
            placement
            for placement in self.found(zone, card)
            if (placement.row, placement.column) == (row, column)
        ]
        best = max(here, key=lambda placement: placement.side * side, default=None)
        return best.pushes if best else {}

    def _layout_cells(self, zone: str) -> tuple[Cell, ...]:
        """Return the cards of a grid as the match has them."""
        lies = self.layout.cards_in(Zone.parse(zone))
        return tuple(Cell(card.name, *card.at) for card in lies if card.at is not None)

    def _column_shift(self, zone: str, known: Sequence[Cell]) -> int:
        """Return by how many columns the cards lie further right than the match counts them."""
        if Zone.parse(zone) not in self.layout.floats:
            return 0
        at = {(cell.card, cell.row): cell.column for cell in known}
        found = Counter(
            column - at[card.card, row]
            for card, row, column in self.within(zone)
            if (card.card, row) in at
        )
        return found.most_common(1)[0][0] if found else self.columns(zone) // 2

    def _pushes(
        self, zone: str, before: Sequence[Cell], after: Sequence[Cell], along: int
    ) -> dict[str, int]:
        """Return which cards go aside, by id and by how many columns."""
        gone = set(before) - set(after)
        if not gone:
            return {}
        by = sum(cell.column for cell in after) - sum(cell.column for cell in before)
        step = by // len(gone)
        return {
            card.id: step
            for card, row, column in self.within(zone)
            if Cell(card.card, row, column - along) in gone
        }

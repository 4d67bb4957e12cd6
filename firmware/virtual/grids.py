"""Cards in the cells of the virtual table's grids: where one may lie, and what moves with it.

A cell here is one of the mat: its zone, row and column. What a match knows counts columns from any
origin; how far its cards lie along on the mat is seen by them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware.virtual.placement import Spot, askew
from referee.contract import AskPlace, Cell
from referee.reports.tabletop import Placed
from referee.table import EMPTY, Card, Layout, Zone
from vision.spread import Spread

OFF_MM, OFF_DEG = 0.8, 0.8  # how exactly a hand meets a cell


@dataclass(frozen=True)
class Way:
    """How a card may come to lie in a cell: `moves` are the columns by which others go aside."""

    row: int
    column: int
    moves: dict[str, int]

    @property
    def side(self) -> int:
        """Which way the others go: -1 left, 1 right, 0 where none does."""
        return next(iter(self.moves.values()), 0)


@dataclass(frozen=True)
class Grids:
    """The grids of a table with the cards that lie there, and what is asked of them."""

    spread: Spread
    lying: Sequence[Placed]
    asks: tuple[AskPlace, ...] = ()
    layout: Layout = EMPTY

    def has(self, zone: str) -> bool:
        """Tell whether a zone is a grid's."""
        return any(zone in laid.mat.grids for laid in self.spread.laid)

    def columns(self, zone: str) -> int:
        """Return how many columns a grid has; raises `LookupError` for no such grid."""
        for laid in self.spread.laid:
            if zone in laid.mat.grids:
                return laid.mat.grids[zone].columns
        raise LookupError(zone)

    def within(self, zone: str) -> Iterator[tuple[Placed, int, int]]:
        """Yield the cards in a grid's cells, each with its row and column."""
        for card in self.lying:
            there = self.spread.cell_at(card.x_mm, card.y_mm)
            if there is not None and there[0] == zone:
                yield card, there[1], there[2]

    def lying_at(self, card: Card) -> str | None:
        """Return the id of a card of the layout that lies in its cell; None where it does not."""
        zone, at = str(card.zone), card.at
        if at is None or not self.has(zone):
            return None
        column = at[1] + self._along(zone, self._known(zone))
        lies = (one for one, row, col in self.within(zone) if (row, col) == (at[0], column))
        return next((one.id for one in lies if one.card == card.name), None)

    def floating(self) -> tuple[str, ...]:
        """Return the grids whose cards may all be moved along."""
        zones = [zone for zone in self.layout.floats if self.layout.within(zone)]
        return tuple(str(zone) for zone in zones if self.has(str(zone)))

    def room(self, zone: str) -> tuple[int, int]:
        """Return by how many columns all cards of a grid can go left, and right."""
        used = [column for _, _, column in self.within(zone)]
        if not used:
            return 0, 0
        return min(used), self.columns(zone) - 1 - max(used)

    def moved(self, by: Mapping[str, int], chance: random.Random) -> dict[str, Spot]:
        """Return where cards lie, by id, that go along their rows by so many columns each."""
        cells = ((lying, self.spread.cell_at(lying.x_mm, lying.y_mm)) for lying in self.lying)
        return {
            one.id: self.spot(there[0], there[1], there[2] + by[one.id], chance)
            for one, there in cells
            if there is not None and one.id in by
        }

    def spot(self, zone: str, row: int, column: int, chance: random.Random) -> Spot:
        """Return where a hand lays a card in a cell."""
        x, y, turn = self.spread.cell_mm(zone, row, column)
        return askew(x, y, turn, chance, by_mm=OFF_MM, by_deg=OFF_DEG)

    def ways(self, zone: str, card: str) -> Iterator[Way]:
        """Yield how a card may be laid in a grid, in order; a column may be beyond the mat."""
        known = self._known(zone)
        along = self._along(zone, known)
        for ask in self.asks:
            if ask.zone != zone or ask.leaves:
                continue
            moves = self._moves(zone, known, ask.known, along)
            for row, column in ask.places.get(card, ()):
                yield Way(row, column + along, moves)

    def way(self, zone: str, card: str) -> Way | None:
        """Return the first way on the mat in which a card may be laid in a grid; None for none.

        Where each is beyond the mat, all cards are moved along.
        """
        ways, columns = list(self.ways(zone, card)), self.columns(zone)
        if not ways:
            return None
        way = next((one for one in ways if 0 <= one.column < columns), ways[0])
        beyond = min(way.column, 0) + max(way.column - columns + 1, 0)
        moves = {one.id: way.moves.get(one.id, 0) - beyond for one, _, _ in self.within(zone)}
        return Way(way.row, way.column - beyond, moves if beyond else way.moves)

    def arranged(self, zone: str, card: str, at: tuple[int, int]) -> Way:
        """Return how the match has a new card in its cell `at`, and all others where they lie then.

        Where one would lie beyond the mat, all cards are moved along.
        """
        known = list(self._known(zone))
        known.remove(Cell(card, *at))
        along, moves, columns = self._along(zone, known), dict[str, int](), list[int]()
        for row in {cell.row for cell in known}:
            cells = sorted(cell.column for cell in known if cell.row == row)
            lying = sorted((col, one.id) for one, at_row, col in self.within(zone) if at_row == row)
            for column, (now, one) in zip(cells, lying, strict=False):
                columns.append(column + along)
                moves[one] = column + along - now
        columns.append(at[1] + along)
        last = self.columns(zone) - 1
        beyond = max(max(columns) - last, 0) + min(min(columns), 0)
        aside = {one: by - beyond for one, by in moves.items()}
        return Way(at[0], at[1] + along - beyond, aside)

    def open_to(self, card: str) -> tuple[Spot, ...]:
        """Return the middles of all cells where a card may lie, and how far they are turned."""
        zones = dict.fromkeys(ask.zone for ask in self.asks if self.has(ask.zone))
        return tuple(
            self.spread.cell_mm(zone, way.row, way.column)
            for zone in zones
            for way in self.ways(zone, card)
            if 0 <= way.column < self.columns(zone)
        )

    def zones_of(self, card: str) -> tuple[str, ...]:
        """Return the grids in which a card may lie."""
        zones = dict.fromkeys(ask.zone for ask in self.asks if self.has(ask.zone))
        return tuple(zone for zone in zones if any(self.ways(zone, card)))

    def aside(self, card: str, at: Spot) -> dict[str, int]:
        """Return which cards make room for one that is laid upon another, by how many columns each.

        The one beneath goes to the side that more of it is seen on.
        """
        there = self.spread.cell_at(at[0], at[1])
        if there is None or not any(here[1:] == there[1:] for here in self.within(there[0])):
            return {}
        zone, row, column = there
        side = 1 if at[0] < self.spread.cell_mm(*there)[0] else -1
        here = [way for way in self.ways(zone, card) if (way.row, way.column) == (row, column)]
        best = max(here, key=lambda way: way.side * side, default=None)
        return best.moves if best else {}

    def _known(self, zone: str) -> tuple[Cell, ...]:
        """Return the cards of a grid as the match has them."""
        lies = self.layout.within(Zone.parse(zone))
        return tuple(Cell(card.name, *card.at) for card in lies if card.at is not None)

    def _along(self, zone: str, known: Sequence[Cell]) -> int:
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

    def _moves(
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

"""Cards pushed aside for one of a double prize (OG-16)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.contract import Cell
from referee.kit import replaced
from referee.ogallala.cards import SET_CARDS, SET_OF
from referee.ogallala.moves import Side
from referee.ogallala.rows import Canoe, fault, row_of
from referee.ogallala.territory import COLUMNS, EMPTY, Territory, each_canoe, span


class Slide(NamedTuple):
    """A card put beside one of its set, cards of the canoe moving to a `side`; what it leads to."""

    cell: Cell
    side: Side
    after: Territory

    def is_at(self, cell: Cell, side: Side) -> bool:
        """Tell whether it is this one."""
        return (self.cell, self.side) == (cell, side)


@lru_cache(maxsize=8192)
def slides(territory: Territory, card: str, tribes: bool = False) -> tuple[Slide, ...]:
    """Return the ways to put a card of a double prize beside its set where no cell is free (OG-16).

    The cards of the canoe from there on move one column to one side or the other.
    """
    name = SET_OF.get(card)
    if name is None or territory == EMPTY:
        return ()
    left, right = span(territory)
    first, last = right - COLUMNS + 1, left + COLUMNS - 1  # beyond these there is no cell
    found: dict[tuple[int, int, Side], Slide] = {}
    for number, canoe in each_canoe(territory):
        if canoe.complete:
            continue
        row = territory.rows[number]
        lying = [column for column, one in canoe.cells() if one in SET_CARDS[name]]
        beside = {gap: gap - 1 for gap in lying} | {gap + 1: gap + 1 for gap in lying}
        for gap, cell in sorted(beside.items()):
            if first <= cell <= last and not row.at(cell):
                continue  # a free cell
            for column, side in ((gap, "right"), (gap - 1, "left")):
                after = _slid(territory, number, canoe, gap, Cell(card, number, column), tribes)
                if after is not None:
                    slide = Slide(Cell(card, number, column), side, after)  # type: ignore[arg-type]
                    found[number, column, side] = slide  # type: ignore[index]
    return tuple(found.values())


def _slid(
    territory: Territory, number: int, canoe: Canoe, gap: int, cell: Cell, tribes: bool
) -> Territory | None:
    """Return the territory with a canoe opened before the column `gap`, or None if it cannot be.

    The new card lies in the gap's own column where what is right of it moves, else left of it.
    """
    row = territory.rows[number]
    to_right = cell.column == gap
    cards = dict(row.cells())
    moving = [at for at, _ in canoe.cells() if (at >= gap) == to_right]
    moved = {at + (1 if to_right else -1): cards.pop(at) for at in moving}
    if cell.column in cards or cards.keys() & moved.keys():
        return None
    new = row_of({**cards, **moved, cell.column: cell.card})
    after = Territory(replaced(territory.rows, number, new))  # type: ignore[arg-type]
    left, right = span(after)
    if right - left >= COLUMNS or fault(new, tribes):
        return None
    return after

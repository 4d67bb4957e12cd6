"""The worth of a territory outside a match: canoes, points and faults (OG-10 … 17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.contract import Appraisal, Cell, Message
from referee.ogallala.rules.scoring import score
from referee.ogallala.state.cards import COUNTS, MAD_AXE, canonical
from referee.ogallala.state.moves import refuse
from referee.ogallala.state.options import Options
from referee.ogallala.state.rows import broken_rule
from referee.ogallala.state.territory import (
    COLUMNS,
    EMPTY,
    ROWS,
    Territory,
    column_span,
    territory_of,
)
from referee.ogallala.table.layout import canoe_outlines
from referee.table import ROW_NAMES, Zone

FAULTS = {
    "OG-12": "ogallala.fault.alike",
    "OG-13": "ogallala.fault.ends",
    "OG-50": "ogallala.fault.tribes",
}
HERE = Zone("territory")  # This territory belongs to no seat.
MOST_COLUMN = 1000  # No column may be farther from 0 than this.


def appraise(options: Options, laid: Sequence[Cell]) -> Appraisal:
    """Return the appraisal of cards in cells. Rows count from 0, and columns from anywhere.

    Raises `IllegalMove` if a card is unknown, lies outside the rows, or shares its cell.
    """
    cells = tuple(_canonical_cell(cell) for cell in laid)
    for cell in cells:
        if not 0 <= cell.row < ROWS:
            refuse("OG-10", "beyond_rows", card=cell.card, row=cell.row + 1, last=ROWS)
        if abs(cell.column) > MOST_COLUMN:
            refuse("OG-10", "beyond_columns", card=cell.card, column=cell.column)
    often = Counter((cell.row, cell.column) for cell in cells)
    if twice := next((at for at, many in often.items() if many > 1), None):
        both = tuple(cell.card for cell in cells if (cell.row, cell.column) == twice)
        refuse("OG-15", "two_in_a_cell", cards=both)
    territory = territory_of(cells)
    return Appraisal(
        score(territory),
        canoe_outlines(territory, HERE),
        tuple(_faults(territory, cells, options.tribes)),
    )


def _canonical_cell(cell: Cell) -> Cell:
    try:
        return Cell(canonical(cell.card), cell.row, cell.column)
    except ValueError:
        refuse("OG-1", "no_such_card", given=cell.card[:40])


def _faults(territory: Territory, cells: Sequence[Cell], tribes: bool) -> Iterator[Message]:
    """Yield the faults that cannot occur in a match."""
    if territory == EMPTY:
        return
    left, right = column_span(territory)
    if right - left >= COLUMNS:
        yield Message("ogallala.fault.wide", {"given": right - left + 1, "most": COLUMNS})
    if any(cell.card == MAD_AXE for cell in cells):
        yield Message("ogallala.fault.axe", {"card": MAD_AXE})
    many = Counter(cell.card for cell in cells)
    for card in (card for card in many if many[card] > COUNTS[card]):
        yield Message("ogallala.fault.too_many", {"card": card, "most": COUNTS[card]})
    for number, row in enumerate(territory.rows):
        if rule := broken_rule(row, tribes):
            yield Message(FAULTS[rule], {"row": ROW_NAMES[number]})

"""Laying a card in a territory, or refusing it with the rule and the legal cells."""

from __future__ import annotations

from typing import NoReturn

from referee.contract import Cell, IllegalMove, Message, Value
from referee.ogallala.rules.placing import legal_cells, objection
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state.cards import COUNTS, MAD_AXE
from referee.ogallala.state.moves import Side, refuse
from referee.ogallala.state.territory import COLUMNS, EMPTY, ROWS, Territory, column_span
from referee.table import cell_name

MOST_NAMED = 12  # A refusal names at most this many cells. The pages show all of them.


def lay_card(territory: Territory, cell: Cell, side: Side, tribes: bool) -> Territory:
    """Return the territory with one more card; raise `IllegalMove` if the cell is not legal."""
    if side:
        for slide in slides(territory, cell.card, tribes):
            if (slide.cell, slide.side) == (cell, side):
                return slide.after
        known = legal_cell_names(territory, cell.card, tribes) if cell.card in COUNTS else ("–",)
        place = territory_cell_name(territory, cell.row, cell.column)
        refuse("OG-16", "no_slide", card=cell.card, place=place, places=known)
    result = objection(territory, cell, tribes)
    if result is not None:
        _refuse(territory, cell, tribes, *result)
    return territory.plus(cell)


def fits(territory: Territory, card: str, tribes: bool) -> bool:
    """Whether a card can be laid anywhere in a territory."""
    return bool(legal_cells(territory, card, tribes) or slides(territory, card, tribes))


def _refuse(territory: Territory, cell: Cell, tribes: bool, rule: str, key: str) -> NoReturn:
    """Raise the refusal of a card, with the rule against it and its legal cells."""
    place = territory_cell_name(territory, cell.row, cell.column)
    params: dict[str, Value] = {"card": cell.card, "place": place}
    if taken_by := territory.card_at(cell.row, cell.column):
        params["lying_card"] = taken_by
    if cell.card != MAD_AXE:
        params["places"] = legal_cell_names(territory, cell.card, tribes)
    raise IllegalMove(rule, Message(key, {**params, "most": COLUMNS}))


def legal_cell_names(territory: Territory, card: str, tribes: bool) -> tuple[str, ...]:
    """Return the names of the legal cells for a card, or a dash if there are none."""
    names = tuple(
        territory_cell_name(territory, *cell) for cell in legal_cells(territory, card, tribes)
    )
    return (*names[:MOST_NAMED], *("…",) * (len(names) > MOST_NAMED)) or ("–",)


def territory_cell_name(territory: Territory, row: int, column: int) -> str:
    """Return the name of a cell. Columns count from the leftmost card.

    A cell outside the three rows gets a dash.

    >>> territory_cell_name(EMPTY.plus(Cell("fur", 1, 4)), 2, 5)
    'C2'
    """
    left = column_span(territory)[0] if territory != EMPTY else 0
    return cell_name((row, column), left) if 0 <= row < ROWS else "–"

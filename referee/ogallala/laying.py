"""A card laid in a territory, or refused with the rule and the cells where it may lie."""

from __future__ import annotations

from typing import NoReturn

from referee.contract import Cell
from referee.ogallala.cards import MAD_AXE
from referee.ogallala.moves import Side, refuse
from referee.ogallala.placing import against, places
from referee.ogallala.sliding import slides
from referee.ogallala.territory import COLUMNS, EMPTY, Territory, span


def laid(territory: Territory, cell: Cell, side: Side, tribes: bool) -> Territory:
    """Return a territory with one more card; raises `IllegalMove` where it cannot lie there."""
    if side:
        for slide in slides(territory, cell.card, tribes):
            if slide.is_at(cell, side):
                return slide.after
        refuse("OG-16", "no_slide", card=cell.card, **_where(territory, cell.card, tribes))
    found = against(territory, cell, tribes)
    if found is not None:
        _refuse(territory, cell, tribes, *found)
    return territory.plus(cell)


def fits(territory: Territory, card: str, tribes: bool) -> bool:
    """Tell whether a card can be laid anywhere."""
    return bool(places(territory, card, tribes) or slides(territory, card, tribes))


def _refuse(territory: Territory, cell: Cell, tribes: bool, rule: str, key: str) -> NoReturn:
    card = cell.card
    where = _where(territory, card, tribes)
    match key:
        case "axe_never_lies":
            refuse(rule, "axe_never_lies", card=card)
        case "first_column":
            refuse(rule, "first_column", card=card)
        case "no_such_row":
            refuse(rule, "no_such_row", card=card, **where)
        case "taken":
            lying = territory.at(cell.row, cell.column)
            refuse(rule, "taken", card=card, lying_card=lying, **where)
        case "too_wide":
            refuse(rule, "too_wide", card=card, most=COLUMNS, **where)
    refuse(rule, key, card=card, **where)


def _where(territory: Territory, card: str, tribes: bool) -> dict[str, int | tuple[str, ...]]:
    """Return the cells where a card may lie, as they are called (`called`), and how many."""
    cells = () if card == MAD_AXE else places(territory, card, tribes)
    return {"places": tuple(called(territory, *cell) for cell in cells), "count": len(cells)}


def called(territory: Territory, row: int, column: int) -> str:
    """Return what a cell is called: its row's letter, its column counted from the leftmost card.

    >>> called(EMPTY.plus(Cell("fur", 1, 4)), 2, 5)
    'C2'
    """
    left = span(territory)[0] if territory != EMPTY else 0
    return f"{'ABC'[row]}{column - left + 1}".replace("-", "−")

"""What is put into a match of Ogallala and read from it, to be compared with its model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from referee.contract import Cell
from referee.ogallala.state import phases
from referee.ogallala.state.state import State
from referee.ogallala.state.territory import cells, territory_of

At = tuple[int, int]  # row and column


def first_territory(state: State) -> dict[At, str]:
    """Return the cards in the territory of the first seat."""
    return {(cell.row, cell.column): cell.card for cell in cells(state.territories[0])}


def amid(state: State, territories: Iterable[Mapping[At, str]], unseen: Mapping[str, int]) -> State:
    """Return a match in which some cards lie already, and some are in the piles."""
    laid = (
        tuple(Cell(card, row, column) for (row, column), card in sorted(lying.items()))
        for lying in territories
    )
    return replace(state, territories=tuple(map(territory_of, laid)), stock=dict(unseen))


def ended(state: State) -> State:
    """Return a match that is over because the piles are empty."""
    return replace(state, phase=phases.Over("ogallala.over.piles"))

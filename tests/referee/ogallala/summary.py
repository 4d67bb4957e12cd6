"""What the table sees of a match of Ogallala, as plain values: all that tests read of its state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.contract import Cell
from referee.ogallala.state import phases
from referee.ogallala.state.state import State
from referee.ogallala.state.territory import cells, territory_of

At = tuple[int, int]  # row and column


def compared(state: State) -> dict[str, object]:
    """Return what lies where, and who is to do what, by the rules that settle them."""
    return {
        "OG-2: territories": [
            {(one.row, one.column): one.card for one in cells(lying)} for lying in state.territories
        ],
        "OG-31: discards": [Counter(layer) for layer in state.grounds],
        "OG-1: unseen": dict(state.stock),
        "OG-5: whose turn": state.turn,
        "what is due": str(state.phase),
        "OG-31: held": state.phase.held,
    }


def amid(
    state: State,
    territories: Iterable[Mapping[At, str]],
    unseen: Mapping[str, int],
    discards: Sequence[Mapping[str, int]] = (),
) -> State:
    """Return a match in which cards lie already, others are unseen, the rest was discarded."""
    laid = (
        tuple(Cell(card, row, column) for (row, column), card in sorted(lying.items()))
        for lying in territories
    )
    grounds = tuple(tuple(Counter(heap).elements()) for heap in discards)
    return replace(
        state, territories=tuple(map(territory_of, laid)), stock=dict(unseen), grounds=grounds
    )


def ended(state: State) -> State:
    """Return a match that is over because the piles are empty."""
    return replace(state, phase=phases.Over("ogallala.over.piles"))

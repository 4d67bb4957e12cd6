"""Several cards laid in a territory between two looks: in which orders that is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.contract import Cell, IllegalMove
from referee.ogallala.rules.play import apply
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state.moves import Place, Side
from referee.ogallala.state.state import Event, State, own
from referee.ogallala.state.territory import EMPTY, from_origin
from referee.ogallala.table.lying import One, difference, tied_shifts

MOST = 6  # cards laid between two looks: each more doubles what is tried

Placing = Callable[[State, One, Cell, Side], Place]


class Order(NamedTuple):
    """An order in which cards were laid, their moves, and the state after the last."""

    cards: tuple[One, ...]
    moves: tuple[Place, ...]
    after: State


def orders(
    state: State, lying: Sequence[One], new: Sequence[One], placing: Placing
) -> tuple[Order, ...]:
    """Return the orders of new cards that the game allows, of as many as it does.

    Of those that come to the same there is one. `lying` are all cards of the territory, as they lie
    in the end; `placing` returns the move that lays one of the new ones in a cell, others moving to
    a side or not.
    """
    found: list[Order] = []
    longer = [Order((), (), state)]
    for _ in new if len(new) <= MOST else ():
        on = [order for order in longer if order.after.turn == state.turn]
        longer = _longer(on, lying, new, placing)
        whole = [
            order
            for order in longer
            if not difference(order.after.territories[state.turn], lying).away
        ]
        found = whole or found
    return tuple(found)


def _longer(
    found: Sequence[Order], lying: Sequence[One], new: Sequence[One], placing: Placing
) -> list[Order]:
    """Return orders with one more card."""
    longer: list[Order] = []
    for order in found:
        for one in new:
            for more in () if one in order.cards else _next(order, one, lying, placing):
                if not any(_same(more, other) for other in longer):
                    longer.append(more)
    return longer


def _next(order: Order, one: One, lying: Sequence[One], placing: Placing) -> Iterator[Order]:
    """Yield the orders with one more card: in the cell where it lies, or pushing others aside."""
    now, (row, column) = order.after, one.at
    mine = own(now)
    along = tied_shifts(mine, lying) if mine != EMPTY else (column,)
    ways: list[tuple[Cell, Side]] = [(Cell(one.card, row, column - by), "") for by in along]
    ways += [(slide.cell, slide.side) for slide in slides(mine, one.card, now.setup.tribes)]
    for cell, side in ways:
        move = placing(now, one, cell, side)
        try:
            after, _ = apply(now, move)
        except IllegalMove:
            continue
        yield Order((*order.cards, one), (*order.moves, move), after)


def _same(one: Order, other: Order) -> bool:
    """Tell whether the same cards were laid, and nobody could find or do anything else then."""
    return set(one.cards) == set(other.cards) and _known(one.after) == _known(other.after)


def _known(state: State) -> State:
    """Return a state without its past, its territories counted from their leftmost columns."""
    origin = {seat: from_origin(one) for seat, one in enumerate(state.territories)}
    left = origin[state.turn][1]
    return replace(
        state,
        territories=tuple(one for one, _ in origin.values()),
        done=tuple((row, column - left) for row, column in state.done),
        last=Event(),
        latest=(),
    )

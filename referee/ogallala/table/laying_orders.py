"""The legal orders of several cards laid in a territory between two readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.contract import Cell, IllegalMove
from referee.ogallala.flow import apply
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state.moves import Place, Side
from referee.ogallala.state.state import Event, State, own_territory
from referee.ogallala.state.territory import EMPTY, left_aligned
from referee.ogallala.table.cards_on_table import TableCard, difference, tied_shifts

MOST_TOGETHER = 6  # Maximum number of cards laid between readings. Each one more doubles the work.

Placing = Callable[[State, TableCard, Cell, Side], Place]


class LayingOrder(NamedTuple):
    """An order in which cards were laid, with the moves and the state after the last one."""

    cards: tuple[TableCard, ...]
    moves: tuple[Place, ...]
    after: State


def laying_orders(
    state: State, on_table: Sequence[TableCard], new: Sequence[TableCard], placing: Placing
) -> tuple[LayingOrder, ...]:
    """Return the legal orders in which the greatest number of new cards can be laid.

    Orders with the same result count once. `on_table` are all the cards of the territory as they
    lie in the end. `placing` returns the move that lays a new card in a cell, with or without a
    slide.
    """
    orders: list[LayingOrder] = []
    longer = [LayingOrder((), (), state)]
    for _ in new if len(new) <= MOST_TOGETHER else ():
        on = [order for order in longer if order.after.turn == state.turn]
        longer = _extended(on, on_table, new, placing)
        mine = [(order, order.after.territories[state.turn]) for order in longer]
        whole = [order for order, territory in mine if not difference(territory, on_table).away]
        orders = whole or orders
    return tuple(orders)


def _extended(
    orders: Sequence[LayingOrder],
    on_table: Sequence[TableCard],
    new: Sequence[TableCard],
    placing: Placing,
) -> list[LayingOrder]:
    """Return the orders, each extended by one more card."""
    longer: list[LayingOrder] = []
    for order in orders:
        for card in new:
            for more in () if card in order.cards else _extensions(order, card, on_table, placing):
                if not any(_is_equivalent(more, other) for other in longer):
                    longer.append(more)
    return longer


def _extensions(
    order: LayingOrder, card: TableCard, on_table: Sequence[TableCard], placing: Placing
) -> Iterator[LayingOrder]:
    """Yield the order with one more card, laid in its cell or by a slide."""
    now, (row, column) = order.after, card.at
    mine = own_territory(now)
    along = tied_shifts(mine, on_table) if mine != EMPTY else (column,)
    ways: list[tuple[Cell, Side]] = [(Cell(card.card, row, column - by), "") for by in along]
    ways += [(slide.cell, slide.side) for slide in slides(mine, card.card, now.options.tribes)]
    for cell, side in ways:
        move = placing(now, card, cell, side)
        try:
            after, _ = apply(now, move)
        except IllegalMove:
            continue
        yield LayingOrder((*order.cards, card), (*order.moves, move), after)


def _is_equivalent(more: LayingOrder, other: LayingOrder) -> bool:
    """Whether two orders laid the same cards and led to equal situations."""
    return set(more.cards) == set(other.cards) and _situation(more.after) == _situation(other.after)


def _situation(state: State) -> State:
    """Return the state without its history. Columns count from each territory's leftmost card."""
    aligned = [left_aligned(territory) for territory in state.territories]
    left, territories = aligned[state.turn][1], tuple(territory for territory, _ in aligned)
    done = tuple((row, column - left) for row, column in state.done)
    return replace(state, territories=territories, done=done, last=Event(), drawn="")

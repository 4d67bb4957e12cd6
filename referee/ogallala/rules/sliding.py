"""Cards that move aside to make room for a card of a double prize (OG-16)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.contract import Cell
from referee.kit import replaced
from referee.ogallala.rules.placing import objection
from referee.ogallala.state.cards import SET_CARDS, SET_OF
from referee.ogallala.state.moves import Side
from referee.ogallala.state.rows import BIT, Canoe, Row, broken_rule
from referee.ogallala.state.territory import COLUMNS, Territory, column_span, each_canoe, figures

_BITS = {name: sum(BIT[card] for card in cards) for name, cards in SET_CARDS.items()}
_ALL_BITS = sum(_BITS.values())


class Slide(NamedTuple):
    """A card put next to the other cards of its set.

    `cell` is its cell, `side` is where other cards move to make room, and `after` is the resulting
    territory.
    """

    cell: Cell
    side: Side
    after: Territory


def pushing_cards(territory: Territory) -> frozenset[str]:
    """Return all cards of each set that has a card in the territory."""
    return _of_sets(figures(territory) & _ALL_BITS)


@lru_cache
def _of_sets(bits: int) -> frozenset[str]:
    return frozenset(
        card for name, cards in SET_CARDS.items() if bits & _BITS[name] for card in cards
    )


def slides(territory: Territory, card: str, tribes: bool = False) -> tuple[Slide, ...]:
    """Return the ways to put a card of a double prize next to its set (OG-16).

    A slide is possible only if the card cannot simply be laid on that side of its set. All cards of
    the canoe on one side of the gap move by one column.
    """
    return _slides(territory, card, tribes) if card in pushing_cards(territory) else ()


@lru_cache(maxsize=1024)
def _slides(territory: Territory, card: str, tribes: bool) -> tuple[Slide, ...]:
    name = SET_OF[card]
    results: dict[tuple[int, int, Side], Slide] = {}
    for number, canoe in each_canoe(territory):
        if canoe.complete or not canoe.crew.figures & _BITS[name]:
            continue
        columns = [column for column, other in canoe.cells() if other in SET_CARDS[name]]
        beside = {gap: gap - 1 for gap in columns} | {gap + 1: gap + 1 for gap in columns}
        for gap, cell in sorted(beside.items()):
            if objection(territory, Cell(card, number, cell), tribes) is None:
                continue  # the cell is legal without a slide
            ways: tuple[tuple[int, Side], ...] = ((gap, "right"), (gap - 1, "left"))
            for column, side in ways:
                at = Cell(card, number, column)
                after = _slide_territory(territory, number, canoe, gap, at, tribes)
                if after is not None:
                    results[number, column, side] = Slide(at, side, after)
    return tuple(results.values())


def _slide_territory(
    territory: Territory, number: int, canoe: Canoe, gap: int, cell: Cell, tribes: bool
) -> Territory | None:
    """Return the territory after a slide at the column `gap`, or None if it is impossible.

    If the cards from `gap` on move right, the new card lies in `gap`. If the cards before it move
    left, it lies in the column before `gap`.
    """
    row, n = territory.rows[number], gap - territory.rows[number].left
    first, end = canoe.left - row.left, canoe.right + 1 - row.left
    if cell.column == gap:
        left, over = row.left, canoe.right + 1
        cards = (*row.cards[:n], cell.card, *row.cards[n:end], *row.cards[end + 1 :])
    else:
        left, over = row.left - (first == 0), canoe.left - 1
        before = row.cards[: max(0, first - 1)]
        cards = (*before, *row.cards[first:n], cell.card, *row.cards[n:])
    new = Row(left, cards)
    if row.card_at(over) or broken_rule(new, tribes):
        return None
    after = Territory(replaced(territory.rows, number, new))
    left, right = column_span(after)
    return after if right - left < COLUMNS else None

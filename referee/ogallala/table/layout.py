"""The layout of a match of Ogallala: territories, draw piles and hunting grounds."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Message
from referee.kit import newest
from referee.ogallala.flow import FLOW
from referee.ogallala.rules.scoring import points, total
from referee.ogallala.state import phases
from referee.ogallala.state.cards import MAD_AXE
from referee.ogallala.state.rows import Canoe, Row, canoes
from referee.ogallala.state.state import GROUNDS, PILES, TERRITORIES, State, draw_objection
from referee.ogallala.state.territory import Territory
from referee.pending import free_cells
from referee.table import Card, CardStatus, Layout, Outline, Piece, Pile, Position, Zone


@newest
def layout(state: State) -> Layout:
    """Return the layout: all open cards, and how many cards are left to draw."""
    free, over = free_cells(FLOW.pending(state)), isinstance(state.phase, phases.Over)
    cards: list[Card] = []
    pieces: list[Piece] = []
    outlines: list[Outline] = []
    for seat, territory in enumerate(state.territories):
        takable = free.get(TERRITORIES[seat], _NONE) if free else _NONE
        result = _territory_layout(seat, territory, takable, over)
        cards += result[0]
        pieces += result[1]
        outlines += result[2]
    return Layout(
        (*cards, *_swept_cards(state)),
        (*_piles(bool(state.stock)), grounds_pile(state)),
        pieces=tuple(pieces),
        outlines=tuple(outlines),
        floats=TERRITORIES[: len(state.territories)],
        words=((PILES[1], Message("ogallala.fact.left", {"count": sum(state.stock.values())})),),
    )


# -- territories ---------------------------------------------------------------------------------


_TerritoryLayout = tuple[tuple[Card, ...], tuple[Piece, ...], tuple[Outline, ...]]
_NONE: frozenset[Position] = frozenset()


@lru_cache(maxsize=256)
def _territory_layout(
    seat: int, territory: Territory, free: frozenset[Position], over: bool
) -> _TerritoryLayout:
    """Return a territory's cards, its points, and its canoes with their strength and points."""
    zone = TERRITORIES[seat]
    a, b, c = (_cards_of_row(seat, n, row, free, over) for n, row in enumerate(territory.rows))
    points_ = Piece("point", zone, total(territory), seat=seat)
    return (*a, *b, *c), (points_,), canoe_outlines(territory, zone)


@lru_cache(maxsize=256)
def _cards_of_row(
    seat: int, number: int, row: Row, free: frozenset[Position], over: bool
) -> tuple[Card, ...]:
    """Return the cards of a row. Those that may be taken now are `FREE`."""
    zone, cards = TERRITORIES[seat], []
    for column, card in row.cells():
        at = (number, column)
        status = CardStatus.USED if over else CardStatus.FREE if at in free else CardStatus.STAYS
        cards.append(Card(card, zone, at, status, seat))
    return tuple(cards)


def canoe_outlines(territory: Territory, zone: Zone) -> tuple[Outline, ...]:
    """Return the outlines of the canoes of a territory, with strength and points."""
    a, b, c = (_outlines_of_row(zone, number, row) for number, row in enumerate(territory.rows))
    return (*a, *b, *c)


@lru_cache(maxsize=256)
def _outlines_of_row(zone: Zone, number: int, row: Row) -> tuple[Outline, ...]:
    return tuple([_outline(zone, number, canoe) for canoe in canoes(row)])


@lru_cache(maxsize=256)
def _outline(zone: Zone, row: int, canoe: Canoe) -> Outline:
    at = tuple([(row, column) for column, _ in canoe.cells()])
    return Outline(zone, at, _pieces(zone, canoe), canoe.complete)


def _swept_cards(state: State) -> tuple[Card, ...]:
    """Return the cards of a captured or given-up canoe that must leave their old cells."""
    if state.sweep is None:
        return ()
    seat = state.sweep.seat
    return tuple(
        Card(cell.card, TERRITORIES[seat], (cell.row, cell.column), CardStatus.TO_CLEAR, seat)
        for cell in state.sweep.cells
    )


def _pieces(zone: Zone, canoe: Canoe) -> tuple[Piece, ...]:
    strength = Piece("strength", zone, canoe.crew.strength, seat=zone.seat)
    worth = Piece("point", zone, points(canoe), seat=zone.seat)
    return (strength, worth) if canoe.complete else (strength,)


# -- piles ---------------------------------------------------------------------------------------


@lru_cache
def _piles(left: bool) -> tuple[Pile, ...]:
    """Return the draw piles. Nobody counts how many cards each of them has."""
    return tuple(Pile(zone, None if left else 0) for zone in PILES)


def grounds_pile(state: State) -> Pile:
    """Return the hunting grounds as they look on the table.

    Cards that were discarded together are counted once the table sees one of them there. Until
    then, the old top card or Mad Axe is on top.
    """
    if state.last.shuffled:  # the cards are still there until somebody shuffles
        return Pile(GROUNDS, sum(state.stock.values()), state.last.shuffled, leaves=True)
    layers, axe = state.grounds, False
    if isinstance(state.phase, phases.Top) and state.sweep is not None:
        layers, axe = layers[:-1], MAD_AXE in layers[-1]
    elif isinstance(state.phase, phases.Axe):
        axe = True
    count = sum(map(len, layers)) + axe
    known = layers[-1][0] if layers and len(layers[-1]) == 1 else ""
    if axe:
        return Pile(GROUNDS, count, MAD_AXE, (known,) if known else _names(layers))
    under = _names(layers[:-1] if known else layers)
    return Pile(GROUNDS, count, known, under, bool(known) and may_draw_top(state))


def _names(layers: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(layers[-1])) if layers else ()


def may_draw_top(state: State) -> bool:
    """Whether the top of the hunting grounds may be drawn now (OG-1)."""
    return isinstance(state.phase, phases.Draw) and draw_objection(state) is None

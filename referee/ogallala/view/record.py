"""The record of a match of Ogallala: points by round, attacks, and discarded cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import Against, Column, Figure, Record, Series
from referee.kit import vary_rulings
from referee.ogallala.rules.scoring import LONG, PRIZE, prize_factors, total
from referee.ogallala.state.cards import PRIZES
from referee.ogallala.state.state import Event, EventKind, State
from referee.ogallala.state.territory import complete_canoes
from referee.ogallala.view.highlights import AIMING, highlights, is_draw

NO_DRAW = (EventKind.WRECKED, EventKind.LEFT)  # These moves drew no card, or only Mad Axe.


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    seats = range(states[0].setup.seats)
    drawn = [after.last for before, after in pairwise(states) if is_draw(before, after)]
    aimed = [after.last for before, after in pairwise(states) if before.phase in AIMING]
    captured = [last for last in aimed if last.what is EventKind.CAPTURED]
    figures = (one for seat in seats for one in _figures(seat, drawn, captured))
    columns = tuple(_columns(states[-1]))
    return Record(
        tuple(figures),
        _against(aimed),
        (_points(states),),
        columns,
        vary_rulings(highlights(states)),
    )


def _figures(seat: int, drawn: Sequence[Event], captured: Sequence[Event]) -> Iterator[Figure]:
    """Yield a seat's attacks that captured a prize, and its drawn cards that were discarded."""
    mine = [last for last in captured if last.seat == seat]
    paid = sum(not PRIZES.isdisjoint(last.cards) for last in mine)
    yield Figure("attacks", seat, paid, len(mine))
    cards = [last.what for last in drawn if last.seat == seat and last.what not in NO_DRAW]
    yield Figure("discarded", seat, cards.count(EventKind.DISCARDED), len(cards))


def _columns(last: State) -> Iterator[Column]:
    """Yield columns: points, points of cards, points of prizes, and complete canoes."""
    canoes = [tuple(canoe for _, canoe in complete_canoes(one)) for one in last.territories]
    yield Column("points", tuple(total(one) for one in last.territories))
    cards = (
        sum(len(one.cards) * (2 if len(one.cards) >= LONG else 1) for one in each)
        for each in canoes
    )
    yield Column("crews", tuple(cards))
    yield Column(
        "prizes", tuple(PRIZE * sum(sum(prize_factors(one)) for one in each) for each in canoes)
    )
    yield Column("canoes", tuple(len(each) for each in canoes))


def _against(aimed: Sequence[Event]) -> tuple[Against, ...]:
    """Return how often each seat lassoed, shot at or attacked each of the others."""
    counts = Counter((last.seat, last.target) for last in aimed if last.target is not None)
    return tuple(Against(one, other, many) for (one, other), many in sorted(counts.items()))


def _points(states: Sequence[State]) -> Series:
    """Return the points of each territory at the end of each round."""
    last = {state.round: state for state in states}
    rounds = tuple(sorted(last))
    seats = range(states[0].setup.seats)
    values = tuple(
        tuple(total(last[number].territories[seat]) for number in rounds) for seat in seats
    )
    return Series("points", rounds, values)

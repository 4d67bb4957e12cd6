"""The record of a match of Ogallala: points by round, attacks, and discarded cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import Against, Column, Figure, Record, Series
from referee.kit import vary_rulings
from referee.ogallala.rules.scoring import LONG, PRIZE, prize_factors, total
from referee.ogallala.state.cards import PRIZES
from referee.ogallala.state.state import EventKind, State
from referee.ogallala.state.territory import complete_canoes
from referee.ogallala.view.highlights import AIMING, highlights, is_draw
from referee.statistics import no_figures

NO_DRAW = (EventKind.WRECKED, EventKind.LEFT)  # These moves drew no card, or only Mad Axe.


FIGURES = {"attacks": None, "discarded": None}


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    columns = tuple(_columns(states[-1]))
    return Record(
        (*no_figures(FIGURES, states[0].setup.seats), *_figures(states)),
        tuple(_against(states)),
        (_points(states),),
        columns,
        vary_rulings(highlights(states)),
    )


def _figures(states: Sequence[State]) -> Iterator[Figure]:
    """Yield attacks, which may capture a prize, and drawn cards, which may be discarded."""
    for at, (before, after) in enumerate(pairwise(states), 1):
        last = after.last
        if before.phase in AIMING and last.what is EventKind.CAPTURED:
            paid = not PRIZES.isdisjoint(last.cards)
            yield Figure("attacks", last.seat, int(paid), 1, state=at)
        if is_draw(before, after) and last.what not in NO_DRAW:
            discarded = last.what is EventKind.DISCARDED
            yield Figure("discarded", last.seat, int(discarded), 1, state=at)


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


def _against(states: Sequence[State]) -> Iterator[Against]:
    """Yield who lassoed, shot at or attacked whom."""
    for at, (before, after) in enumerate(pairwise(states), 1):
        if before.phase in AIMING and after.last.target is not None:
            yield Against(after.last.seat, after.last.target, 1, at)


def _points(states: Sequence[State]) -> Series:
    """Return the points of each territory at the end of each round."""
    last = {state.round: state for state in states}
    rounds = tuple(sorted(last))
    seats = range(states[0].setup.seats)
    values = tuple(
        tuple(total(last[number].territories[seat]) for number in rounds) for seat in seats
    )
    return Series("points", rounds, values)

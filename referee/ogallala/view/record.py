"""The record of a match of Ogallala: points by round, attacks, discarded cards, and highlights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee import statistics as stats
from referee.contract import Against, Column, Figure, Record
from referee.ogallala.rules.scoring import PRIZE, points, prize_factors, total
from referee.ogallala.state import phases
from referee.ogallala.state.cards import MAD_AXE, PRIZES
from referee.ogallala.state.state import EventKind, State
from referee.ogallala.state.territory import Territory, cells, complete_canoes
from referee.table import ROW_NAMES

AIMING = phases.Lasso | phases.Archer | phases.Attack
NO_DRAW = (EventKind.WRECKED, EventKind.LEFT)  # These moves drew no card, or only Mad Axe.
FIGURES = ("attacks", "discarded")


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    seats, highlights = range(len(states[0].territories)), stats.pick_highlights(states, HIGHLIGHTS)
    figures = (*stats.no_figures(FIGURES, len(seats)), *_figures(states))
    charts = (stats.chart("points", stats.round_ends(states), seats, _points),)
    return Record(figures, tuple(_against(states)), charts, tuple(_columns(states[-1])), highlights)


def _is_draw(before: State, after: State) -> bool:
    """Whether the last move drew a card other than Mad Axe."""
    return isinstance(before.phase, phases.Draw) and after.last.cards != (MAD_AXE,)


def _points(state: State, seat: int) -> int:
    return total(state.territories[seat])


def _figures(states: Sequence[State]) -> Iterator[Figure]:
    """Yield attacks, which may capture a prize, and drawn cards, which may be discarded."""
    for at, before, after in stats.steps(states):
        event = after.last
        if isinstance(before.phase, AIMING) and event.what is EventKind.CAPTURED:
            paid = not PRIZES.isdisjoint(event.cards)
            yield Figure("attacks", event.seat, int(paid), 1, state=at)
        if _is_draw(before, after) and event.what not in NO_DRAW:
            discarded = event.what is EventKind.DISCARDED
            yield Figure("discarded", event.seat, int(discarded), 1, state=at)


def _columns(end: State) -> Iterator[Column]:
    """Yield columns: points, points of cards, points of prizes, and complete canoes."""
    canoes = [[canoe for _, canoe in complete_canoes(item)] for item in end.territories]
    prizes = [sum(sum(prize_factors(canoe)) for canoe in each) * PRIZE for each in canoes]
    points_ = [total(territory) for territory in end.territories]
    yield Column("points", tuple(points_))
    yield Column("crews", tuple(all_ - own for all_, own in zip(points_, prizes, strict=True)))
    yield Column("prizes", tuple(prizes))
    yield Column("canoes", tuple(map(len, canoes)))


def _against(states: Sequence[State]) -> Iterator[Against]:
    """Yield who lassoed, shot at or attacked whom."""
    for at, before, after in stats.steps(states):
        if isinstance(before.phase, AIMING) and after.last.target is not None:
            yield Against(after.last.seat, after.last.target, 1, at)


# -- highlights ----------------------------------------------------------------------------------


def _new_territories(states: Sequence[State]) -> Iterator[tuple[int, int, Territory]]:
    """Yield each territory as it was at first and after each change: state, seat, territory."""
    for at, state in enumerate(states):
        for seat, territory in enumerate(state.territories):
            if not at or territory is not states[at - 1].territories[seat]:
                yield at, seat, territory


def _canoes(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, seat, territory in _new_territories(states):
        for _, canoe in complete_canoes(territory):
            worth = points(canoe)
            yield stats.Candidate(at, worth, seat=seat, count=len(canoe.cards), points=worth)


def _costly_attacks(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the attacks, lassos and shots that cost an opponent points."""
    for at, before, after in stats.steps(states):
        seat, target = after.last.seat, after.last.target
        if target is not None and isinstance(before.phase, AIMING):
            cost = _points(before, target) - _points(after, target)
            if cost > 0:
                yield stats.Candidate(at, cost, seat=seat, points=cost, target_seat=target)


def _leaps(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the moves that gained points. The earliest of equals counts, then the higher seat."""
    for at, seat, _ in _new_territories(states):
        gain = _points(states[at], seat) - _points(states[at - 1], seat) if at else 0
        if gain > 0:
            yield stats.Candidate(at, gain, -at, seat, seat=seat, points=gain)


def _lead_changes(states: Sequence[State]) -> Iterator[stats.Candidate]:
    ahead = stats.lead_changes(states, lambda state: dict(enumerate(map(total, state.territories))))
    for count, (at, seat) in enumerate(ahead, 1):
        yield stats.Candidate(at, seat=seat, count=count)


def _discards(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the cards that were discarded as soon as they were drawn."""
    for at, before, after in stats.steps(states):
        if _is_draw(before, after) and after.last.what is EventKind.DISCARDED:
            yield stats.Candidate(at, seat=after.last.seat)


def _full_territories(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, seat, territory in _new_territories(states):
        count = len(cells(territory))
        if count:
            yield stats.Candidate(at, count, -at, seat, seat=seat, count=count)


def _full_rows(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, seat, territory in _new_territories(states):
        for number, row in enumerate(territory.rows):
            count = sum(1 for _ in row.cells())
            if count:
                worth = (count, -at, seat, -number)
                yield stats.Candidate(at, *worth, seat=seat, row=ROW_NAMES[number], count=count)


def _wrecks(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, before, after in stats.steps(states):
        if isinstance(before.phase, phases.Axe) and after.last.what is EventKind.WRECKED:
            yield stats.Candidate(at, seat=after.last.seat)


HIGHLIGHTS = (  # The most remarkable first. All cards are open.
    stats.Best("ogallala.highlight.canoe", _canoes),
    stats.Best("ogallala.highlight.attack", _costly_attacks),
    stats.Best("ogallala.highlight.leap", _leaps),
    stats.Last("ogallala.highlight.lead", _lead_changes),
    stats.Most("ogallala.highlight.discarded", _discards),
    stats.Best("ogallala.highlight.cards", _full_territories),
    stats.Best("ogallala.highlight.row", _full_rows),
    stats.Last("ogallala.highlight.wrecked", _wrecks),
)

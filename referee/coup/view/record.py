"""The record of a match of Coup: bluffs, challenges, targets, and cards left by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import Against, Column, Figure, Record, Series
from referee.coup.state.phases import Turn
from referee.coup.state.state import EventKind, State, influence, is_in
from referee.coup.view.claims import claims
from referee.coup.view.highlights import highlights
from referee.kit import vary_rulings


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    figures = tuple(_figures(states[-1]))
    columns = tuple(_columns(states[-1], figures))
    return Record(
        figures,
        _against(states),
        (_influence_series(states),),
        columns,
        vary_rulings(highlights(states)),
    )


def _figures(state: State) -> Iterator[Figure]:
    """Yield each seat's justified challenges and its bluffs, whether they failed or were proved."""
    told = claims(state)
    for seat in range(len(state.faces)):
        mine = [claim for claim in told if claim.seat == seat]
        caught = sum(claim.fate is EventKind.FAILED for claim in mine)
        passed = sum(claim.fate is not EventKind.FAILED and claim.true is False for claim in mine)
        tried = [event.what for event in state.history if event.other == seat]
        right = tried.count(EventKind.FAILED)
        yield Figure("bluffs", seat, caught + passed, len(mine))
        yield Figure("caught", seat, caught, caught + passed)
        yield Figure("right", seat, right, right + tried.count(EventKind.SHOWN))


def _columns(last: State, figures: Sequence[Figure]) -> Iterator[Column]:
    """Yield the columns: cards left, coins left, known bluffs and successful challenges."""
    seats = range(len(last.coins))
    yield Column("influence", tuple(influence(last, seat) for seat in seats))
    yield Column("coins", last.coins)
    for name in ("bluffs", "right"):
        found = [one for one in figures if one.name == name]
        yield Column(name, tuple(one.count for one in found), tuple(one.of for one in found))


def _against(states: Sequence[State]) -> tuple[Against, ...]:
    """Return how often each seat challenged or targeted each of the others."""
    doubts = (
        (event.other, event.seat)
        for event in states[-1].history
        if event.other is not None and event.what in (EventKind.SHOWN, EventKind.FAILED)
    )
    targets = (
        (after.turn, play.target)
        for before, after in pairwise(states)
        if isinstance(before.phase, Turn)
        if (play := after.phase.play) is not None and play.target is not None
    )
    counts = Counter((*doubts, *targets))
    return tuple(Against(one, other, count) for (one, other), count in sorted(counts.items()))


def _influence_series(states: Sequence[State]) -> Series:
    """Return each seat's number of cards after each round, until the seat is eliminated."""
    last = {state.round: state for state in states}
    rounds = tuple(sorted(last))
    ends = [last[number] for number in rounds]
    seats = range(len(states[0].faces))
    values = tuple(
        tuple(
            influence(end, seat) if at == 0 or is_in(ends[at - 1], seat) else None
            for at, end in enumerate(ends)
        )
        for seat in seats
    )
    return Series("influence", rounds, values)

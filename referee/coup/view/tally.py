"""What a match of Coup came to: bluffs and challenges of each seat, targets, and cards left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import Against, Column, Figure, Record, Series
from referee.coup.state.phases import Turn
from referee.coup.state.state import State, What, influence, is_in
from referee.coup.view.claims import claims
from referee.coup.view.highlights import highlights
from referee.kit import varied


def record(states: Sequence[State]) -> Record:
    """Return what a match came to, by the states after each of its moves."""
    figures = tuple(_figures(states[-1]))
    columns = tuple(_columns(states[-1], figures))
    return Record(figures, _against(states), (_left(states),), columns, varied(highlights(states)))


def _figures(state: State) -> Iterator[Figure]:
    """Yield the claims of each seat that did not hold, or that the record proves false."""
    told = claims(state)
    for seat in range(len(state.faces)):
        mine = [claim for claim in told if claim.seat == seat]
        caught = sum(claim.fate is What.FAILED for claim in mine)
        passed = sum(claim.fate is not What.FAILED and claim.true is False for claim in mine)
        tried = [event.what for event in state.history if event.other == seat]
        right = tried.count(What.FAILED)
        yield Figure("bluffs", seat, caught + passed, len(mine))
        yield Figure("caught", seat, caught, caught + passed)
        yield Figure("right", seat, right, right + tried.count(What.SHOWN))


def _columns(last: State, figures: Sequence[Figure]) -> Iterator[Column]:
    """Yield cards and coins that are left, bluffs that are known, challenges that were right."""
    seats = range(len(last.coins))
    yield Column("influence", tuple(influence(last, seat) for seat in seats))
    yield Column("coins", last.coins)
    for name in ("bluffs", "right"):
        found = [one for one in figures if one.name == name]
        yield Column(name, tuple(one.count for one in found), tuple(one.of for one in found))


def _against(states: Sequence[State]) -> tuple[Against, ...]:
    """Return whom each seat challenged or named as a target, how often."""
    doubts = (
        (event.other, event.seat)
        for event in states[-1].history
        if event.other is not None and event.what in (What.SHOWN, What.FAILED)
    )
    targets = (
        (after.turn, play.target)
        for before, after in pairwise(states)
        if isinstance(before.phase, Turn)
        if (play := after.phase.play) is not None and play.target is not None
    )
    counts = Counter((*doubts, *targets))
    return tuple(Against(one, other, count) for (one, other), count in sorted(counts.items()))


def _left(states: Sequence[State]) -> Series:
    """Return how many cards each seat still held after each round, up to the one it went out in."""
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

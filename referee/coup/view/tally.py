"""What a match of Coup came to: bluffs and challenges of each seat, targets, and cards left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import Against, Figure, Record, Series
from referee.coup.state.phases import Turn
from referee.coup.state.state import State, What, influence, is_in
from referee.coup.view.claims import claims


def record(states: Sequence[State]) -> Record:
    """Return what a match came to, by the states after each of its moves."""
    return Record(tuple(_figures(states[-1])), _against(states), (_left(states),))


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

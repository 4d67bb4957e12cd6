"""The record of a match of Coyote: each seat's boldness, bluffs and challenges, and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.contract import Against, Column, Figure, Record, Series
from referee.coyote.state.phases import Count
from referee.coyote.state.state import State, is_in
from referee.coyote.view.boldness import boldness_of, chance_of
from referee.coyote.view.highlights import Round, counted_rounds, highlights
from referee.kit import vary_rulings


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    ends = _round_ends(states)
    return Record(
        tuple(_figures(states[-1])),
        _against(ends),
        _series(ends),
        tuple(_columns(states[-1], ends, counted_rounds(states))),
        vary_rulings(highlights(states)),
    )


def _round_ends(states: Sequence[State]) -> list[State]:
    """Return the state at the end of each round, after its last correction."""
    last = {state.round: state for state in states if state.phase.result is not None}
    return [last[number] for number in sorted(last)]


def _figures(state: State) -> Iterator[Figure]:
    """Yield the risks of each seat, if they were recorded."""
    for seat in range(len(state.strikes)) if state.story else ():
        it = boldness_of(state, seat)
        challenged = sum(one.current_number.seat == seat for one in state.story)
        yield Figure("boldness", seat, it.weighed, challenged, it.risk)
        yield Figure("bluffs", seat, it.bluffs, it.announced)
        yield Figure("caught", seat, it.caught, it.bluffs)
        yield Figure("right", seat, it.right, it.doubts)


def _columns(last: State, ends: Sequence[State], counted: Sequence[Round]) -> Iterator[Column]:
    """Yield the columns: strikes, bluffs and justified challenges, each with its maximum."""
    seats = range(len(last.strikes))
    yield Column("strikes", last.strikes, (last.setup.limit,) * len(seats))
    said = [(one.seat, one.number > end.total) for end in counted for one in end.said]
    bluffs = Counter(seat for seat, bluff in said if bluff)
    announced = Counter(seat for seat, _ in said)
    yield Column("bluffs", *_counts(seats, bluffs, announced))
    doubts = [
        (result.challenger, result.winner)
        for end in ends
        if isinstance(result := end.phase.result, Count)
    ]
    right = Counter(seat for seat, winner in doubts if seat == winner)
    yield Column("right", *_counts(seats, right, Counter(seat for seat, _ in doubts)))


def _counts(
    seats: Sequence[int], counts: Counter[int], of: Counter[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(counts[seat] for seat in seats), tuple(of[seat] for seat in seats)


def _against(ends: Sequence[State]) -> tuple[Against, ...]:
    """Return how often each seat challenged each of the others."""
    counts = Counter(
        (result.challenger, end.said[-1].seat)
        for end in ends
        if isinstance(result := end.phase.result, Count)
    )
    return tuple(Against(one, other, count) for (one, other), count in sorted(counts.items()))


def _series(ends: Sequence[State]) -> tuple[Series, ...]:
    """Return charts by round: the strikes, and the risk of each challenged announcement."""
    if not ends:
        return ()
    seats, rounds = range(len(ends[0].strikes)), tuple(end.round for end in ends)
    strikes = Series("strikes", rounds, tuple(_strikes(ends, seat) for seat in seats))
    if not any(end.story for end in ends):
        return (strikes,)
    risks = tuple(tuple(_risk(end, seat) for end in ends) for seat in seats)
    return (Series("boldness", rounds, risks, share=True), strikes)


def _strikes(ends: Sequence[State], seat: int) -> tuple[int | None, ...]:
    """Return a seat's strikes after each round, up to the round that eliminated it."""
    before = [True, *(is_in(end, seat) for end in ends)]
    return tuple(
        end.strikes[seat] if there else None for end, there in zip(ends, before, strict=False)
    )


def _risk(end: State, seat: int) -> float | None:
    """Return the chance that a seat's challenged announcement would fail. None if it is unknown."""
    if not end.story or not isinstance(end.phase.result, Count):
        return None
    told = end.story[-1]
    found = chance_of(end.setup, told) if told.current_number.seat == seat else None
    return None if found is None else 1 - found.mean

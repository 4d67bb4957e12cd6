"""The record of a match of Coyote: each seat's boldness, bluffs and challenges, and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.contract import (
    Against,
    Column,
    Figure,
    Frozen,
    Record,
    Series,
)
from referee.coyote.state.phases import Count
from referee.coyote.state.state import State, is_in
from referee.coyote.view.boldness import chance_of
from referee.coyote.view.highlights import Round, counted_rounds, highlights
from referee.kit import vary_rulings
from referee.statistics import appended_at, no_figures

FIGURES = {"boldness": 0.0, "bluffs": None, "caught": None, "right": None}


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    ends = _round_ends(states)
    challenges = [*_challenges(states, ends)]
    none = no_figures(FIGURES, len(ends[-1].strikes)) if ends and ends[-1].story else ()
    return Record(
        (*none, *(figure for one in challenges for figure in _figures(one))),
        tuple(_against(challenges)),
        _series(ends),
        tuple(_columns(states[-1], ends, counted_rounds(states))),
        vary_rulings(highlights(states)),
    )


def _round_ends(states: Sequence[State]) -> list[State]:
    """Return the state at the end of each round, after its last correction."""
    last = {state.round: state for state in states if state.phase.result is not None}
    return [last[number] for number in sorted(last)]


class _Challenge(Frozen):
    """A challenge that was counted: the state `at` it, that of each announcement, and the end."""

    at: int
    said_at: tuple[int, ...]
    end: State
    result: Count


def _challenges(states: Sequence[State], ends: Sequence[State]) -> Iterator[_Challenge]:
    by_round: dict[int, list[int]] = {}
    for at, state in enumerate(states):
        by_round.setdefault(state.round, []).append(at)
    for end in ends:
        result = end.phase.result
        if isinstance(result, Count):
            every = by_round[end.round]
            round_ = every[: max(n for n, at in enumerate(every) if states[at] is end) + 1]
            said_at = appended_at([states[at] for at in round_], lambda state: state.said)
            made = (
                at
                for at in round_[said_at[-1] :]
                if states[at].phase.challenger is not None or states[at].phase.result is not None
            )
            yield _Challenge(next(made), tuple(round_[at] for at in said_at), end, result)


def _figures(challenge: _Challenge) -> Iterator[Figure]:
    """Yield the risks in a counted round, if they were recorded."""
    end = challenge.end
    if not end.story:
        return
    told = end.story[-1]
    for at, one in zip(challenge.said_at, told.said, strict=True):
        bluff, challenged = one.number > told.total, one is told.said[-1]
        yield Figure("bluffs", one.seat, int(bluff), 1, state=at)
        if bluff:
            yield Figure("caught", one.seat, int(challenged), 1, state=at)
    chance = chance_of(end.setup, told)
    risk = 0.0 if chance is None else 1 - chance.mean
    last, at = told.said[-1], challenge.said_at[-1]
    yield Figure("boldness", last.seat, int(chance is not None), 1, risk, at)
    yield Figure("right", told.challenger, int(last.number > told.total), 1, state=challenge.at)


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


def _against(challenges: Sequence[_Challenge]) -> Iterator[Against]:
    """Yield who challenged whom."""
    for one in challenges:
        yield Against(one.result.challenger, one.end.said[-1].seat, 1, one.at, one.said_at[-1])


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

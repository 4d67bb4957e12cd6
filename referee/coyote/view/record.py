"""The record of a match of Coyote: bluffs and challenges, a chart, and highlights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee import statistics as stats
from referee.contract import Against, Column, Figure, Frozen, Record, Series
from referee.coyote.state.phases import Count
from referee.coyote.state.state import Announcement, State, is_in

FIGURES = ("bluffs", "caught", "right")


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    end = states[-1]
    results = stats.round_ends(state for state in states if state.phase.result is not None)
    ends = tuple(results.values())
    challenges = tuple(_challenges(states, ends))
    none = stats.no_figures(FIGURES, len(end.strikes)) if ends else ()
    return Record(
        (*none, *(figure for challenge in challenges for figure in _figures(challenge))),
        tuple(_against(challenges)),
        tuple(_charts(results, range(len(end.strikes)))),
        tuple(_columns(end, ends, counted_rounds(states))),
        stats.pick_highlights(states, HIGHLIGHTS),
    )


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
            said_at = stats.appended_at([states[at] for at in round_], lambda state: state.said)
            made = (
                at
                for at in round_[said_at[-1] :]
                if states[at].phase.challenger is not None or states[at].phase.result is not None
            )
            yield _Challenge(next(made), tuple(round_[at] for at in said_at), end, result)


def _figures(challenge: _Challenge) -> Iterator[Figure]:
    """Yield which numbers of a counted round were bluffs, and whether the challenge was right."""
    announcements, result = challenge.end.said, challenge.result
    for at, announcement in zip(challenge.said_at, announcements, strict=True):
        bluff = announcement.number > result.total
        yield Figure("bluffs", announcement.seat, int(bluff), 1, state=at)
        if bluff:
            yield Figure(
                "caught", announcement.seat, int(announcement is announcements[-1]), 1, state=at
            )
    right = announcements[-1].number > result.total
    yield Figure("right", result.challenger, int(right), 1, state=challenge.at)


def _columns(end: State, ends: Sequence[State], counted: Sequence[Round]) -> Iterator[Column]:
    """Yield the columns: strikes, bluffs and justified challenges, each with its maximum."""
    seats = range(len(end.strikes))
    yield Column("strikes", end.strikes, (end.setup.limit,) * len(seats))
    answers = [
        (announcement.seat, announcement.number > round_.total)
        for round_ in counted
        for announcement in round_.said
    ]
    yield _hits("bluffs", seats, answers)
    results = [end.phase.result for end in ends]
    challenges = [
        (result.challenger, result.challenger == result.winner)
        for result in results
        if isinstance(result, Count)
    ]
    yield _hits("right", seats, challenges)


def _hits(name: str, seats: range, cases: Sequence[tuple[int, bool]]) -> Column:
    """Return how many of its cases each seat hit. A case has the seat and whether it hit."""
    hits = Counter(seat for seat, hit in cases if hit)
    all_ = Counter(seat for seat, _ in cases)
    return Column(name, tuple(hits[seat] for seat in seats), tuple(all_[seat] for seat in seats))


def _against(challenges: Sequence[_Challenge]) -> Iterator[Against]:
    """Yield who challenged whom."""
    for challenge in challenges:
        yield Against(
            challenge.result.challenger,
            challenge.end.said[-1].seat,
            1,
            challenge.at,
            challenge.said_at[-1],
        )


def _charts(results: Mapping[int, State], seats: range) -> Iterator[Series]:
    """Yield the chart of the strikes, by round."""
    if results:
        yield stats.chart("strikes", results, seats, _strikes, is_in=is_in)


def _strikes(end: State, seat: int) -> int:
    return end.strikes[seat]


# -- highlights ----------------------------------------------------------------------------------


class Round(Frozen):
    """A counted round: its announcements, its total, and the index of the `state` after it."""

    said: tuple[Announcement, ...]
    total: int
    state: int

    @property
    def excess(self) -> int:
        """How far the challenged number was above the total."""
        return self.said[-1].number - self.total


def counted_rounds(states: Sequence[State]) -> list[Round]:
    """Return the counted rounds of a match, each with its last correction."""
    rounds: dict[int, Round] = {}
    for at, state in enumerate(states):
        result = state.phase.result
        if isinstance(result, Count) and state.said:
            kept = rounds.get(state.round)
            if kept is None or (kept.said, kept.total) != (state.said, result.total):
                rounds[state.round] = Round(state.said, result.total, at)
    return [rounds[number] for number in sorted(rounds)]


def _candidate(one: Round, *worth: float, **more: int) -> stats.Candidate:
    """Return the candidate for a round, whose sentence names the challenged announcement."""
    seat, number = one.said[-1].seat, one.said[-1].number
    return stats.Candidate(one.state, *worth, seat=seat, number=number, total=one.total, **more)


def _held_numbers(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for counted_round in counted_rounds(states):
        if counted_round.excess <= 0:
            yield _candidate(counted_round, counted_round.said[-1].number)


def _bluffs(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for counted_round in counted_rounds(states):
        if counted_round.excess > 0:
            yield _candidate(counted_round, counted_round.excess)


def _counts(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield every counted round, worth more the closer the number was to the total."""
    for counted_round in counted_rounds(states):
        yield _candidate(counted_round, -abs(counted_round.excess))


def _long_rounds(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for counted_round in counted_rounds(states):
        count = len(counted_round.said)
        if count > 1:
            first, last = counted_round.said[0].number, counted_round.said[-1].number
            yield stats.Candidate(counted_round.state, count, count=count, first=first, last=last)


def _totals(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for counted_round in counted_rounds(states):
        yield stats.Candidate(counted_round.state, counted_round.total, total=counted_round.total)


HIGHLIGHTS = (  # The most remarkable first.
    stats.Best("coyote.highlight.held", _held_numbers),
    stats.Best("coyote.highlight.bluff", _bluffs),
    stats.Best("coyote.highlight.close", _counts),
    stats.Best("coyote.highlight.long", _long_rounds),
    stats.Best("coyote.highlight.rich", _totals),
)

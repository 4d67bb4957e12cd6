"""The record of a match of Coyote: bluffs and challenges, a chart, and highlights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee import statistics as stats
from referee.contract import Against, Column, Figure, Frozen, Record
from referee.coyote.state.phases import Count
from referee.coyote.state.state import Announcement, State, is_in
from referee.kit import newest

FIGURES = ("bluffs", "caught", "right")


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    end, results, counted = states[-1], _results(states), _challenges(states)
    seats = range(len(end.strikes))
    none = stats.no_figures(FIGURES, len(seats)) if results else ()
    return Record(
        (*none, *(figure for challenge in counted for figure in _figures(challenge))),
        tuple(_against(counted)),
        (stats.chart("strikes", results, seats, _strikes, is_in=is_in),) if results else (),
        tuple(_columns(end, counted)),
        stats.pick_highlights(states, HIGHLIGHTS),
    )


def _results(states: Sequence[State]) -> dict[int, State]:
    """Return the last state with the result of each round, by its number."""
    return stats.round_ends(state for state in states if state.phase.result is not None)


class _Challenge(Frozen):
    """A challenge that was counted: the states at its announcements, at it, and at its result."""

    said_at: tuple[int, ...]
    at: int
    counted_at: int
    end: State
    result: Count

    @property
    def said(self) -> Announcement:
        """The challenged announcement."""
        return self.end.said[-1]

    @property
    def excess(self) -> int:
        """How far the challenged number was above the total."""
        return self.said.number - self.result.total

    def candidate(self, *worth: float, **more: int) -> stats.Candidate:
        """Return a highlight of the round, whose sentence names the challenged announcement."""
        params = {"seat": self.said.seat, "number": self.said.number, "total": self.result.total}
        return stats.Candidate(self.counted_at, *worth, **params, **more)


@newest
def _challenges(states: Sequence[State]) -> tuple[_Challenge, ...]:
    """Return the counted challenges of a match, each with its last correction."""
    by_round, found = dict[int, list[int]](), []
    for at, state in enumerate(states):
        by_round.setdefault(state.round, []).append(at)
    for end in _results(states).values():
        result = end.phase.result
        if not isinstance(result, Count):
            continue
        every = by_round[end.round]
        round_ = every[: max(n for n, at in enumerate(every) if states[at] is end) + 1]
        said_at = stats.appended_at([states[at] for at in round_], lambda state: state.said)
        made = (
            at
            for at in round_[said_at[-1] :]
            if states[at].phase.challenger is not None or states[at].phase.result is not None
        )
        counted = (at for at in round_ if _counted(states[at]) == _counted(end))
        announced = tuple(round_[number] for number in said_at)
        found.append(_Challenge(announced, next(made), next(counted), end, result))
    return tuple(found)


def _counted(state: State) -> tuple[tuple[Announcement, ...], int | None]:
    """Return the announcements of a round and its total, or None if it is not counted yet."""
    result = state.phase.result
    return state.said, result.total if isinstance(result, Count) else None


def _figures(challenge: _Challenge) -> Iterator[Figure]:
    """Yield which numbers of a counted round were bluffs, and whether the challenge was right."""
    result, last = challenge.result, challenge.said
    for at, announcement in zip(challenge.said_at, challenge.end.said, strict=True):
        seat, bluff = announcement.seat, announcement.number > result.total
        yield Figure("bluffs", seat, int(bluff), 1, state=at)
        if bluff:
            yield Figure("caught", seat, int(announcement is last), 1, state=at)
    right = last.number > result.total
    yield Figure("right", result.challenger, int(right), 1, state=challenge.at)


def _columns(end: State, counted: Sequence[_Challenge]) -> Iterator[Column]:
    """Yield the columns: strikes, bluffs and justified challenges, each with its maximum."""
    seats = range(len(end.strikes))
    yield Column("strikes", end.strikes, (end.setup.limit,) * len(seats))
    bluffs = [
        (announcement.seat, announcement.number > challenge.result.total)
        for challenge in counted
        for announcement in challenge.end.said
    ]
    yield _hits("bluffs", seats, bluffs)
    results = [challenge.result for challenge in counted]
    right = [(result.challenger, result.challenger == result.winner) for result in results]
    yield _hits("right", seats, right)


def _hits(name: str, seats: range, cases: Sequence[tuple[int, bool]]) -> Column:
    """Return how many of its cases each seat hit. A case has the seat and whether it hit."""
    hits = Counter(seat for seat, hit in cases if hit)
    all_ = Counter(seat for seat, _ in cases)
    return Column(name, tuple(hits[seat] for seat in seats), tuple(all_[seat] for seat in seats))


def _against(challenges: Sequence[_Challenge]) -> Iterator[Against]:
    """Yield who challenged whom."""
    for challenge in challenges:
        seat, target = challenge.result.challenger, challenge.said.seat
        yield Against(seat, target, 1, challenge.at, challenge.said_at[-1])


def _strikes(end: State, seat: int) -> int:
    return end.strikes[seat]


# -- highlights ----------------------------------------------------------------------------------


def _held_numbers(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for challenge in _challenges(states):
        if challenge.excess <= 0:
            yield challenge.candidate(challenge.said.number)


def _bluffs(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for challenge in _challenges(states):
        if challenge.excess > 0:
            yield challenge.candidate(challenge.excess)


def _counts(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield every counted round, worth more the closer the number was to the total."""
    for challenge in _challenges(states):
        yield challenge.candidate(-abs(challenge.excess))


def _long_rounds(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for challenge in _challenges(states):
        said = challenge.end.said
        if (count := len(said)) > 1:
            ends = {"first": said[0].number, "last": said[-1].number}
            yield stats.Candidate(challenge.counted_at, count, count=count, **ends)


def _totals(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for challenge in _challenges(states):
        total = challenge.result.total
        yield stats.Candidate(challenge.counted_at, total, total=total)


HIGHLIGHTS = (  # The most remarkable first.
    stats.Best("coyote.highlight.held", _held_numbers),
    stats.Best("coyote.highlight.bluff", _bluffs),
    stats.Best("coyote.highlight.close", _counts),
    stats.Best("coyote.highlight.long", _long_rounds),
    stats.Best("coyote.highlight.rich", _totals),
)

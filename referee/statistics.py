"""A kit for records: a game lists its highlights as data and charts a value by round.

A row of the list says which candidate becomes a highlight. It has the key of the sentence and the
function that finds the candidates in the states of a match:

    HIGHLIGHTS = (
        stats.Best("high_card.highlight.lead", _biggest_leads),
        stats.Most("high_card.highlight.cards", _cards_laid),
    )
    Record(highlights=stats.pick_highlights(states, HIGHLIGHTS))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from referee.records import Figure, Highlight, Series
from referee.values import Message, Value


class HasRound(Protocol):
    """A state that says which round it belongs to."""

    @property
    def round(self) -> int:
        """The number of the round."""


S = TypeVar("S")
R = TypeVar("R", bound=HasRound)


class Step(NamedTuple, Generic[S]):
    """A move: the index of the state after it, and the states before and after it."""

    at: int
    before: S
    after: S


def steps(states: Sequence[S]) -> Iterator[Step[S]]:
    """Yield the moves of a match, given the state after each of them."""
    for at, (before, after) in enumerate(pairwise(states), 1):
        yield Step(at, before, after)


# -- highlights ----------------------------------------------------------------------------------


class Candidate:
    """A possible highlight: the index of the `state` after it, and its sentence's `params`.

    Of its `worth`, the first number counts most.
    """

    def __init__(self, state: int, *worth: float, **params: Value) -> None:
        self.state = state
        self.worth = worth
        self.params = params


class Remarkable(NamedTuple, Generic[S]):
    """A kind of highlight: the key of its sentence, and the function that finds its candidates.

    `pick` returns the candidate that becomes the highlight, or None without a candidate.
    """

    key: str
    find: Callable[[Sequence[S]], Iterable[Candidate]]
    pick: Callable[[Iterable[Candidate]], Candidate | None]


def _best(found: Iterable[Candidate]) -> Candidate | None:
    """Return the candidate that is worth most. Of equals, the first counts."""
    return max(found, key=lambda one: one.worth, default=None)


def _first(found: Iterable[Candidate]) -> Candidate | None:
    return next(iter(found), None)


def _last(found: Iterable[Candidate]) -> Candidate | None:
    return next(reversed(tuple(found)), None)


def _most(found: Iterable[Candidate]) -> Candidate | None:
    """Return the last candidate of the seat that has most. Their ``count`` becomes a parameter.

    The parameters name the seat. Of equals, the lowest seat counts.
    """
    by_seat: dict[tuple[Any, ...], list[Candidate]] = {}
    for candidate in found:
        by_seat.setdefault(tuple(candidate.params.values()), []).append(candidate)
    if not by_seat:
        return None
    seat = max(sorted(by_seat), key=lambda each: len(by_seat[each]))
    last = by_seat[seat][-1]
    return Candidate(last.state, **last.params, count=len(by_seat[seat]))


Best = partial(Remarkable, pick=_best)
First = partial(Remarkable, pick=_first)
Last = partial(Remarkable, pick=_last)
Most = partial(Remarkable, pick=_most)


def pick_highlights(
    states: Sequence[S],
    kinds: Iterable[Remarkable[S]],
    round_of: Callable[[S], int] = attrgetter("round"),
) -> tuple[Highlight, ...]:
    """Return one highlight of each kind that has a candidate, in the order of the kinds.

    Further highlights about the same ruling come last.
    """
    highlights: list[Highlight] = []
    for kind in kinds:
        candidate = kind.pick(kind.find(states))
        if candidate is not None:
            message, state = Message(kind.key, candidate.params), candidate.state
            highlights.append(Highlight(message, round_of(states[state]), state))
    unique = [each for at, each in enumerate(highlights) if each not in highlights[:at]]
    earliest = {highlight.state: highlight for highlight in reversed(unique)}
    return tuple(sorted(unique, key=lambda each: each is not earliest[each.state]))


def lead_changes(
    states: Iterable[S], points: Callable[[S], Mapping[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield each change of the lead: the index of the state, and the seat that leads from then on.

    `points` returns the points of each seat. With equal points, nobody takes the lead.
    """
    leader = None
    for at, state in enumerate(states):
        now = points(state)
        top = max(now.values())
        ahead = [seat for seat, one in now.items() if one == top]
        if len(ahead) == 1 and ahead != [leader]:
            if leader is not None:
                yield at, ahead[0]
            leader = ahead[0]


# -- figures and charts --------------------------------------------------------------------------


def no_figures(names: Iterable[str], seats: int) -> tuple[Figure, ...]:
    """Return a figure of 0 out of 0 for each name and seat, so that a page shows a dash."""
    return tuple(Figure(name, seat, 0, 0) for seat in range(seats) for name in names)


def round_ends(states: Iterable[R]) -> dict[int, R]:
    """Return the last state of each round, by its number."""
    return dict(sorted({state.round: state for state in states}.items()))


def chart(
    name: str,
    ends: Mapping[int, S],
    seats: Iterable[int],
    value: Callable[[S, int], float | None],
    *,
    is_in: Callable[[S, int], bool] = lambda _state, _seat: True,
) -> Series:
    """Return the value of each seat after each round.

    The values of a seat end with the round after which it is no longer in the match (`is_in`).
    """

    def values(seat: int) -> Iterator[float | None]:
        there = True
        for end in ends.values():
            yield value(end, seat) if there else None
            there = is_in(end, seat)

    return Series(name, tuple(ends), tuple(tuple(values(seat)) for seat in seats))


def appended_at(states: Iterable[S], history: Callable[[S], Iterable[Any]]) -> tuple[int, ...]:
    """Return, for each item of the last state's history, the state in which it was appended.

    >>> appended_at(["", "a", "ab", "ac", "xcd"], tuple)
    (4, 3, 4)
    """
    results: list[int] = []
    before: Sequence[Any] = ()
    for at, state in enumerate(states):
        now = tuple(history(state))
        known = zip(results, before, now, strict=False)
        results = [there if one == other else at for there, one, other in known]
        results += [at] * (len(now) - len(results))
        before = now
    return tuple(results)

"""The kit for records: which candidate becomes a highlight, when the lead changes, and charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest

from referee import statistics as stats
from referee.contract import Frozen, Highlight, Message, Series
from referee.statistics import Best, Candidate, First, Last, Most, Remarkable


class State(Frozen):
    """A state of a game in which each of two seats has points."""

    round: int
    points: tuple[int, ...] = ()


Kind = Callable[..., Remarkable[State]]
KINDS: tuple[Kind, ...] = (Best, First, Last, Most)


def picked(kind: Kind, *candidates: Candidate) -> tuple[tuple[int, dict[str, object]], ...]:
    """Return the state and the parameters of the highlight that becomes of some candidates."""
    states = [State(round=0)] * 10
    highlights = stats.pick_highlights(states, [kind("key", lambda _states: iter(candidates))])
    return tuple((highlight.state, dict(highlight.message.params)) for highlight in highlights)


@pytest.mark.parametrize(
    ("kind", "state"), [(Best, 3), (First, 2), (Last, 7)], ids=["best", "first", "last"]
)
def test_one_candidate_becomes_the_highlight(kind: Kind, state: int) -> None:
    worth = {2: (1, 9), 3: (4, 2), 5: (4, 1), 6: (4, 2), 7: (-5,)}  # 6 comes after its equal, 3
    candidates = [Candidate(at, *values, seat=at) for at, values in worth.items()]
    assert picked(kind, *candidates) == ((state, {"seat": state}),)


@pytest.mark.parametrize(
    ("seats", "state", "seat", "count"),
    [([1, 1, 0, 0], 3, 0, 2), ([0, 1, 1, 0, 1], 4, 1, 3), ([2, 2, 0], 1, 2, 2)],
)
def test_of_the_seat_with_most_the_last_is_told(
    seats: Sequence[int], state: int, seat: int, count: int
) -> None:
    results = [Candidate(at, seat=owner) for at, owner in enumerate(seats)]
    assert picked(Most, *results) == ((state, {"seat": seat, "count": count}),)


def at(*states: int) -> Callable[[Sequence[State]], Iterator[Candidate]]:
    """Return a finder whose candidates are about these states."""
    return lambda _states: (Candidate(state) for state in states)


def test_highlights_keep_their_order_but_one_ruling_is_told_again_only_at_the_end() -> None:
    kinds = [
        First("raid", at(2)),
        First("lead", at(2)),
        First("herd", at(1)),
        Last("raid", at(0, 2)),  # the same once more
        Last("none", at()),
    ]
    states = [State(round=number) for number in (4, 5, 6)]
    assert stats.pick_highlights(states, kinds) == (
        Highlight(Message("raid"), 6, 2),
        Highlight(Message("herd"), 5, 1),
        Highlight(Message("lead"), 6, 2),
    )
    deals = stats.pick_highlights(states, kinds[:1], lambda state: 10 * state.round)
    assert deals == (Highlight(Message("raid"), 60, 2),)


@pytest.mark.parametrize(
    ("points", "changes"),
    [
        ([(0, 0), (1, 0), (2, 0)], []),  # the first to lead changes nothing
        ([(0, 0), (1, 0), (1, 1), (1, 2), (4, 2)], [(3, 1), (4, 0)]),
        ([(1, 0), (1, 1), (2, 1)], []),  # seat 0 leads again: nobody else did
    ],
)
def test_the_lead_changes_when_another_seat_is_alone_in_front(
    points: Iterable[tuple[int, int]], changes: list[tuple[int, int]]
) -> None:
    assert list(stats.lead_changes(points, lambda state: dict(enumerate(state)))) == changes


def test_a_chart_has_the_last_state_of_each_round_until_a_seat_is_out() -> None:
    found = [(2, (1, 0)), (1, (9, 9)), (1, (5, 2)), (3, (1, 1)), (3, (2, 0))]
    ends = stats.round_ends(State(number, points) for number, points in found)
    assert list(ends) == [1, 2, 3]
    assert stats.chart("points", ends, range(2), lambda end, seat: end.points[seat]) == Series(
        "points", (1, 2, 3), ((5, 1, 2), (2, 0, 0))
    )
    curve = stats.chart(
        "points",
        ends,
        [1, 0],
        lambda end, seat: end.points[seat],
        is_in=lambda end, seat: end.points[seat] > 0,
    )
    assert curve == Series("points", (1, 2, 3), ((2, 0, None), (5, 1, 2)))


def test_an_item_of_a_history_stands_where_it_was_last_put() -> None:
    assert stats.appended_at(["", "a", "abc", "axc", "axcd"], tuple) == (1, 3, 2, 4)
    assert stats.appended_at(["", "ab", "a", "ab"], tuple) == (1, 3), "b was taken back"
    assert stats.appended_at(["ab", "a"], tuple) == (0,)

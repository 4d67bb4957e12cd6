"""Debouncing: the first contact counts, the chatter after it does not."""

from __future__ import annotations

from copy import copy

from hypothesis import given
from hypothesis import strategies as st

from firmware.presses.debounce import Debouncer, Edge

MS = 1_000_000


def feed(edges: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    switch = Debouncer(Edge(0, 0, False))
    results = []
    for at_ms, down in edges:
        results += switch.edge(Edge(0, at_ms * MS, down), at_ms * MS)
    results += switch.tick(10**15)
    return [(edge.edge_ns // MS, edge.down) for edge in results]


def test_the_first_contact_is_taken_with_its_own_stamp() -> None:
    assert feed([(100, True), (101, False), (103, True), (112, False), (113, True)]) == [
        (100, True)
    ]


def test_right_after_the_start_a_contact_counts_once_it_outlasts_the_bounce() -> None:
    assert feed([(18, True), (48, False)]) == [(18, True), (48, False)]
    assert feed([(18, True), (19, False)]) == []  # no finger is that short: the line's own noise


def test_chatter_at_the_release_is_no_second_press() -> None:
    press, release = (100, True), (300, False)
    assert feed([press, release, (301, True), (302, False)]) == [press, release]
    # A gap of one millisecond in a contact is none: the release is the one that holds.
    assert feed([press, release, (301, True), (304, False)]) == [press, (304, False)]


def test_a_button_that_rests_pressed_is_no_press_until_it_was_released() -> None:
    switch = Debouncer(Edge(0, 0, True))
    assert switch.down_since_ns == 0
    assert switch.edge(Edge(0, 500 * MS, False), 500 * MS) == []
    assert switch.tick(503 * MS) == [Edge(0, 500 * MS, False)]
    assert switch.down_since_ns is None


@given(st.lists(st.tuples(st.integers(1, 60), st.booleans()), max_size=60))
def test_presses_and_releases_alternate_and_end_as_the_switch_does(
    gaps: list[tuple[int, bool]],
) -> None:
    at_ms, edges = 0, []
    for gap_ms, down in gaps:
        at_ms += gap_ms
        edges.append((at_ms, down))
    answers = feed(edges)
    assert [down for _, down in answers] == [index % 2 == 0 for index in range(len(answers))]
    assert (answers[-1][1] if answers else False) == (edges[-1][1] if edges else False)
    assert set(answers) <= set(edges)


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 30)), min_size=1, max_size=20))
def test_a_change_becomes_certain_when_it_is_due_and_not_before(
    gaps: list[tuple[int, int]],
) -> None:
    """The thread that waits for presses sleeps until then."""
    switch, now_ns, down = Debouncer(Edge(0, 0, False)), 0, False
    for gap_ms, late_ms in gaps:
        down, edge_ns = not down, now_ns + gap_ms * MS
        now_ns = edge_ns + late_ms * MS
        switch.edge(Edge(0, edge_ns, down), now_ns)
        due_ns = switch.due_ns
        if due_ns is None:
            assert switch.certain_ns(now_ns) == now_ns
            continue
        assert switch.certain_ns(now_ns) <= now_ns
        early = copy(switch)
        assert early.tick(due_ns - MS) == []
        assert early.due_ns == due_ns
        late = copy(switch)
        late.tick(due_ns)
        assert late.due_ns is None
        assert late.certain_ns(due_ns) == due_ns

"""The grammar of presses: each meaning at the first moment at which it is certain."""

from __future__ import annotations

import pytest

from firmware.edges import Edge
from firmware.gestures import Recogniser
from referee.contract import Press

MS = 1_000_000
S, L, D = Press.SHORT, Press.LONG, Press.DOUBLE

# (milliseconds of touch and release in turn) -> (gesture told, at which millisecond)
CASES = [
    ("a single press acts at the touch", {S}, [0, 900], [(S, 0)]),
    ("each of two presses acts", {S}, [0, 50, 100, 150], [(S, 0), (S, 100)]),
    ("with a long press possible, a short one acts at the release", {S, L}, [0, 200], [(S, 200)]),
    ("a long press acts while it is held", {S, L}, [0, 2000], [(L, 500)]),
    ("a double adds to the short one", {S, D}, [0, 50, 100, 150], [(S, 0), (D, 100)]),
    ("two slow presses are no double", {S, D}, [0, 50, 900, 950], [(S, 0), (S, 900)]),
    ("a third press begins anew", {S, D}, [0, 5, 100, 105, 200, 205], [(S, 0), (D, 100), (S, 200)]),
    ("all three at once", {S, L, D}, [0, 50, 100, 150], [(S, 50), (D, 100)]),
    ("half a double is nothing", {D}, [0, 50], []),
    ("a press that can mean nothing is told, to be refused", set(), [0, 50], [(S, 0)]),
    ("a long press let go too early is told, to be refused", {L}, [0, 100], [(S, 100)]),
]


@pytest.mark.parametrize(
    ("live", "times", "told"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_grammar(live: set[Press], times: list[int], told: list[tuple[Press, int]]) -> None:
    finger, heard = Recogniser(0), []
    edges = {at: index % 2 == 0 for index, at in enumerate(times)}
    for now in range(0, 3000, 5):
        gestures = finger.tick(now * MS)
        if now in edges:
            gestures += finger.edge(Edge(0, now * MS, edges[now]), live)
        heard += [(gesture.press, now) for gesture in gestures]
    assert heard == told


def test_a_release_seen_before_the_clock_is_still_a_long_press() -> None:
    finger = Recogniser(0)
    finger.edge(Edge(0, 0, True), {S, L})
    (gesture,) = finger.edge(Edge(0, 700 * MS, False), {S, L})
    assert gesture.press is L
    assert finger.tick(10**12) == []


def test_a_gesture_carries_the_stamp_and_the_window_of_its_touch() -> None:
    finger = Recogniser(3)
    finger.edge(Edge(3, 7, True), {S, L}, window=4)
    (gesture,) = finger.edge(Edge(3, 90 * MS, False), {S}, window=5)
    assert (gesture.seat, gesture.edge_ns, gesture.window) == (3, 7, 4)

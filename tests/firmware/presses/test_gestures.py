"""The grammar of presses: each meaning at the first moment at which it is certain."""

from __future__ import annotations

import pytest

from firmware.presses.debounce import Edge
from firmware.presses.gestures import GestureRecogniser
from referee.contract import Press

MS = 1_000_000
S, L, D = Press.SHORT, Press.LONG, Press.DOUBLE


def meaning(*presses: Press) -> dict[Press, bytes]:
    return {press: press.value.encode() for press in presses}


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
    ("half a double is told once no second comes, to be refused", {D}, [0, 50], [(S, 405)]),
    ("two taps in time are a double", {D}, [0, 50, 400, 450], [(D, 400)]),
    ("two taps too far apart are refused one by one", {D}, [0, 50, 450, 500], [(S, 405), (S, 855)]),
    ("three taps are a double and one alone", {D}, [0, 5, 90, 95, 180, 185], [(D, 90), (S, 585)]),
    ("a block or a pass: two taps", {D, L}, [0, 80, 200, 280], [(D, 200)]),
    ("a block or a pass: held", {D, L}, [0, 700], [(L, 500)]),
    ("a block or a pass: a tap alone", {D, L}, [0, 80], [(S, 405)]),
    ("a tap and then a hold is a double", {D, L}, [0, 80, 200, 900], [(D, 200)]),
    ("no double begins with a hold", {S, L, D}, [0, 600, 700, 750], [(L, 500), (S, 750)]),
    ("a press that can mean nothing is told, to be refused", set(), [0, 50], [(S, 0)]),
    ("a long press let go too early is told, to be refused", {L}, [0, 100], [(S, 100)]),
]


@pytest.mark.parametrize(
    ("live", "times", "wanted"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_grammar(live: set[Press], times: list[int], wanted: list[tuple[Press, int]]) -> None:
    finger, heard = GestureRecogniser(0), []
    edges = {at: index % 2 == 0 for index, at in enumerate(times)}
    for now in range(0, 3000, 5):
        gestures = finger.tick(now * MS)
        if now in edges:
            gestures += finger.edge(Edge(0, now * MS, edges[now]), meaning(*live))
        heard += [(gesture.press, now) for gesture in gestures]
    assert heard == wanted


def test_a_gesture_carries_the_stamp_and_the_window_of_its_touch() -> None:
    finger = GestureRecogniser(3)
    finger.edge(Edge(3, 7, True), meaning(S, L), window=4)
    (gesture,) = finger.edge(Edge(3, 90 * MS, False), meaning(S), window=5)
    assert (gesture.seat, gesture.edge_ns, gesture.window) == (3, 7, 4)


def test_a_tap_of_one_window_and_a_tap_of_the_next_are_no_double() -> None:
    finger = GestureRecogniser(0)
    finger.edge(Edge(0, 0, True), meaning(D, L), window=1)
    finger.edge(Edge(0, 50 * MS, False), meaning(D, L), window=1)
    assert finger.edge(Edge(0, 150 * MS, True), meaning(D, L), window=2) == []
    assert finger.edge(Edge(0, 200 * MS, False), meaning(D, L), window=2) == []
    (alone,) = finger.tick(600 * MS)
    assert (alone.press, alone.window) == (S, 2)


def test_a_hold_is_whole_when_it_has_lasted_however_late_that_is_seen() -> None:
    finger = GestureRecogniser(0)
    finger.edge(Edge(0, 100 * MS, True), meaning(S, L))
    (gesture,) = finger.tick(900 * MS)
    assert (gesture.edge_ns, gesture.complete_ns) == (100 * MS, 600 * MS)

"""What the hub's pages show is made once for all who ask, and is what they asked for."""

from __future__ import annotations

import threading

from tests.process import PATIENCE_S, eventually
from webui.hub.made import SLOW_S, SPARING, Made


class Making:
    """Makes numbers, and counts them; each takes as long as `takes_s` says of its clock."""

    def __init__(self) -> None:
        self.now_s = self.takes_s = 0.0
        self.many = 0
        self.made = Made[object, int](lambda: self.now_s)

    def make(self) -> int:
        self.now_s += self.takes_s
        self.many += 1
        return self.many


def test_it_is_made_once_for_each_key() -> None:
    making = Making()
    asked = [making.made.of(key, making.make) for key in (1, 1, 2, 2, 1)]
    assert asked == [1, 1, 2, 2, 3]


def test_what_is_quick_is_made_anew_for_each_key_also_lately() -> None:
    making = Making()
    making.takes_s = SLOW_S / 2
    assert [making.made.lately(key, making.make) for key in (1, 2, 2)] == [1, 2, 2]


def test_what_is_slow_is_good_for_a_while_and_then_made_anew() -> None:
    making = Making()
    making.takes_s = 2 * SLOW_S
    assert [making.made.lately(key, making.make) for key in (1, 2, 3)] == [1, 1, 1]
    assert making.made.of(3, making.make) == 2
    making.now_s += SPARING * making.takes_s
    assert making.made.lately(4, making.make) == 3


def test_who_asks_while_it_is_made_gets_what_there_is_and_waits_only_for_the_first() -> None:
    making = Making()
    making.takes_s = 2 * SLOW_S
    made = making.made
    made.of(1, making.make)
    making.now_s += SPARING * making.takes_s
    begun, goes_on = threading.Event(), threading.Event()

    def slowly() -> int:
        begun.set()
        goes_on.wait(PATIENCE_S)
        return making.make()

    found: list[int] = []

    def ask() -> None:
        found.append(made.lately(2, slowly))

    thread = threading.Thread(target=ask)
    thread.start()
    eventually(begun.is_set, "it is being made")
    assert made.lately(2, making.make) == 1
    goes_on.set()
    thread.join(PATIENCE_S)
    assert found == [2]

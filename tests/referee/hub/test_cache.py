"""What the hub's pages show is made once for all who ask, and is what they asked for."""

from __future__ import annotations

import threading

from referee.hub.cache import REUSE_FACTOR, SLOW_S, ResultCache
from tests.process import PATIENCE_S, eventually


class Making:
    """Makes numbers, and counts them; each takes as long as `takes_s` says of its clock."""

    def __init__(self) -> None:
        self.now_s = self.takes_s = 0.0
        self.many = 0
        self.made = ResultCache[object, int](lambda: self.now_s)

    def make(self) -> int:
        self.now_s += self.takes_s
        self.many += 1
        return self.many


def test_it_is_made_once_for_each_key() -> None:
    making = Making()
    asked = [making.made.get(key, making.make) for key in (1, 1, 2, 2, 1)]
    assert asked == [1, 1, 2, 2, 3]


def test_what_is_quick_is_made_anew_for_each_key_also_lately() -> None:
    making = Making()
    making.takes_s = SLOW_S / 2
    assert [making.made.get_stale(key, making.make) for key in (1, 2, 2)] == [1, 2, 2]


def test_what_is_slow_is_good_for_a_while_and_then_made_anew_while_nobody_waits() -> None:
    making = Making()
    making.takes_s = 2 * SLOW_S
    assert [making.made.get_stale(key, making.make) for key in (1, 2, 3)] == [1, 1, 1]
    assert making.made.get(3, making.make) == 2
    making.now_s += REUSE_FACTOR * making.takes_s
    goes_on = threading.Event()

    def slowly() -> int:
        goes_on.wait(PATIENCE_S)
        return making.make()

    assert [making.made.get_stale(4, slowly) for _ in range(3)] == [2, 2, 2]
    goes_on.set()
    eventually(lambda: making.made.get_stale(4, making.make), 3)
    assert making.many == 3

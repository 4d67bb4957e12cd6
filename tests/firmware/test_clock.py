"""The clock: its moves are made when due, and not before every earlier press is decided."""

from __future__ import annotations

import time
from typing import Any, cast

from firmware.clock import IDLE_S, Clock
from firmware.presses.offer_times import OfferTimes
from referee.actor import CLOCK, Actor
from referee.contract import By, Message, Offer, Offers
from referee.match.desk import Desk, StaleMove

PASS = Offer("pass", Message("pass"), by=By.CLOCK, after_s=2.0)


class FakeDesk:
    """Takes moves; refuses those for another state than its own, as the desk does."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.made: list[dict[str, Any]] = []

    def submit(self, move: dict[str, Any], seen: int, by: Actor) -> None:
        assert by == CLOCK
        if seen != self.seq:
            raise StaleMove("stale", Message("stale"))
        self.made.append(move)


def clock(desk: FakeDesk, ago_s: float, barrier_s: float = 0.0, seq: int = 5) -> Clock:
    since_ns = time.monotonic_ns() - round(ago_s * 1e9)
    times = OfferTimes().followed_by(Offers((PASS,), ()), since_ns, seq)
    return Clock(cast(Desk, desk), lambda: times, lambda _: barrier_s)


def test_a_move_of_the_clock_is_made_when_its_time_has_passed() -> None:
    desk = FakeDesk(seq=5)
    wait_s = clock(desk, ago_s=1.5).step()
    assert 0.4 < wait_s <= 0.5
    assert desk.made == []
    assert clock(desk, ago_s=2.0).step() == 0.0
    assert desk.made == [{"move": "pass"}]


def test_it_waits_at_the_barrier_for_presses_in_time() -> None:
    desk = FakeDesk(seq=5)
    assert clock(desk, ago_s=2.0, barrier_s=0.25).step() == 0.25
    assert desk.made == []


def test_a_move_for_a_state_that_is_over_is_dropped_without_a_pause() -> None:
    desk = FakeDesk(seq=6)
    assert clock(desk, ago_s=3.0).step() == 0.0
    assert desk.made == []


def test_with_nothing_to_do_it_idles() -> None:
    idle = Clock(cast(Desk, FakeDesk(0)), OfferTimes, lambda _: 0.0)
    assert idle.step() == IDLE_S

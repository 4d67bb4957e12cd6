"""The clock: its moves are made when due, and not before every earlier press is decided."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from firmware.presses.offer_times import OfferTimes
from firmware.running.clock import IDLE_S, Clock
from referee.actor import CLOCK, Actor
from referee.contract import By, Message, Offer, Offers, Presentation
from referee.match.commands import Move
from referee.match.desk import Desk, StaleMove
from referee.match.open_offers import OpenOffers

PASS = Offer("pass", Presentation(Message("pass"), after_s=2.0), by=By.CLOCK)


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    now_ns = time.monotonic_ns()
    monkeypatch.setattr(time, "monotonic_ns", lambda: now_ns)


class FakeDesk:
    """Takes moves; refuses those for another state than its own, as the desk does."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.made: list[dict[str, Any]] = []

    def do(self, command: Move, by: Actor) -> None:
        assert by == CLOCK
        if command.seen != self.seq:
            raise StaleMove("stale", Message("stale"))
        self.made.append(command.move)


def clock(desk: FakeDesk, ago_s: float, barrier: Callable[[int], None] = lambda _: None) -> Clock:
    since_ns = time.monotonic_ns() - round(ago_s * 1e9)
    times = OfferTimes().followed_by(OpenOffers.fresh(Offers((PASS,), ()), 5), since_ns)
    return Clock(cast(Desk, desk), lambda: times, barrier)


def test_a_move_of_the_clock_waits_for_its_time_and_at_the_barrier_for_presses_before_it() -> None:
    desk = FakeDesk(seq=5)
    waited: list[int] = []

    def barrier(before_ns: int) -> None:
        assert desk.made == []
        waited.append(before_ns)

    assert clock(desk, ago_s=1.5, barrier=barrier).step() == pytest.approx(0.5)
    assert (waited, desk.made) == ([], [])
    assert clock(desk, ago_s=2.5, barrier=barrier).step() == 0.0
    assert waited == [time.monotonic_ns() - 500_000_000]
    assert desk.made == [{"move": "pass"}]


def test_a_move_for_a_state_that_is_over_is_dropped_without_a_pause() -> None:
    desk = FakeDesk(seq=6)
    assert clock(desk, ago_s=3.0).step() == 0.0
    assert desk.made == []


def test_with_nothing_to_do_it_idles() -> None:
    idle = Clock(cast(Desk, FakeDesk(0)), OfferTimes, lambda _: None)
    assert idle.step() == IDLE_S

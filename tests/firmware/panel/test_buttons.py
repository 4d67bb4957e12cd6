"""The panel's thread: whoever waits at its barrier finds every press before them done."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.panel.barrier import Barrier
from firmware.panel.buttons import Buttons
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel, open_panel
from firmware.panel.pins import load_pins
from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from firmware.service.supervisor import Supervisor
from referee.contract import Message
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from referee.reports.status import Part
from tests.firmware.panel.lgpio_model import installed
from tests.matches import match_of
from tests.process import PATIENCE_S

ROUNDS = 8
WAITING = 6


class Slow(Desk):
    """A desk whose disk is slow: the edge of a press is long taken when its move is made."""

    def do(self, *args: Any, **named: Any) -> Any:
        time.sleep(0.03)
        return super().do(*args, **named)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with closing(Slow.open(tmp_path / "journal.sqlite")) as desk:
        yield desk


def test_no_press_is_on_its_way_when_the_barrier_opens(desk: Desk, panel: Panel) -> None:
    times = OfferTimes()

    def follow(match: Snapshot) -> None:
        nonlocal times
        times = times.followed_by(match.open_offers, time.monotonic_ns())

    desk.listen(follow)
    failed: list[str] = []
    supervisor = Supervisor(lambda: failed.append("a thread"))
    lights, barrier = LightShow(panel), Barrier(panel)
    buttons = Buttons(
        desk, panel, lights, barrier, lambda: Meanings(times), lambda: None, lambda *_: None
    )
    time.sleep(0.03)  # the buttons are at rest
    supervisor.start("panel", buttons.run)
    pressing = threading.Barrier(WAITING)

    def wait() -> str:
        pressing.wait(PATIENCE_S)
        barrier.wait(time.monotonic_ns())
        match = match_of(desk)
        return str(match.state.phase)

    try:
        with ThreadPoolExecutor(WAITING) as pool:
            for _ in range(ROUNDS):
                desk.do(Begin("coyote", seats=3))
                desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
                panel.press(1, True)
                asked = [pool.submit(wait) for _ in range(WAITING)]
                assert {future.result(PATIENCE_S) for future in asked} == {"reveal"}
                panel.press(1, False)
                time.sleep(0.05)
    finally:
        supervisor.stop()
    assert failed == []
    assert supervisor.trouble() == ()


def test_buttons_that_do_not_work_are_said_and_tried_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("firmware.panel.gpio.DEVICES", tmp_path)
    monkeypatch.setattr("firmware.panel.buttons.AGAIN_S", 0.0)
    panel = open_panel(load_pins(), "auto")
    lights = LightShow(panel)
    changed = threading.Event()
    buttons = Buttons(desk, panel, lights, Barrier(panel), Meanings, changed.set, lambda *_: None)
    assert buttons.part() == Part("panel", False, Message("table.gpio.no_chip"))
    supervisor = Supervisor(lambda: None)
    try:
        with installed(monkeypatch) as lgpio:
            (tmp_path / "gpiochip0").touch()
            supervisor.start("panel", buttons.run)
            assert changed.wait(PATIENCE_S)
            assert buttons.part() == Part("panel", True, Message("table.gpio.real"))
            lights.frame()
            assert lgpio.driven[panel.pins.seats[0].led][-1] == ("write", 0)
            supervisor.stop()
            panel.close()
    finally:
        supervisor.stop()


@pytest.mark.parametrize("late", [False, True])
def test_who_waits_while_the_table_stops_is_let_through_at_once(panel: Panel, late: bool) -> None:
    barrier = Barrier(panel)
    if late:
        barrier.end()
    with ThreadPoolExecutor() as waiting:
        waits = waiting.submit(barrier.wait, time.monotonic_ns())
        while not late and panel.edges.empty():  # it has asked
            time.sleep(0.001)
        barrier.end()
        waits.result(PATIENCE_S / 2)  # by itself it waits longer in tests

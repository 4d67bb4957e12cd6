"""The panel: every edge arrives with the kernel's stamp, and others wait for it at the barrier."""

from __future__ import annotations

import os
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.errors import BadWiring
from firmware.panel import barrier
from firmware.panel.barrier import Barrier
from firmware.panel.gpio import open_gpio
from firmware.panel.panel import Checkpoint, Panel, open_panel
from firmware.panel.pins import load_pins
from firmware.presses.debounce import Edge
from referee.contract import Message
from tests.firmware.panel.lgpio_model import FakeLgpio, installed
from tests.firmware.presses.test_presses import Desk, doubt_or_let_be
from tests.process import run_program

MS = 1_000_000


def test_the_state_at_the_start_is_no_edge(panel: Panel) -> None:
    assert panel.edges.empty()
    panel.press(2, True)
    assert [edge.down for edge in panel.resting()] == [seat == 2 for seat in range(6)]


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeLgpio]:
    """Have a Pi 4, its lgpio modelled, with a chip that anybody may open."""
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("firmware.panel.gpio.DEVICES", tmp_path)
    with installed(monkeypatch) as lgpio:
        yield lgpio


def test_the_kernels_stamp_comes_through_lgpio_to_the_microsecond(lgpio: FakeLgpio) -> None:
    pins = load_pins()
    panel = open_panel(pins, "gpio")
    try:
        assert set(lgpio.bounces) == {0}
        assert set(lgpio.alerts.values()) == {lgpio.BOTH_EDGES}
        a_month_ns = 30 * 24 * 3600 * 10**9 + 123_456_789
        for seat, level, at_ns in ((1, 0, 0), (4, 0, 2_000), (1, 1, 90_000)):
            lgpio.callbacks[pins.seats[seat].button](0, 0, level, a_month_ns + at_ns)
        edges = [edge for edge in panel.edges_within(0.001) if isinstance(edge, Edge)]
        assert [(edge.seat, edge.down) for edge in edges] == [(1, True), (4, True), (1, False)]
        late_ns = [edge.edge_ns - a_month_ns for edge in edges]
        assert late_ns == [pytest.approx(ns, abs=1000) for ns in (0, 2_000, 90_000)]
    finally:
        panel.close()


def test_a_lamp_is_switched_and_pwm_is_for_what_breathes(lgpio: FakeLgpio) -> None:
    """Edge to light was 6.6 ms on a kernel's line: PWM began with its next period."""
    panel = open_panel(load_pins(), "gpio")
    led = panel.pins.seats[0].led
    lgpio.driven.clear()
    for level in (1.0, 0.0, 0.5, 0.6, 1.0):
        panel.light(0, level)
    assert lgpio.driven[led] == [
        ("write", 1),
        ("write", 0),
        ("pwm", 100, 0),
        ("pwm", 100, 50),
        ("pwm", 100, 60),
        ("pwm", 100, 0),
        ("write", 0),
        ("pwm", 100, 100),
        ("write", 1),
    ]
    assert panel.level(0) == 1.0
    panel.close()


# -- pins that cannot be had --------------------------------------------------------------------


def test_a_line_in_use_is_named_with_what_it_is_for_and_who_holds_it(lgpio: FakeLgpio) -> None:
    lgpio.held[23] = "lg"
    with pytest.raises(BadWiring) as refused:
        open_panel(load_pins(), "gpio")
    busy = Message(
        "table.pins.busy", {"pin": 23, "place": 16, "wire": "seat 2 led", "holder": "lg"}
    )
    assert refused.value.message == busy
    assert (lgpio.open, lgpio.modes) == (0, {})  # what was claimed before it is given back
    panel = open_panel(load_pins(), "auto")
    assert (panel.gpio.mock, panel.gpio.well, panel.gpio.message) == (True, False, busy)
    panel.close()


def test_why_there_are_no_pins_is_said_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("firmware.panel.gpio.DEVICES", tmp_path)
    assert open_gpio("auto").message.key == "table.gpio.no_chip"
    for_phones = open_gpio("auto", needed=False)  # a laptop without a camera: nothing is amiss
    assert (for_phones.well, for_phones.message.key) == (True, "table.gpio.mock")
    (tmp_path / "gpiochip0").touch()
    with monkeypatch.context() as patch:
        patch.setattr("os.access", lambda *_: False)
        forbidden = open_gpio("auto")
    assert forbidden.message == Message(
        "table.gpio.forbidden", {"chip": str(tmp_path / "gpiochip0")}
    )
    assert (forbidden.mock, forbidden.well) == (True, False)
    monkeypatch.setitem(sys.modules, "lgpio", types.ModuleType("lgpio"))
    monkeypatch.setenv("LG_WD", str(tmp_path))
    assert open_gpio("auto").message.key == "table.gpio.stub"
    with pytest.raises(BadWiring, match="stub"):
        open_gpio("gpio")
    assert open_gpio("mock").well


def test_lgpios_folder_is_gone_when_the_program_has_ended(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "temporary").mkdir()
    ask = (
        "import os, pathlib, firmware.panel.gpio as gpio\n"
        f"gpio.DEVICES = pathlib.Path({str(tmp_path)!r})\n"
        "gpio.open_gpio('auto')\n"
        "print(os.environ['LG_WD'])"
    )
    surroundings = {name: text for name, text in os.environ.items() if name != "LG_WD"}
    made = run_program(
        [sys.executable, "-c", ask], env=surroundings | {"TMPDIR": str(tmp_path / "temporary")}
    )
    assert made.stdout.startswith(str(tmp_path / "temporary"))
    assert not list((tmp_path / "temporary").iterdir())


def test_pins_that_can_be_had_later_take_the_place_of_mock_ones(lgpio: FakeLgpio) -> None:
    lgpio.held[17] = "another table"
    panel = open_panel(load_pins(), "auto")
    assert not panel.try_again()
    panel.press(0, True)  # a page's, on the mock pins
    assert isinstance(panel.edges.get_nowait(), Edge)
    del lgpio.held[17]
    assert panel.try_again()
    assert (panel.gpio.mock, panel.gpio.well) == (False, True)
    lgpio.callbacks[17](0, 0, 0, 5_000_000_000)
    (edge,) = panel.edges_within(0.001)
    assert isinstance(edge, Edge)
    assert (edge.seat, edge.down) == (0, True)
    panel.light(0, 1.0)
    assert lgpio.driven[18][-1] == ("write", 1)
    panel.close()


# -- the barrier ---------------------------------------------------------------------------------


def test_the_barrier_opens_when_every_touch_before_it_is_decided(panel: Panel) -> None:
    # Seat 0 may tap or hold.
    presses, barrier = Desk(panel, doubt_or_let_be(0)).presses, Barrier(panel)
    before_ns = time.monotonic_ns()

    def asked() -> Checkpoint:
        checkpoint = Checkpoint(before_ns)
        barrier.take(checkpoint)
        return checkpoint

    checkpoint = asked()
    barrier.let_through(presses, before_ns)
    assert not checkpoint.passed.is_set()  # an edge from before may be on its way
    assert barrier.due_ns(presses, before_ns) == before_ns + presses.latency_bound_ns
    barrier.let_through(presses, before_ns + presses.latency_bound_ns)
    assert checkpoint.passed.is_set()

    checkpoint, touch_ns = asked(), before_ns - MS
    presses.edge(Edge(0, touch_ns, True), before_ns)  # has it held? not known yet
    barrier.let_through(presses, before_ns + 30 * MS)
    presses.tick(before_ns + 40 * MS)  # short or long? not known yet
    barrier.let_through(presses, before_ns + 50 * MS)
    assert not checkpoint.passed.is_set()
    presses.edge(Edge(0, touch_ns + 100 * MS, False), touch_ns + 100 * MS)
    presses.tick(touch_ns + 110 * MS)
    barrier.let_through(presses, touch_ns + 110 * MS)
    assert checkpoint.passed.is_set()


def test_nobody_waits_at_the_barrier_for_ever(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(barrier, "MOST_WAIT_NS", 200 * MS)
    now_ns = time.monotonic_ns()
    Barrier(panel).wait(now_ns)  # and no thread of the panel runs
    assert time.monotonic_ns() - now_ns >= 199 * MS

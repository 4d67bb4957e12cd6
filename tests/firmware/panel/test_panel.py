"""The panel: every edge arrives with the kernel's stamp, and others wait for it at the barrier."""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from firmware.errors import BadWiring
from firmware.panel.barrier import Barrier
from firmware.panel.gpio import Gpio
from firmware.panel.panel import Panel, Question
from firmware.panel.pins import load_pins
from firmware.presses.debounce import Edge
from firmware.presses.offer_times import OfferTimes
from firmware.presses.presses import Presses
from referee.contract import Message, Offer, Offers, Press
from referee.match.standing import Standing

MS = 1_000_000


def test_every_edge_arrives_once_in_order_with_the_moment_of_the_pin(panel: Panel) -> None:
    before_ns = time.monotonic_ns()
    for seat, down in ((3, True), (0, True), (3, False), (3, True)):
        panel.press(seat, down)
    edges = [edge for edge in panel.edges_within(0.001) if isinstance(edge, Edge)]
    assert [(edge.seat, edge.down) for edge in edges] == [
        (3, True),
        (0, True),
        (3, False),
        (3, True),
    ]
    stamps = [edge.edge_ns for edge in edges]
    assert stamps == sorted(stamps)
    assert before_ns - 1000 <= stamps[0] <= stamps[-1] <= time.monotonic_ns()


def test_the_state_at_the_start_is_no_edge(panel: Panel) -> None:
    assert panel.edges.empty()
    panel.press(2, True)
    assert [edge.down for edge in panel.resting()] == [seat == 2 for seat in range(6)]


def test_a_pin_that_gpiozero_refuses_is_bad_wiring(panel: Panel) -> None:
    with pytest.raises(BadWiring, match="refused"):  # all of them are in use already
        Panel(load_pins(), panel.gpio)


class FakeLgpio(types.ModuleType):
    """The calls of lgpio that gpiozero makes; reports edges as the library's thread does."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = OSError

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.alerts: dict[int, int] = {}
        self.callbacks: dict[int, Callable[[int, int, int, int], None]] = {}
        self.bounces: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        return chip

    def gpiochip_close(self, handle: int) -> None:
        assert handle == 0

    def gpio_claim_input(self, _: int, gpio: int, flags: int = 0) -> None:
        self.modes[gpio] = flags
        self.levels[gpio] = 1 if flags & self.SET_PULL_UP else 0

    def gpio_claim_output(self, _: int, gpio: int) -> None:
        self.modes[gpio] = 2

    def gpio_claim_alert(self, _: int, gpio: int, edges: int, flags: int) -> None:
        self.alerts[gpio] = edges
        self.modes[gpio] = flags

    def gpio_free(self, _: int, gpio: int) -> None:
        del self.modes[gpio]

    def gpio_get_mode(self, _: int, gpio: int) -> int:
        return self.modes[gpio]

    def gpio_read(self, _: int, gpio: int) -> int:
        return self.levels[gpio]

    def gpio_write(self, _: int, gpio: int, level: bool) -> None:
        self.levels[gpio] = int(level)

    def gpio_set_debounce_micros(self, _: int, __: int, micros: int) -> None:
        self.bounces.append(micros)

    def tx_pwm(self, _: int, gpio: int, __: float, duty: float) -> None:
        self.levels[gpio] = int(duty > 0)

    def callback(self, _: int, gpio: int, __: int, call: Any) -> Any:
        self.callbacks[gpio] = call
        return types.SimpleNamespace(cancel=lambda: self.callbacks.pop(gpio, None))


def test_the_kernels_stamp_comes_through_lgpio_to_the_microsecond(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lgpio = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03114)  # a Pi 4
    from gpiozero.pins.lgpio import LGPIOFactory

    pins = load_pins()
    panel = Panel(pins, Gpio(LGPIOFactory(chip=0), False, Message("table.gpio.real")))
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
        sys.modules.pop("gpiozero.pins.lgpio", None)


class Holdable:
    """A match in which seat 0 may tap or hold; nothing that it does is kept."""

    def __init__(self) -> None:
        short = Offer("ring", Message("ring"), seat=0, press=Press.SHORT)
        long = Offer("pass", Message("pass"), seat=0, press=Press.LONG)
        standing = Standing.anew(Offers((short, long), ()), 1)
        self.times = OfferTimes().followed_by(standing, 0)

    def act(self, plain: dict[str, Any], seen: int) -> int:
        return len(plain) + seen

    def take_back(self, seq: int) -> bool:
        return bool(seq)

    def why_not(self, seat: int, press: Press) -> Message:
        return Message("no", {"seat": seat, "press": press.value})

    def touch(self, seat: int) -> None:
        """A lamp's matter."""

    def let_go(self, seat: int) -> None:
        """A lamp's matter."""

    def accept(self, seat: int) -> None:
        """A lamp's matter."""

    def refuse(self, seat: int) -> None:
        """A lamp's matter."""


def presses_on(panel: Panel) -> Presses:
    """Return presses whose buttons have been at rest for long."""
    match = Holdable()
    resting = [replace(edge, edge_ns=0) for edge in panel.resting()]
    return Presses(resting, match, match, lambda: match.times, lambda _, __: None)


def test_the_barrier_opens_when_every_touch_before_it_is_decided(panel: Panel) -> None:
    presses, barrier = presses_on(panel), Barrier(panel)
    before_ns = time.monotonic_ns()

    def asked() -> Question:
        question = Question(before_ns)
        barrier.take(question)
        return question

    question = asked()
    barrier.answer(presses, before_ns)
    assert not question.answered.is_set()  # an edge from before may be on its way
    assert barrier.due_ns(presses, before_ns) == before_ns + presses.latency_bound_ns
    barrier.answer(presses, before_ns + presses.latency_bound_ns)
    assert question.answered.is_set()

    question, touch_ns = asked(), before_ns - MS
    presses.edge(Edge(0, touch_ns, True), before_ns)  # has it held? not known yet
    barrier.answer(presses, before_ns + 30 * MS)
    presses.tick(before_ns + 40 * MS)  # short or long? not known yet
    barrier.answer(presses, before_ns + 50 * MS)
    assert not question.answered.is_set()
    presses.edge(Edge(0, touch_ns + 100 * MS, False), touch_ns + 100 * MS)
    presses.tick(touch_ns + 110 * MS)
    barrier.answer(presses, touch_ns + 110 * MS)
    assert question.answered.is_set()


def test_nobody_waits_at_the_barrier_for_ever(panel: Panel) -> None:
    now_ns = time.monotonic_ns()
    Barrier(panel).wait(now_ns)  # and no thread of the panel runs
    assert 0.9e9 <= time.monotonic_ns() - now_ns < 30e9


def test_a_question_is_taken_after_the_edges_that_came_before_it(panel: Panel) -> None:
    panel.press(3, True)
    panel.edges.put(question := Question(0))
    panel.press(4, True)
    edge, second, third = panel.edges_within(0.001)
    assert isinstance(edge, Edge)
    assert second is question
    assert isinstance(third, Edge)

"""The knob on mock pins: no bounce turns a step round, and a push is short or long."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from firmware.console.knob import FAST_NS, STRIDE, Detent, Knob, Strides, Turned
from firmware.errors import BadWiring
from firmware.panel.gpio import mock_gpio, open_gpio
from firmware.panel.pins import ConsolePins, load_pins
from firmware.presses.debounce import Edge
from firmware.presses.gestures import Gesture
from referee.contract import Press
from tests.firmware.panel.lgpio_model import installed

DETENTS = 1000
APART_S = 0.5  # 120 a minute

# What the contacts do in a step clockwise, told by their number: 1 closed, 0 open.
CLOCKWISE = ((1, 0), (1, 1), (0, 1), (0, 0))


@pytest.fixture
def wired() -> ConsolePins:
    pins = load_pins().console
    assert pins is not None
    return pins


@pytest.fixture
def knob(wired: ConsolePins) -> Iterator[Knob]:
    gpio = mock_gpio()
    knob = Knob(wired, gpio)
    yield knob
    knob.close()
    gpio.factory.close()


class Contacts:
    """A dirty encoder: the contact that moves bounces up to five times; one edge may be missed.

    It follows from how such encoders are built, and knows nothing of how they are read.
    """

    def __init__(self, knob: Knob, wired: ConsolePins, chance: Random, missed: int = -1) -> None:
        self._pins = [
            knob.gpio.factory.pin(f"GPIO{number}") for number in (wired.encoder_a, wired.encoder_b)
        ]
        self._closed = [0, 0]
        self._chance = chance
        self._missed = missed
        self.edges = 0

    def step(self, way: int) -> None:
        """Go through one step, clockwise (1) or back (-1)."""
        for a, b in CLOCKWISE if way > 0 else ((0, 1), (1, 1), (1, 0), (0, 0)):
            for contact, closed in enumerate((a, b)):
                if self._closed[contact] != closed:
                    self._move(contact, closed)

    def _move(self, contact: int, closed: int) -> None:
        bounces = self._chance.randrange(6)
        for bounce in range(2 * bounces + 1):
            self._closed[contact] = closed if bounce % 2 == 0 else 1 - closed
            self.edges += 1
            if self.edges != self._missed:
                self._notice(contact)
        self._closed[contact] = closed

    def _notice(self, contact: int) -> None:
        pin = self._pins[contact]
        pin.drive_low() if self._closed[contact] else pin.drive_high()


def _turns(knob: Knob) -> list[int]:
    return [event.steps for event in knob.events(0.0) if isinstance(event, Turned)]


@pytest.mark.parametrize("way", [1, -1])
def test_of_a_thousand_bouncing_detents_none_is_turned_round_and_one_lost_at_most(
    knob: Knob, wired: ConsolePins, way: int
) -> None:
    contacts = Contacts(knob, wired, Random(way))
    turned = []
    for _ in range(DETENTS):
        contacts.step(way)
        turned += _turns(knob)
    assert contacts.edges > 10 * DETENTS
    assert set(turned) == {way}
    assert DETENTS - 1 <= len(turned) <= DETENTS


def test_one_edge_that_is_missed_turns_no_step_round(wired: ConsolePins) -> None:
    for missed in range(100):
        gpio = mock_gpio()
        knob = Knob(wired, gpio)
        contacts = Contacts(knob, wired, Random(4), missed)
        for _ in range(4):
            contacts.step(1)
        turned = _turns(knob)
        assert set(turned) == {1}, missed
        assert len(turned) >= 3
        knob.close()
        gpio.factory.close()


def test_a_step_not_made_to_its_end_is_none(knob: Knob, wired: ConsolePins) -> None:
    a, b = (knob.gpio.factory.pin(f"GPIO{pin}") for pin in (wired.encoder_a, wired.encoder_b))
    for pin, closed in ((a, True), (b, True), (b, False), (a, False)):
        pin.drive_low() if closed else pin.drive_high()
    assert _turns(knob) == []


def test_a_page_turns_the_mock_knob_as_a_hand_does(knob: Knob) -> None:
    knob.turn(3)
    knob.turn(-2, bounces=4)
    assert _turns(knob) == [1, 1, 1, -1, -1]


def test_detents_close_together_are_a_fast_turn() -> None:
    strides = Strides()
    slow, fast = round(APART_S * 1e9), FAST_NS - 1
    at_ns, turned = 10**12, []
    for way, later_ns in ((1, slow), (1, slow), (1, fast), (1, fast), (-1, fast), (-1, fast)):
        at_ns += later_ns
        turned.append(strides.turned(Detent(way, at_ns)).stride)
    assert turned == [1, 1, STRIDE, STRIDE, 1, STRIDE]  # turning round begins slowly


class Time:
    """The time of the pins and of who looks at them, which goes on by hand."""

    def __init__(self) -> None:
        self.ns = time.monotonic_ns()

    def goes_on(self, ms: float) -> None:
        self.ns += round(ms * 1e6)


def _pushes(knob: Knob, now: Time, ms: float) -> list[Press]:
    """Return the pushes of so many milliseconds."""
    found = []
    for _ in range(10):
        now.goes_on(ms / 10)
        found += [one.press for one in knob.events(0.0) if isinstance(one, Gesture)]
    return found


def test_a_push_is_short_or_long_and_never_both(
    knob: Knob, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Time()
    monkeypatch.setattr(time, "monotonic_ns", lambda: now.ns)
    monkeypatch.setattr(knob.gpio.factory, "ticks", lambda: now.ns / 1e9)
    _pushes(knob, now, 150)  # at rest
    knob.push(True)
    assert _pushes(knob, now, 50) == []
    knob.push(False)
    assert _pushes(knob, now, 100) == [Press.SHORT]
    knob.push(True)
    assert _pushes(knob, now, 800) == [Press.LONG]  # while it is still held
    knob.push(False)
    assert _pushes(knob, now, 100) == []


def test_a_push_whose_release_is_reported_late_is_no_long_one(
    knob: Knob, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Time()
    monkeypatch.setattr(time, "monotonic_ns", lambda: now.ns)
    _pushes(knob, now, 150)  # at rest
    knob._events.put(Edge(0, now.ns, down=True))
    assert _pushes(knob, now, 50) == []
    knob._events.put(Edge(0, now.ns, down=False))
    now.goes_on(600)  # The process stalls.
    assert _pushes(knob, now, 100) == [Press.SHORT]


def test_a_wait_for_the_knob_ends_when_it_is_woken(knob: Knob) -> None:
    knob.wake()
    assert list(knob.events(60.0)) == []


def test_a_knob_whose_line_is_held_has_listened_to_none(
    wired: ConsolePins, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """When a line is given back that was listened to, lgpio hears no button any more."""
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("firmware.panel.gpio.DEVICES", tmp_path)
    with installed(monkeypatch) as lgpio:
        lgpio.held[wired.encoder_push] = "another"
        gpio = open_gpio("gpio")
        with pytest.raises(BadWiring) as refused:
            Knob(wired, gpio)
        assert refused.value.message.params["holder"] == "another"
        assert not lgpio.alerts
        gpio.factory.close()

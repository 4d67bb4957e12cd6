"""The knob on mock pins: a push is short or long, and a line that is held is named."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.console.knob import Knob
from firmware.errors import BadWiring
from firmware.panel.gpio import mock_gpio, open_gpio
from firmware.panel.pins import ConsolePins, load_pins
from firmware.presses.gestures import Gesture
from referee.contract import Press
from tests.firmware.panel.lgpio_model import installed


@pytest.fixture
def wired() -> ConsolePins:
    pins = load_pins().console
    assert pins is not None
    return pins


@pytest.fixture
def knob(wired: ConsolePins) -> Iterator[Knob]:
    gpio = mock_gpio()
    with closing(Knob(wired, gpio)) as knob:
        yield knob
    gpio.factory.close()


class Time:
    """The time of the pins and of who looks at them, which goes on by hand."""

    def __init__(self) -> None:
        self.ns = time.monotonic_ns()

    def goes_on(self, ms: float) -> None:
        self.ns += round(ms * 1e6)


def _pushes(knob: Knob, now: Time, ms: float) -> list[Press]:
    """Return the pushes of so many milliseconds."""
    results = []
    for _ in range(10):
        now.goes_on(ms / 10)
        results += [event.press for event in knob.events(0.0) if isinstance(event, Gesture)]
    return results


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

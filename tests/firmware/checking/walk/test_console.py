"""The walk through the console: turned both ways, pushed, its pattern seen; what fails is named."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from firmware.checking.findings import Finding
from firmware.checking.walk import console as module
from firmware.checking.walk.console import pattern, walk_console
from firmware.console.knob import Knob
from firmware.errors import DisplayLost
from firmware.panel.gpio import Gpio, mock_gpio
from firmware.panel.pins import ConsolePins, load_pins
from tests.firmware.checking.box import told

Act = Callable[[Knob], None]


class Screen:
    """A display that keeps what it shows; `lost` is raised at a picture."""

    def __init__(self) -> None:
        self.shown: list[Image.Image] = []
        self.closed = 0
        self.lost: DisplayLost | None = None

    def show(self, image: Image.Image) -> None:
        if self.lost is not None:
            raise self.lost
        self.shown.append(image)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def gpio() -> Iterator[Gpio]:
    gpio = mock_gpio()
    yield gpio
    gpio.factory.close()


def push(knob: Knob) -> None:
    knob.push(True)
    for _ in range(3):  # a contact that is shorter is no finger
        list(knob.events(0.01))
    knob.push(False)


def turn(steps: int) -> Act:
    return lambda knob: knob.turn(steps)


def walked(
    gpio: Gpio,
    monkeypatch: pytest.MonkeyPatch,
    acts: dict[str, Act],
    screen: Screen | None,
    wait_s: float = 30.0,
) -> list[Finding]:
    """Walk with somebody who does what is asked for, as far as `acts` has it."""
    pins = load_pins().console
    assert pins is not None
    made: list[Knob] = []

    class Watched(Knob):
        def __init__(self, pins: ConsolePins, gpio: Gpio) -> None:
            super().__init__(pins, gpio)
            made.append(self)

    def opened(_: ConsolePins) -> Screen:
        if screen is None:
            raise DisplayLost("table.console.none", address="0x3C")
        return screen

    monkeypatch.setattr(module, "Knob", Watched)
    monkeypatch.setattr(module, "REST_S", 0.01)
    found = []
    for finding in walk_console(pins, gpio, opened, wait_s):
        found.append(finding)
        act = acts.get(finding.message.key.rpartition(".")[2])
        if finding.well is None and act is not None:
            act(made[0])
    return found


WELL: dict[str, Act] = {
    "clockwise": turn(6),  # more clicks than it takes are not the next turn's
    "back": turn(-6),
    "push": push,
    "pattern": push,
}


def outcome(found: list[Finding]) -> list[tuple[bool | None, str]]:
    return [(well, key) for _, well, key in told(found) if well is not None]


def test_a_console_that_is_wired_right_is_well(gpio: Gpio, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    found = walked(gpio, monkeypatch, WELL, screen)
    assert outcome(found) == [
        (True, "clockwise_well"),
        (True, "back_well"),
        (True, "pushed"),
        (True, "pattern_seen"),
    ]
    assert screen.closed == 1
    assert [one.tobytes() for one in screen.shown] == [pattern().tobytes()]


def test_changed_wires_turn_the_wrong_way(gpio: Gpio, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = WELL | {"clockwise": turn(-3), "back": turn(3)}
    found = walked(gpio, monkeypatch, acts, Screen())
    assert outcome(found)[:2] == [(False, "turned_other")] * 2


def test_what_nobody_turns_pushes_or_sees_names_its_pins(
    gpio: Gpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = walked(gpio, monkeypatch, {"clockwise": turn(1)}, Screen(), 0.1)  # a touch
    assert outcome(found) == [
        (False, "turned_not"),
        (False, "turned_not"),
        (False, "pushed_not"),
        (False, "pattern_not"),
    ]


def test_a_table_without_a_console_has_nothing_to_mend(
    gpio: Gpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = walked(gpio, monkeypatch, {}, None, 0.1)
    assert told(found) == [("walk.knob", None, "clockwise"), ("walk.knob", None, "no_console")]


def test_a_knob_without_its_display_is_a_fault(gpio: Gpio, monkeypatch: pytest.MonkeyPatch) -> None:
    found = walked(gpio, monkeypatch, WELL, None)
    assert outcome(found) == [
        (True, "clockwise_well"),
        (True, "back_well"),
        (True, "pushed"),
        (False, "none"),
    ]


def test_a_display_that_vanishes_is_told_and_closed(
    gpio: Gpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    screen.lost = DisplayLost("table.console.refused", reason=str(OSError(errno.EIO, "I/O")))
    found = walked(gpio, monkeypatch, WELL, screen)
    assert outcome(found)[-1] == (False, "refused")
    assert screen.closed == 1


def test_the_pattern_reaches_every_edge_of_the_display() -> None:
    image = pattern()
    assert (image.mode, image.size) == ("1", (128, 64))
    corners = [(0, 0), (127, 0), (0, 63), (127, 63)]
    assert all(image.getpixel(corner) for corner in corners)
    assert all(image.getpixel((x, y)) for x in range(128) for y in (0, 63))

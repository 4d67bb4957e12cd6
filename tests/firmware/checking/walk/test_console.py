"""The walk through the console: turned both ways, pushed, its pattern seen; what fails is named."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from firmware.checking.findings import Finding
from firmware.checking.walk import console as module
from firmware.checking.walk.console import SOAK_PICTURES, pattern, walk_console
from firmware.console.display import Brightness
from firmware.console.knob import Knob
from firmware.errors import DisplayLost
from firmware.panel.gpio import Gpio, mock_gpio
from firmware.panel.pins import ConsolePins, load_pins
from referee import words
from tests.firmware.checking.box import told

Act = Callable[[Knob], None]


class Screen:
    """A display that keeps what it shows; `lost` is raised at a picture."""

    def __init__(self, holds: int = 1000) -> None:
        self.shown: list[Image.Image] = []
        self.closed = 0
        self.lost: DisplayLost | None = None
        self.holds = holds

    def show(self, image: Image.Image) -> None:
        if self.lost is not None:
            raise self.lost
        if len(self.shown) == self.holds:
            raise DisplayLost("table.console.none", address="0x3C")
        self.shown.append(image)

    def light(self, brightness: Brightness) -> bool:
        raise AssertionError(f"the walk keeps the display bright, not {brightness}")

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
    **settings: Any,
) -> list[Finding]:
    """Walk with somebody who does what is asked for, as far as `acts` has it."""
    pins = load_pins().console
    assert pins is not None
    pins = replace(pins, **settings)
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
        (True, "bus_well"),
        (True, "pattern_seen"),
    ]
    assert screen.closed == 1
    assert screen.shown[-1].tobytes() == pattern().tobytes()
    soaked = [one.getextrema() for one in screen.shown[:-1]]
    assert soaked == [(0, 0), (1, 1)] * (SOAK_PICTURES // 2)


def test_a_bus_that_loses_one_picture_of_many_is_told_with_its_cure(
    gpio: Gpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = walked(gpio, monkeypatch, WELL, Screen(holds=41))
    assert outcome(found)[3:] == [(False, "bus_loses")]
    said = words.say(found[-1].message, "en")
    assert "after 41 of 60" in said
    assert "i2c_arm_baudrate=50000" in said


def test_changed_wires_turn_the_wrong_way(gpio: Gpio, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = WELL | {"clockwise": turn(-3), "back": turn(3)}
    found = walked(gpio, monkeypatch, acts, Screen())
    assert outcome(found)[:2] == [(False, "turned_other")] * 2


def clicks(knob: Knob, count: int, detents: int) -> None:
    """Click an encoder with this number of detents a cycle, whatever the table thinks of it."""
    pins = [knob.gpio.factory.pin(f"GPIO{number}") for number in (19, 20)]
    cycle = ((0, True), (1, True), (0, False), (1, False))
    for quarter in range(abs(count) * 4 // detents):
        if count > 0:
            contact, closed = cycle[(CLICKED[0] + quarter) % 4]
        else:
            contact, opens = cycle[(CLICKED[0] - quarter - 1) % 4]
            closed = not opens
        pins[contact].drive_low() if closed else pins[contact].drive_high()
    CLICKED[0] += count * 4 // detents


CLICKED = [0]


@pytest.mark.parametrize("real", [1, 2, 4])
@pytest.mark.parametrize("written", [1, 2, 4])
@pytest.mark.parametrize("counted", [(9, 9), (9, 10), (11, 7)])
def test_the_walk_finds_how_many_clicks_the_knob_has_and_says_the_line(
    gpio: Gpio,
    monkeypatch: pytest.MonkeyPatch,
    real: int,
    written: int,
    counted: tuple[int, int],
) -> None:
    CLICKED[0] = 0
    acts = WELL | {
        "clockwise": lambda knob: clicks(knob, counted[0], real),
        "back": lambda knob: clicks(knob, -counted[1], real),
    }
    found = walked(gpio, monkeypatch, acts, Screen(), detents=written)
    told_of = [one for one in found if one.message.key == "cli.walk.detents"]
    assert [one.well for one in told_of] == ([] if real == written else [False])
    if told_of:
        assert told_of[0].message.params == {"detents": real, "given": written}
        assert f"detents = {real}" in words.say(told_of[0].message, "en")
    assert (True, "clockwise_well") in outcome(found)
    assert (True, "back_well") in outcome(found)


def test_a_knob_that_turns_the_wrong_way_is_told_the_line_that_turns_it_round(
    gpio: Gpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = WELL | {"clockwise": turn(-9), "back": turn(9)}
    found = walked(gpio, monkeypatch, acts, Screen(), reversed=True)
    wrong = [one.message for one in found if one.message.key == "cli.walk.turned_other"]
    assert len(wrong) == 2
    assert all("reversed = false" in words.say(message, "en") for message in wrong)


def test_what_nobody_turns_pushes_or_sees_names_its_pins(
    gpio: Gpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = walked(gpio, monkeypatch, {"clockwise": turn(1)}, Screen(), 0.1)  # a touch
    assert outcome(found) == [
        (False, "turned_not"),
        (False, "turned_not"),
        (False, "pushed_not"),
        (True, "bus_well"),
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

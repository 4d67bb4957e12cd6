"""The console's display: needed by nobody, lost aloud, back by itself."""

from __future__ import annotations

import errno

import pytest
from PIL import Image

from firmware.checking import lines
from firmware.checking.case import Case
from firmware.console.display import Oled
from firmware.console.drawing import SIZE
from firmware.console.resting import AGAIN_S, RestingDisplay
from firmware.errors import DisplayLost
from referee import words
from referee.contract import Message
from tests.firmware.console import test_resting as resting
from tests.firmware.console.fake_luma import Bus, uninstall
from tests.firmware.console.test_resting import PINS, Clock

PICTURE = Image.new("1", SIZE)
clock = resting.clock


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Bus:
    bus = Bus()
    bus.install(monkeypatch)
    return bus


@pytest.fixture
def display(clock: Clock) -> RestingDisplay:
    return RestingDisplay(lambda: Oled(PINS), PINS, clock)


def test_a_display_that_vanishes_is_said_and_comes_back_by_itself(
    bus: Bus, display: RestingDisplay, clock: Clock
) -> None:
    display.open()
    bus.fault = errno.EREMOTEIO
    assert not display.show(PICTURE)
    assert not display.there
    assert (display.part().well, display.part().message.key) == (False, "table.console.lost")
    assert not display.open()  # not at once again
    clock.now_s += AGAIN_S
    assert not display.open()
    bus.fault = None
    clock.now_s += AGAIN_S
    assert display.open()
    assert display.show(PICTURE)
    assert display.part().well
    assert bus.opened - bus.closed == 1
    assert bus.devices == 2  # none while none answered: luma keeps each until the end


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOENT, "table.console.no_bus"),
        (errno.EACCES, "table.console.forbidden"),
        (errno.ENODEV, "table.console.refused"),
    ],
)
def test_a_bus_that_cannot_be_had_is_told_in_one_sentence(bus: Bus, number: int, key: str) -> None:
    bus.no_bus = number
    with pytest.raises(DisplayLost) as lost:
        Oled(PINS)
    assert lost.value.message.key == key


def test_a_display_that_never_was_there_is_no_fault(bus: Bus, display: RestingDisplay) -> None:
    bus.fault = errno.EIO
    assert not display.open()
    part = display.part()
    assert (part.well, part.message.key) == (True, "table.console.none")
    assert "0x3C" in words.say(part.message)
    assert bus.devices == 0


def test_without_luma_a_table_goes_on_and_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, display: RestingDisplay
) -> None:
    uninstall(monkeypatch)
    assert not display.open()
    part = display.part()
    assert part.well
    for locale in words.LOCALES:
        assert "luma.oled" in words.say(part.message, locale)


def test_the_doctor_knows_the_console(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    (well,) = lines.console(Case())
    assert (well.well, well.message.key) == (True, "cli.doctor.console")
    assert bus.devices == 0  # it leaves alone what stands on the display of a table that runs
    assert bus.opened == bus.closed == 1
    bus.fault = errno.EIO
    (none,) = lines.console(Case())
    assert none.well is None
    assert none.message == Message("table.console.none", {"address": "0x3C"})
    uninstall(monkeypatch)
    (bare,) = lines.console(Case())
    assert (bare.well, bare.message) == (None, Message("table.console.no_library"))

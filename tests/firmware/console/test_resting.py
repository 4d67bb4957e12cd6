"""The display dims after ten minutes of rest, goes dark in a pause, and no picture burns in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image

from firmware.console.display import Brightness
from firmware.console.drawing import SIZE
from firmware.console.resting import SHIFT_S, SHIFTS, RestingDisplay
from firmware.panel.pins import ConsolePins
from referee.actor import HOST
from referee.contract import Message
from referee.match.commands import Begin, Move, Pause, Resume
from referee.match.desk import Desk, Snapshot
from referee.reports.status import PendingApproval
from tests.firmware.console.test_console import Rig
from tests.process import eventually

PINS = ConsolePins(encoder_a=19, encoder_b=20, encoder_push=25, display_data=2, display_clock=3)
FULL, DIM, DARK = Brightness.FULL, Brightness.DIM, Brightness.DARK
DOT = Image.new("1", SIZE)
DOT.putpixel((5, 5), 1)


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Screen:
    """A display that notes what it is told."""

    def __init__(self) -> None:
        self.brightness = FULL
        self.pictures: list[Image.Image] = []

    def show(self, image: Image.Image) -> None:
        self.pictures.append(image)

    def light(self, brightness: Brightness) -> bool:
        self.brightness = brightness
        return True

    def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
def display(clock: Clock, screen: Screen) -> RestingDisplay:
    display = RestingDisplay(lambda: screen, PINS, clock)
    assert display.open()
    return display


def begun(desk: Desk) -> Snapshot:
    match = desk.do(Begin("coyote", {}, 3), HOST)
    assert match is not None
    return match


def rest(display: RestingDisplay, clock: Clock, minutes: float) -> None:
    """Let time pass, second by second."""
    for _ in range(round(60 * minutes)):
        clock.now_s += 1
        display.tick()


def test_it_dims_after_ten_minutes_of_rest_and_wakes_at_a_touch_or_an_event(
    display: RestingDisplay, screen: Screen, clock: Clock, desk: Desk
) -> None:
    display.follow(begun(desk))
    display.show(DOT)
    touch: Callable[[], object] = display.touch
    move = {"move": "announce", "seat": 0, "number": 5}
    for wake in (touch, lambda: display.follow(desk.do(Move(move))), lambda: display.show(DOT)):
        rest(display, clock, 9.9)
        assert screen.brightness is FULL
        rest(display, clock, 0.2)
        assert screen.brightness is DIM
        wake()
        display.tick()
        assert screen.brightness is FULL


def test_it_is_dark_a_minute_after_a_pause_began_and_lit_again_when_play_goes_on(
    display: RestingDisplay, screen: Screen, clock: Clock, desk: Desk
) -> None:
    display.show(DOT)
    begun(desk)
    display.follow(desk.do(Pause(), HOST))
    rest(display, clock, 0.9)
    assert screen.brightness is FULL
    rest(display, clock, 0.2)
    assert screen.brightness is DARK
    assert display.touch()  # nobody saw what that push would have done
    assert not display.touch()
    assert screen.brightness is FULL
    rest(display, clock, 2)
    display.follow(desk.do(Resume(), HOST))
    display.tick()
    assert screen.brightness is FULL
    rest(display, clock, 2)
    assert screen.brightness is FULL


@pytest.mark.parametrize("is_paused", [True, False])
def test_it_is_not_dark_while_somebody_waits_for_an_answer(
    display: RestingDisplay, screen: Screen, clock: Clock, desk: Desk, is_paused: bool
) -> None:
    begun(desk)
    match = desk.do(Pause(), HOST) if is_paused else None
    display.follow(match)
    display.show(DOT)
    rest(display, clock, 12)
    assert screen.brightness is DARK
    asks = (PendingApproval("1", Message("page.asks"), (2,)),)
    display.follow(match, asks)
    display.tick()
    assert screen.brightness is FULL
    rest(display, clock, 12)
    display.follow(match, asks)
    assert screen.brightness is DIM
    display.follow(match)
    rest(display, clock, 12)
    assert screen.brightness is DARK


@pytest.mark.parametrize("shows_each_s", [0, 7])
def test_a_picture_that_stands_moves_by_a_pixel_and_back(
    display: RestingDisplay, screen: Screen, clock: Clock, desk: Desk, shows_each_s: int
) -> None:
    """A title and a frame stand while the rest changes."""
    display.follow(begun(desk))
    display.show(DOT)
    for second in range(round(4 * SHIFT_S)):
        rest(display, clock, 1 / 60)
        if shows_each_s and second % shows_each_s == 0:
            display.show(DOT)
    places = [place for place, _ in groupby(image.getbbox() for image in screen.pictures)]
    assert places == [(5 + x, 5 + y, 6 + x, 6 + y) for x, y in (*SHIFTS, SHIFTS[0])]
    assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in SHIFTS)


def test_a_push_on_a_dark_display_only_wakes_it(
    tmp_path: Path, clock: Clock, screen: Screen
) -> None:
    rig = Rig(tmp_path)
    rig.console._display._clock = clock
    rig.table.run()
    rig.sees("New match")
    rig.console._display._display = screen
    before, taken = rig.console.shown.text, rig.hand.taken
    clock.now_s += 3600
    rig.console.wake()
    eventually(lambda: screen.brightness is DARK)
    rig.console.turn(1)
    eventually(lambda: screen.brightness is FULL)
    assert (rig.hand.taken, rig.console.shown.text) == (taken, before)
    rig.hand.turn(1)  # The next one counts.
    assert rig.console.shown.text != before
    rig.close()

"""The walk: one press at each lit lamp tells what is wired wrong; Enter goes past what is not."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Any, cast

import pytest
from PIL import Image

from firmware.checking import walk
from firmware.checking.findings import Finding
from firmware.checking.walk import walk_console, walk_display, walk_knob, walk_panel
from firmware.console.display import StoredDisplay
from firmware.console.knob import Knob
from firmware.errors import DisplayLost
from firmware.panel.panel import Panel
from firmware.panel.pins import ConsolePins, load_pins
from tests.firmware.checking.box import results_of

CONSOLE = cast(ConsolePins, load_pins().console)
MOST_STEPS = 100  # The table waits this long for the end of a push.


@pytest.fixture
def knob(panel: Panel) -> Iterator[Knob]:
    with closing(Knob(CONSOLE, panel.gpio)) as knob:
        yield knob


def person(*acts: Callable[[], object] | None) -> Callable[[], bool]:
    """Return a person who does one act at each step, and presses Enter for None."""
    coming = chain(acts, [lambda: None] * MOST_STEPS)

    def has_entered() -> bool:
        act = next(coming)
        if act is not None:
            act()
        return act is None

    return has_entered


def push(knob: Knob) -> Iterator[Callable[[], None]]:
    """Yield what a person does to push a knob."""
    yield lambda: knob.push(True)
    yield lambda: time.sleep(walk.HELD_S)
    yield lambda: knob.push(False)


def results(findings: Iterator[Finding]) -> list[tuple[str, bool | None, str]]:
    """Return what is found, without the instructions."""
    return [finding for finding in results_of(findings) if finding[1] is not None]


def test_one_press_at_each_lit_lamp_finds_swapped_and_missing_wires(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The buttons 0 and 1 are swapped, 3 is closed from the start, and 5 is not wired."""
    monkeypatch.setattr(walk, "QUIET_S", 0.0)
    panel.press(3, True)

    def press(seat: int, lit: int | None) -> Callable[[], None]:
        def act() -> None:
            assert [lamp for lamp in range(panel.seats) if panel.level(lamp)] == (
                [] if lit is None else [lit]
            )
            panel.press(seat, True)

        return act

    acts: list[Callable[[], object] | None] = []
    for lit, pressed in ((0, 1), (1, 0), (2, 2), (4, 4)):
        acts += [press(pressed, lit), partial(panel.press, pressed, False)]
    acts += [None, press(2, None)]
    assert results(walk_panel(panel, person(*acts))) == [
        ("walk.seat", False, "other"),
        ("walk.seat", False, "other"),
        ("walk.seat", True, "well"),
        ("walk.seat", False, "stuck"),
        ("walk.seat", True, "well"),
        ("walk.seat", False, "none"),
        ("walk.buzzer", True, "heard"),
    ]


@pytest.mark.parametrize(
    ("turns", "seen"),
    [
        ((9, -9), [(True, "clockwise_well"), (True, "back_well")]),
        ((-8, 10), [(False, "turned_other")] * 2),
        ((4, -4), [(True, "clockwise_well"), (True, "back_well"), (False, "detents")]),
        ((0, -1), [(False, "turned_not")] * 2),
    ],
)
def test_two_turns_and_a_push_tell_how_the_knob_is_wired(
    knob: Knob, turns: tuple[int, int], seen: list[tuple[bool, str]]
) -> None:
    first, second = ((lambda steps=steps: knob.turn(steps)) for steps in turns)
    acts = (first, None, second, None, *push(knob))
    walked = walk_knob(knob, CONSOLE, person(*acts))
    assert results(walked) == [("walk.knob", *item) for item in (*seen, (True, "pushed"))]


class Seen(StoredDisplay):
    """A display that keeps what it shows."""

    def __init__(self) -> None:
        self.shown: list[Image.Image] = []

    def show(self, image: Image.Image) -> None:
        self.shown.append(image)


def test_a_pattern_on_the_display_is_confirmed_with_the_knob(knob: Knob) -> None:
    display = Seen()
    acts = push(knob)
    assert results(walk_display(knob, display, person(*acts))) == [
        ("walk.display", True, "pattern_seen")
    ]
    assert display.shown[-1].getpixel((127, 63)) == display.shown[-1].getpixel((0, 63)) == 1
    assert results(walk_display(knob, display, person(None)))[0][2] == "pattern_not"


def test_a_table_without_a_console_needs_none(panel: Panel) -> None:
    def lost(_: Any) -> Any:
        raise DisplayLost("table.console.none", address="0x3C")

    walked = results_of(walk_console(CONSOLE, panel, lost, person()))
    assert walked == [("walk.display", None, "none")]

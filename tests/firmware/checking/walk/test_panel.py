"""`coyote doctor --walk`: a lamp is lit, its button must answer; what is wired wrongly is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.checking.walk import panel as module
from firmware.checking.walk.panel import TONE_HZ, walk
from firmware.panel.gpio import open_gpio
from firmware.panel.panel import Panel
from firmware.panel.pins import load_pins
from referee import words


class Kit(Panel):
    """A panel before which somebody sits: who sees a lamp lit presses the button beside it.

    `seen` maps the seat that the program lights to the one beside whose button it glows, None for
    a lamp that stays dark.
    """

    def __init__(self) -> None:
        super().__init__(load_pins(), open_gpio("mock"))
        self.seen: dict[int, int | None] = {seat: seat for seat in range(self.seats)}
        self.tones: list[float | None] = []
        self.hears: int | None = 0

    def light(self, seat: int, level: float) -> None:
        super().light(seat, level)
        beside = self.seen[seat]
        if beside is not None and level:
            self.press(beside, True)
        elif beside is not None:
            self.press(beside, False)

    def tone(self, frequency_hz: float | None) -> None:
        self.tones.append(frequency_hz)
        if self.hears is not None:
            self.press(self.hears, frequency_hz is not None)


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kit]:
    monkeypatch.setattr(module, "QUIET_S", 0.001)
    kit = Kit()
    yield kit
    kit.close()


def told(kit: Kit) -> list[tuple[bool | None, str]]:
    return [
        (finding.well, finding.message.key.rpartition(".")[2])
        for finding in walk(kit, wait_s=0.2)
        if finding.message.key not in ("cli.walk.press", "cli.walk.tone")
    ]


def test_a_kit_that_is_wired_right_is_well_and_sounds(kit: Kit) -> None:
    assert told(kit) == [(True, "well")] * 6 + [(True, "heard")]
    assert kit.tones == [TONE_HZ, None]
    assert [kit.level(seat) for seat in range(6)] == [0.0] * 6


def test_lamps_changed_dark_and_a_button_that_is_closed_are_each_named(kit: Kit) -> None:
    kit.seen.update({1: 2, 2: 1, 4: None})
    kit.press(5, True)
    found = told(kit)
    assert found[:6] == [
        (True, "well"),
        (False, "other"),
        (False, "other"),
        (True, "well"),
        (False, "none"),
        (False, "stuck"),
    ]


def test_what_is_said_names_the_pins_of_the_header(kit: Kit) -> None:
    kit.seen[0] = None
    (finding,) = (f for f in walk(kit, wait_s=0.01) if f.message.params.get("seat") == 0)
    for locale in words.LOCALES:
        said = words.say(finding.message, locale)
        assert "12" in said  # the lamp's
        assert "11" in said  # the button's


def test_a_glitch_is_no_press(kit: Kit) -> None:
    kit.seen[0] = None
    walking = walk(kit, wait_s=0.1)
    assert next(walking).message.key == "cli.walk.press"
    kit.press(3, True)
    kit.press(3, False)
    assert next(walking).message.key == "cli.walk.none"


def test_a_tone_that_nobody_hears_ends_and_is_told(kit: Kit) -> None:
    kit.hears = None
    assert told(kit)[-1] == (False, "not_heard")
    assert kit.tones == [TONE_HZ, None]


def test_where_every_button_is_stuck_nobody_is_asked_what_they_hear(kit: Kit) -> None:
    for seat in range(kit.seats):
        kit.press(seat, True)
    assert told(kit) == [(False, "stuck")] * 6
    assert kit.tones == []

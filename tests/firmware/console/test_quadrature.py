"""Knobs with one, two or four detents a cycle: each detent is one step, the way it was turned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware.console.knob import Knob, Turned
from firmware.console.quadrature import Quadrature
from firmware.errors import BadWiring
from firmware.panel.gpio import mock_gpio
from firmware.panel.pins import load_pins
from hardware import PINS

CLOCKWISE = ((False, False), (True, False), (True, True), (False, True))
QUARTER_NS, BOUNCE_NS = 4_000_000, 150_000
Edge = tuple[int, bool, int]


class Encoder:
    """An encoder as it is built: a shaft that opens and closes two contacts, which chatter."""

    def __init__(self, detents: int, chance: Random, at_rest: int = 0) -> None:
        self._each, self._chance = 4 // detents, chance
        self._place, self.at_ns = at_rest, 10**12

    @property
    def closed(self) -> tuple[bool, bool]:
        return CLOCKWISE[self._place % 4]

    def click(self, way: int) -> Iterator[Edge]:
        """Go on by a detent."""
        for _ in range(self._each):
            before, self._place = self.closed, self._place + way
            contact = 0 if before[0] != self.closed[0] else 1
            self.at_ns += QUARTER_NS
            for bounce in range(2 * self._chance.randrange(5) + 1):
                at_ns = self.at_ns + bounce * BOUNCE_NS
                yield contact, self.closed[contact] ^ bool(bounce % 2), at_ns


@pytest.mark.parametrize("detents", [1, 2, 4])
@pytest.mark.parametrize("at_rest", [0, 2])
def test_each_click_is_one_step_the_way_it_was_turned(detents: int, at_rest: int) -> None:
    if detents == 1 and at_rest:
        pytest.skip("such an encoder rests with its contacts open")
    encoder = Encoder(detents, Random(detents), at_rest)
    quadrature = Quadrature(encoder.closed, detents)
    for way in (*[1] * 200, *[-1] * 200, *Random(7).choices((1, -1), k=200)):
        steps = [quadrature.edge(*edge) for edge in encoder.click(way)]
        assert [step for step in steps if step] == [way]


@pytest.mark.parametrize("detents", [1, 2, 4])
@pytest.mark.parametrize("is_reversed", [False, True])
def test_the_pin_tables_knob_counts_on_its_pins(detents: int, is_reversed: bool) -> None:
    console = load_pins().console
    assert console is not None
    gpio = mock_gpio()
    knob = Knob(replace(console, detents=detents, reversed=is_reversed), gpio)
    a = gpio.factory.pin(console.encoder_b if is_reversed else console.encoder_a)
    b = gpio.factory.pin(console.encoder_a if is_reversed else console.encoder_b)
    for pin, closed in ((a, True), (b, True), (a, False), (b, False)):  # a cycle clockwise
        pin.drive_low() if closed else pin.drive_high()
    knob.turn(3)
    knob.turn(-2, bounces=0)
    steps = [event.steps for event in knob.events(0.0) if isinstance(event, Turned)]
    assert steps == [1] * detents + [1, 1, 1, -1, -1]
    knob.close()
    gpio.factory.close()


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("detents = 3", "no_detents"),
        ("detents = true", "no_detents"),
        ("reversed = 1", "no_yes_or_no"),
        ("dim_after_minutes = -1", "no_minutes"),
        ("off_after_minutes = 'never'", "no_minutes"),
        ("dim_after_minutes = nan", "no_minutes"),
    ],
)
def test_a_setting_of_the_console_that_cannot_be_is_refused(
    tmp_path: Path, line: str, key: str
) -> None:
    table = tmp_path / "pins.toml"
    setting = line.partition(" ")[0]
    table.write_text(re.sub(rf"(?m)^{setting} = .*$", line, PINS.read_text()))
    with pytest.raises(BadWiring, match=rf"table\.pins\.{key}"):
        load_pins(table)

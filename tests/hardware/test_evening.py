"""The guide's times are counted: of the board, the wires, the cups, the printed sheets."""

from __future__ import annotations

from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.wiring.hookup import wires_of
from tests.guide_evening import PACES, before, clock, evening, plan

PINS, PARTS = load_pins(), load_parts()
MAX_MIN = 6 * 60  # of a long evening


def test_an_evening_is_an_evening_and_each_step_begins_where_the_one_before_ends() -> None:
    minutes = [step.minutes for step in evening()]
    assert sum(minutes) <= MAX_MIN
    starts = [row[0] for row in plan() if row[0] != "before"]
    assert starts == [clock(sum(minutes[:number])) for number in range(len(minutes) + 1)]


def test_a_step_takes_its_pieces_times_what_one_takes_and_what_is_said() -> None:
    for step in (*before(), *evening()):
        assert set(step.counted) <= set(PACES)
        exact = sum(PACES[kind][0] * many for kind, many in step.counted.items()) / 60
        assert 0 <= step.minutes - exact - sum(step.said.values()) < 5, step.name


def test_every_core_of_the_kit_is_counted_once() -> None:
    """A seat has four: two of the button, two of the lamp; each wire and ground of the console."""
    soldered = sum(step.counted.get("soldered ends", 0) for step in evening())
    own = ("knob", "display", "buzzer")
    wires = [wire.to.key.rpartition(".")[2] for wire in wires_of(PINS, PARTS)]
    of_console = sum(name.startswith(own) for name in wires) - 1  # the knob's + is a board's alone
    shared = 4  # the buzzer's +, the grounds of display, knob and the knob's push
    assert soldered == 4 * len(PINS.seats) + of_console + shared

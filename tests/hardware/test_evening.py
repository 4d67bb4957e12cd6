"""The guide's times are counted: of the board, the wires, the cups, the printed sheets."""

from __future__ import annotations

import math

from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.wiring.hookup import wires_of
from tests.guide_evening import PACES, before, board, clock, evening, plan, screw_board, screws

PINS, PARTS = load_pins(), load_parts()
MAX_MIN = 4 * 60  # of an evening


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


def test_the_board_is_counted_lead_by_lead_and_costs_more_than_screws() -> None:
    assert board()["leads"] == 40 + 18 + 2 * 12 + 2 * (len(PINS.seats) + 2)
    assert board()["board wires"] > 2 * len(PINS.seats)
    soldered = sum(PACES[kind][0] * many for kind, many in board().items())
    assert soldered > PACES["screwed ends"][0] * screw_board()


def test_all_screws_are_turned_in_some_step() -> None:
    of_buttons = len(PINS.seats) + 1  # their nuts, and the knob's
    for kind in ("screws", "nuts"):
        turned = sum(step.counted.get(kind, 0) for step in evening())
        sold = sum(count for _, _, count, which in screws() if which == kind)
        assert turned == sold + (of_buttons if kind == "nuts" else 0)


def test_a_page_of_cards_is_cut_along_shared_lines() -> None:
    cards, mat = (step.counted["cuts"] for step in before()[:2])
    assert cards == 3 * (4 + 3 * 4) + (2 + 4)  # three whole sheets, and one row on the fourth
    assert mat == 6 * 4
    assert math.isclose(sum(PACES["cuts"][0] * many for many in (cards, mat)) / 60, 26)

"""The currents: each lamp's by its colour, the sums within what each supply gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from firmware.errors import BadWiring
from firmware.panel.pins import load_pins
from firmware.parts import Board, Colour, load_parts
from firmware.wiring.currents import current_of, faults, sounding_ma, sums_ma
from hardware import PARTS as FILE
from referee import words
from tests.guide_lines import from_one_pin_ma

PARTS = load_parts()
RED, BLUE = Colour("red", 1.9), Colour("blue", 3.0)


@pytest.mark.parametrize(
    ("lamp", "colour", "ma", "dim"),
    [
        # By hand: (3.3 - 1.9) / 470, (3.3 - 3) / 470.
        ("led-pin", RED, 2.98, False),
        ("led-pin", BLUE, 0.64, True),
        # A lamp of 20 mA at 5 V has (5 - 3) V / 20 mA = 100 ohms; the driver leaves 4 V.
        ("lamp-5v", BLUE, 10.0, False),
        # One of 20 mA at 12 V has 450 ohms: 1 V on these.
        ("lamp-12v-at-5v", BLUE, 2.22, True),
        ("lamp-12v", BLUE, 17.8, False),
    ],
)
def test_a_lamps_current_is_what_its_resistor_lets_through(
    lamp: str, colour: Colour, ma: float, dim: bool
) -> None:
    current = current_of(PARTS.lamps[lamp], colour, PARTS)
    assert current.ma == pytest.approx(ma, rel=0.01)
    assert current.dim is dim


def test_the_kit_as_it_is_wired_is_well_within_what_each_supply_gives() -> None:
    pins = load_pins()
    assert faults(pins, PARTS) == ()
    sums = sums_ma(pins, PARTS)
    assert all(sums[supply] <= 0.75 * PARTS.limit_ma(supply) for supply in sums)
    # Inputs of the driver for six lamps and the buzzer; six lamps of 9 to 13 mA beside Pi, camera
    # and the buzzer's 4 V through 1 kΩ.
    assert sums["pin"] == pytest.approx(7 * 0.7)
    assert sums["5V"] == pytest.approx(1750 + 66 + 4, abs=2)


def test_no_pin_gives_more_than_it_may_even_into_a_shorted_buzzer() -> None:
    into_short_ma = PARTS.volts["pin"] / PARTS.buzzer.pin_ohms * 1000
    assert into_short_ma == sounding_ma(PARTS.lamps["led-pin"], PARTS)
    assert into_short_ma <= PARTS.each_pin_ma


@pytest.mark.parametrize("fed", ["lamp-5v", "lamp-12v", "led-driver", "led-pin"])
@pytest.mark.parametrize("board", PARTS.board, ids=lambda board: board.name)
def test_each_pin_gives_less_than_it_may_on_a_pi_4_and_on_a_pi_5(board: Board, fed: str) -> None:
    pins = replace(load_pins(), lamps=fed)
    assert from_one_pin_ma(pins, PARTS) <= board.each_pin_ma
    assert sums_ma(pins, PARTS)["pin"] <= board.all_pins_ma
    assert PARTS.each_pin_ma <= board.each_pin_ma


def test_lamps_too_weak_too_strong_and_too_many_are_each_told_in_words() -> None:
    on_pins = replace(load_pins(), lamps="led-pin")
    (dim,) = faults(on_pins, PARTS)
    assert dim.params["seats"] == (0, 2, 4, 5)  # blue, green, purple, sky
    weak = msgspec.structs.replace(PARTS.lamps["led-pin"], ohms=47.0, least_ma=0.0)
    strong = msgspec.structs.replace(PARTS, lamps={"led-pin": weak})
    keys = [fault.key for fault in faults(on_pins, strong)]
    assert keys == ["table.currents.too_much", "table.currents.strong"]
    for locale in words.LOCALES:
        for fault in (dim, *faults(on_pins, strong)):
            answer = words.say(fault, locale)
            assert "%(" not in answer
            assert answer.endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "part = 3",
        "[[part",
        FILE.read_text("utf-8").replace("ohms = 150.0", "ohms = 0"),
        FILE.read_text("utf-8").replace("euros = [45, 75]", "euros = [75, 45]"),
        FILE.read_text("utf-8").replace("led_volts = 3.0", "led_volts = nan"),
        FILE.read_text("utf-8").replace("led_volts = 3.0", "led_volts = 5.0"),
        FILE.read_text("utf-8").replace("field_deg = [66.0", "field_deg = [0"),
    ],
)
def test_a_parts_file_that_is_damaged_is_told_in_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "parts.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadWiring, match="unusable"):
        load_parts(path)

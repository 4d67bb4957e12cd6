"""The wires: one at each place, all that is wired among them; and the command that lists them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from firmware import cli
from firmware.panel.pins import SeatPins, load_pins
from firmware.parts import load_parts
from firmware.wiring.hookup import drivers, wires_of
from firmware.wiring.strips import Pole, ground_poles
from hardware import PINS as FILE
from referee import words

PARTS, PINS = load_parts(), load_pins()
pytestmark = pytest.mark.usefixtures("english")
Capsys = pytest.CaptureFixture[str]


def test_no_two_wires_begin_at_one_place_and_every_wired_pin_has_one() -> None:
    wires = wires_of(load_pins(), PARTS)
    places = [wire.place for wire in wires]
    assert len(places) == len(set(places))
    results = {int(gpio) for gpio in re.findall(r"= (\d+) # \(", FILE.read_text("utf-8"))}
    assert {wire.gpio for wire in wires if wire.gpio is not None} == results


def test_lamps_of_12_v_have_a_supply_of_their_own_whose_ground_is_joined() -> None:
    wires = wires_of(replace(load_pins(), lamps="lamp-12v"), PARTS)
    own = [wire for wire in wires if wire.place is None]
    assert [(wire.carries, wire.to.key.rpartition(".")[2]) for wire in own] == [
        ("12V", "lamps_power"),
        ("GND", "grounds_joined"),
    ]
    assert not any(wire.carries == "5V" for wire in wires)
    # A slip to 12 V then leaves the pin alive.
    assert {wire.through for wire in wires if wire.part == "button"} == {"4.7 kΩ"}


def test_the_command_says_what_is_amiss(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[seat]]\nbutton = 4\nled = 10\n[lamps]\nfed = 'led-pin'\n", "utf-8")
    assert cli.run(["wiring", "--pins", str(path)]) == 1
    assert "✗ The lamps of ● Blue" in capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    path.write_text("[[seat]]\nbutton = 4\nled = 10\n[lamps]\nfed = 'candles'\n", "utf-8")
    assert cli.run(["wiring", "--pins", str(path)]) == 2
    readouterr = capsys.readouterr()
    assert readouterr.out == ""
    assert "candles" in readouterr.err
    assert "lamp-5v" in readouterr.err


@pytest.mark.parametrize("fed", sorted(PARTS.lamps))
def test_every_way_and_any_side_of_the_header_is_drawn(
    fed: str, tmp_path: Path, capsys: Capsys
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"[[seat]]\nbutton = 18\nled = 17\n[lamps]\nfed = '{fed}'\n", "utf-8")
    cli.run(["wiring", "--pins", str(path), "--draw", str(tmp_path)])
    assert str(tmp_path / "wiring.svg") in capsys.readouterr().out
    drawn = (tmp_path / "wiring.svg").read_text("utf-8")
    assert "GPIO 17" in drawn
    assert (tmp_path / "driver.svg").exists() is PARTS.lamps[fed].driven


def test_the_second_driver_has_its_ground_and_the_buzzer_may_be_alone_on_it() -> None:
    """Eight lamps fill the first; with a ninth, or a buzzer, there are two."""
    more = tuple(SeatPins(button, led) for button, led in ((4, 9), (7, 10), (8, 11)))
    for seats, buzzer, several in ((8, None, False), (8, 13, True), (9, None, True)):
        pins = replace(PINS, seats=(*PINS.seats, *more)[:seats], buzzer=buzzer)
        assert drivers(pins, PARTS) == 1 + several
        ground = next(wire for wire in wires_of(pins, PARTS) if wire.part == "ground")
        assert ("ULN2803A b 9" in words.say(ground.to)) is several
        assert (Pole("ULN2803A b 9") in ground_poles(pins, PARTS)) is several

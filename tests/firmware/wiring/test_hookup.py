"""The wires: one at each place, all that is wired among them; and the command that lists them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from firmware import cli
from firmware.panel.pins import SeatPins, load_pins
from firmware.parts import load_parts
from firmware.wiring.drawing import draw
from firmware.wiring.hookup import drivers, wires_of
from firmware.wiring.strips import ground_poles
from hardware import PINS as FILE
from referee import words

PARTS, PINS = load_parts(), load_pins()
CAPITAL = 0.72  # of a size: how high a capital letter is
pytestmark = pytest.mark.usefixtures("english")
Capsys = pytest.CaptureFixture[str]


def test_no_two_wires_begin_at_one_place_and_every_wired_pin_has_one() -> None:
    wires = wires_of(load_pins(), PARTS)
    places = [wire.place for wire in wires]
    assert len(places) == len(set(places))
    said = {int(gpio) for gpio in re.findall(r"= (\d+) # \(", FILE.read_text("utf-8"))}
    assert {wire.gpio for wire in wires if wire.gpio is not None} == said


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


def test_leds_on_the_pins_need_no_driver_and_no_5_v() -> None:
    wires = wires_of(replace(load_pins(), lamps="led-pin"), PARTS)
    assert {wire.through for wire in wires if wire.to.key.endswith(".led")} == {"470 Ω"}
    assert not any("ULN" in wire.through or wire.carries == "5V" for wire in wires)
    assert "ULN" not in words.say(wires[-1].to)


def test_what_is_left_out_has_no_wire_to_ground() -> None:
    small = replace(load_pins(), buzzer=None, console=None)
    ground = wires_of(small, PARTS)[-1]
    assert ground.carries == "GND"
    said = words.say(ground.to)
    assert "button" in said
    assert "ULN2803A 9" in said
    assert not re.search("buzzer|knob|display", said)


def test_the_command_lists_every_wire_of_an_owners_table(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[seat]]\nbutton = 4\nled = 10\n", "utf-8")
    assert cli.run(["wiring", "--pins", str(path)]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert "mine.toml" in title
    assert [line.split()[:2] for line in lines] == [
        ["7", "GPIO4"],
        ["19", "GPIO10"],
        ["2", "5V"],
        ["9", "GND"],
    ]


def test_the_command_lists_the_same_for_a_program(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[seat]]\nbutton = 4\nled = 10\n[lamps]\nfed = 'led-pin'\n", "utf-8")
    assert cli.run(["wiring", "--json", "--pins", str(path)]) == 1
    said = json.loads(capsys.readouterr().out)
    assert [(wire["pin"], wire["carries"], wire["gpio"]) for wire in said["wires"]] == [
        (7, "GPIO4", 4),
        (19, "GPIO10", 10),
        (9, "GND", None),
    ]
    assert said["wires"][0]["message"] == {"key": "cli.wiring.button", "params": {"seat": 0}}
    assert all(wire["text"] for wire in said["wires"])
    assert "lamps" in said["faults"][0]["text"]
    assert said["drawings"] == []


def test_the_command_says_what_is_amiss(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[seat]]\nbutton = 4\nled = 10\n[lamps]\nfed = 'led-pin'\n", "utf-8")
    assert cli.run(["wiring", "--pins", str(path)]) == 1
    assert "✗ The lamps of ● Blue" in capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    path.write_text("[[seat]]\nbutton = 4\nled = 10\n[lamps]\nfed = 'candles'\n", "utf-8")
    assert cli.run(["wiring", "--pins", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "candles" in said.err
    assert "lamp-5v" in said.err


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


def test_drawings_that_cannot_be_written_are_one_sentence(tmp_path: Path, capsys: Capsys) -> None:
    (tmp_path / "letter").touch()
    assert cli.run(["wiring", "--draw", str(tmp_path / "letter" / "drawings")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_pins_label_stands_in_the_middle_of_its_line(tmp_path: Path, capsys: Capsys) -> None:
    assert cli.run(["wiring", "--draw", str(tmp_path)]) == 0
    assert capsys.readouterr().err == ""
    drawn = (tmp_path / "driver.svg").read_text("utf-8")
    lines = {float(y) for y in re.findall(r'<path d="M \S+,(\S+) L', drawn)}
    label = re.compile(r'y="(\S+)"[^>]* font-size="(\d+)"[^>]*><tspan[^>]* dy="(\d+)">pin \d+ \(')
    labels = [tuple(map(float, found)) for found in label.findall(drawn)]
    assert len(labels) == 7  # six lamps and the buzzer
    for y, size, down in labels:
        middle = y + down - CAPITAL * size / 2
        assert min(abs(middle - line) for line in lines) < 0.5


def test_the_second_driver_has_its_ground_and_the_buzzer_may_be_alone_on_it() -> None:
    """Eight lamps fill the first; with a ninth, or a buzzer, there are two."""
    more = tuple(SeatPins(button, led) for button, led in ((4, 9), (7, 10), (8, 11)))
    for seats, buzzer, several in ((8, None, False), (8, 13, True), (9, None, True)):
        pins = replace(PINS, seats=(*PINS.seats, *more)[:seats], buzzer=buzzer)
        assert drivers(pins, PARTS) == 1 + several
        ground = next(wire for wire in wires_of(pins, PARTS) if wire.part == "ground")
        assert ("ULN2803A b 9" in words.say(ground.to)) is several
        assert ("ULN2803A b 9" in ground_poles(pins, PARTS)) is several


def test_a_supply_of_its_own_is_drawn_with_its_fuse(tmp_path: Path) -> None:
    (wiring, *_) = draw(replace(PINS, lamps="lamp-12v"), PARTS, tmp_path)
    drawn = wiring.read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    for said in ("12V + through", PARTS.fuse.what, "lamps’ supply −", "buzzer +"):
        assert said in drawn


def test_the_command_says_if_no_soldering_board_is_drawn(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[seat]]\nbutton = 4\nled = 10\n[lamps]\nfed = 'led-driver'\n", "utf-8")
    cli.run(["wiring", "--pins", str(path), "--draw", str(tmp_path)])
    assert "soldering board is not drawn" in capsys.readouterr().out
    assert not (tmp_path / "board-front.svg").exists()

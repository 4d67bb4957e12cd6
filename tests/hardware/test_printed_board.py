"""The printed board joins what pins.toml says, and its maker's files are those of the project."""

from __future__ import annotations

import csv
import re
from zipfile import ZipFile

import pytest

from firmware.board import place, places
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.wiring.hookup import buzzer_channel, ohms_of
from tests.printed_board import FOLDER, board_parts, load_board

PINS, PARTS, BOARD = load_pins(), load_parts(), board_parts()
HEADER, DRIVER = BOARD["J11"], BOARD["U1"]
DISPLAY, KNOB, BUZZER = BOARD["J7"], BOARD["J8"], BOARD["J9"]


def header_net(gpio: int) -> str:
    return next(pad.net for pad in HEADER.pads if pad.number == place(gpio))


def beyond(net: str, kind: str) -> tuple[str, str]:
    """Return the value and the other net of the only part of a kind, such as R, on a net."""
    ((part, other),) = (
        (part, pad.net)
        for part in BOARD.values()
        for pad in part.pads
        if part.name.startswith(kind) and net in (end.net for end in part.pads) and pad.net != net
    )
    return part.value, other


def output(gpio: int) -> tuple[int, str]:
    """Return the driver's channel of a GPIO, and the net that it switches."""
    (channel,) = (n for n in range(1, 9) if DRIVER.net(f"IN{n}") == header_net(gpio))
    return channel, DRIVER.net(f"OUT{channel}")


def test_each_pin_of_the_header_carries_what_the_pi_has_there() -> None:
    assert [pad.number for pad in HEADER.pads] == list(range(1, 41))
    for carried, pins in places().items():
        for pin in pins:
            pad = HEADER.pads[pin - 1]
            assert pad.pin == carried
            assert pad.net in ("", carried)


def test_each_seats_button_has_its_resistor_and_each_lamp_its_channel() -> None:
    for number, seat in enumerate(PINS.seats, start=1):
        terminal = BOARD[f"J{number}"]
        assert terminal.label == f"{number} {PARTS.colour_of(number - 1).name}"
        value, button = beyond(header_net(seat.button), "R")
        own, own_12v = ohms_of(PARTS.button.ohms), ohms_of(PARTS.button.ohms_12v)
        assert value == f"{own} (12 V: {own_12v})"
        assert button == terminal.net("BTN")
        assert output(seat.led) == (number, terminal.net("L-"))
        assert (terminal.net("GND"), terminal.net("L+")) == ("GND", BUZZER.net("+"))


def test_console_and_buzzer_are_wired_through_their_resistors() -> None:
    console = PINS.console
    assert console is not None
    assert PINS.buzzer is not None
    knob = {"A": console.encoder_a, "B": console.encoder_b, "SW": console.encoder_push}
    bus = {"SDA": console.display_data, "SCL": console.display_clock}
    for part, pins, ohms in (
        (KNOB, knob, PARTS.button.ohms),
        (DISPLAY, bus, PARTS.bus.series_ohms),
    ):
        for pin, gpio in pins.items():
            assert beyond(header_net(gpio), "R") == (ohms_of(ohms), part.net(pin))
        assert part.net("GND") == "GND"
    assert output(PINS.buzzer) == (buzzer_channel(PINS) + 1, BUZZER.net("-"))
    assert beyond(BUZZER.net("-"), "R") == (ohms_of(PARTS.buzzer.ohms), BUZZER.net("+"))


def test_no_other_gpio_is_joined_to_anything() -> None:
    console = PINS.console
    assert console is not None
    used = {pin for seat in PINS.seats for pin in (seat.button, seat.led)} | {PINS.buzzer}
    used |= {console.encoder_a, console.encoder_b, console.encoder_push}
    used |= {console.display_data, console.display_clock}
    joined = {pad.net for part in BOARD.values() for pad in part.pads if pad.net}
    assert {net for net in joined if net.startswith("GPIO")} == {f"GPIO{pin}" for pin in used}
    assert not DRIVER.net("COM")


def test_each_supply_leaves_the_board_through_a_fuse_and_12_v_through_a_diode() -> None:
    fuse, feed = beyond(BUZZER.net("+"), "F")
    assert fuse.startswith(PARTS.fuse.what)
    jumper, supply = BOARD["JP1"], BOARD["J10"]
    assert [pad.net for pad in jumper.pads] == ["5V", feed, BOARD["D1"].net("K")]
    assert BOARD["D1"].net("A") == supply.net("+")
    assert supply.net("-") == DRIVER.net("GND") == "GND"
    fuse, fused = beyond("3V3", "F")
    assert fuse.startswith("polyfuse")
    assert DISPLAY.net("VCC") == KNOB.net("3V3") == fused
    assert (
        sorted(pad.net for pad in HEADER.pads if pad.net[:1].isdigit()) == ["3V3"] * 2 + ["5V"] * 2
    )


def test_the_list_of_parts_and_the_holes_to_drill_are_those_of_the_project() -> None:
    with (FOLDER / "parts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    listed = {name: row for row in rows for name in row["on the board"].split()}
    assert listed.keys() == BOARD.keys()
    for name, row in listed.items():
        assert (row["part"], row["height"]) == (BOARD[name].value, f"{BOARD[name].high_mm:g} mm")
    with ZipFile(FOLDER / "gerbers.zip") as archive:
        drills = [archive.read(name).decode() for name in archive.namelist() if ".drl" in name]
    holes = sorted(
        (float(x), -float(y)) for x, y in re.findall(r"^X(\S+?)Y(\S+)$", "\n".join(drills), re.M)
    )
    board = load_board()
    screwed = [part.position for part in board.footprints if not part.properties["Reference"]]
    vias = [item.position for item in board.traceItems if hasattr(item, "drill")]
    expected = [pad.at for part in BOARD.values() for pad in part.pads]
    expected += [(at.X, at.Y) for at in (*screwed, *vias)]
    assert holes == [pytest.approx(at, abs=1e-3) for at in sorted(expected)]

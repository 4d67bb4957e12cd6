"""What is written of the wiring is what the program wires."""

from __future__ import annotations

import re
from pathlib import Path

from gpiozero.pins.pi import PiBoardInfo

import hardware
from firmware.panel.pins import load_pins

HARDWARE = Path(hardware.__file__).parent


def test_the_wiring_table_says_what_the_pin_table_does() -> None:
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| \S+ \w+ \| (\d+) \((\d+)\) \| (\d+) \((\d+)\) \|", text, re.M)
    pins = load_pins()
    assert [(int(row[1]), int(row[3])) for row in rows] == [
        (seat.button, seat.led) for seat in pins.seats
    ]
    console = pins.console
    assert console is not None
    knob = (console.encoder_a, console.encoder_b, console.encoder_push)
    for pin in (*knob, console.display_data, console.display_clock):
        assert re.search(rf"\b{pin} \(\d+\)", text)
    assert f"GPIO {pins.buzzer} " in text


def test_the_header_pins_are_those_of_the_pi() -> None:
    header = PiBoardInfo.from_revision(0xA03111).headers["J8"]  # a Pi 4's, as gpiozero has it
    of_pin = {pin.name: number for number, pin in header.pins.items()}
    for file in ("README.md", "pins.toml"):
        text = (HARDWARE / file).read_text(encoding="utf-8")
        said = re.findall(r"(?:= |\| |, |: |GPIO )(\d+) (?:# )?\((\d+)\)", text)
        assert len(said) > 10
        for gpio, place in said:
            assert of_pin[f"GPIO{gpio}"] == int(place), (file, gpio, place)

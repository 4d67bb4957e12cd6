"""What is measured before the first 5 V, and what the strips hold: each wire once."""

from __future__ import annotations

import re
from dataclasses import replace

from firmware.board import places
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.wiring.hookup import wires_of
from tests.guide_meter import OPEN, STRIP, readings

PARTS, PINS = load_parts(), load_pins()
WIRES = [wire for wire in wires_of(PINS, PARTS) if wire.gpio is not None]


def test_every_pin_in_use_is_measured_to_ground_or_on_its_way_and_to_5_v() -> None:
    results = list(readings(PINS, PARTS))
    (to_five,) = (reading for reading in results if reading.probe.startswith("each of"))
    assert to_five.other in map(str, places()["5V"])
    assert to_five.reads == OPEN
    assert {int(at) for at in re.findall(r"\d+", to_five.probe)} == {wire.place for wire in WIRES}
    others = (item.probe for item in results if item != to_five)
    alone = [int(probe.partition(",")[0]) for probe in others if "," in probe]
    assert sorted(alone) == sorted(wire.place for wire in WIRES if wire.place)


def test_the_ground_of_each_driver_is_measured() -> None:
    for seats, grounds in ((6, ["ULN2803A 9"]), (10, ["ULN2803A 9", "ULN2803A b 9"])):
        wired = replace(PINS, seats=(PINS.seats * 2)[:seats], buzzer=None)
        wanted = [
            reading for reading in readings(wired, PARTS) if reading.probe.startswith("ULN2803A")
        ]
        assert [item.probe for item in wanted] == grounds
        assert {reading[1:3] for reading in wanted} == {("9", "0 to 1 Ω")}


def test_a_buttons_reading_is_its_resistors() -> None:
    pressed = [reading.reads for reading in readings(PINS, PARTS) if "pressed" in reading.reads]
    assert len(pressed) == len(PINS.seats)
    assert all("950 Ω to 1.05 kΩ" in entry for entry in pressed)


def test_lamps_with_a_supply_of_their_own_are_measured_against_it() -> None:
    """Their volts, not the Pi's 5, may then touch a pin or the Pi's 3.3 V."""
    wanted = list(readings(replace(PINS, lamps="lamp-12v"), PARTS))
    (each,) = (reading for reading in wanted if reading.probe.startswith("each of"))
    assert (each.other, each.reads) == (STRIP, OPEN)
    (fed,) = (item for item in wanted if item[:2] == ("12V in", STRIP))
    assert fed.reads.startswith("0 to 4 Ω (printed board: 0.1 to 0.5 V")  # Through its diode.
    assert ["12V in", "9", OPEN] in [list(reading[:3]) for reading in wanted]
    five = str(places()["5V"][0])
    assert not any(five in reading[:2] for reading in wanted)
    assert not any("5 V" in reading.wrong for reading in wanted)

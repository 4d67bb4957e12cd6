"""The header's places are gpiozero's, alike on a Pi 4 and a Pi 5, and pins.toml names them."""

from __future__ import annotations

import re

from firmware.board import PI_4, PI_5, place, places
from hardware import PINS


def test_a_pi_4_and_a_pi_5_have_the_same_header() -> None:
    assert places(PI_4) == places(PI_5)
    assert sorted(at for all_ in places().values() for at in all_) == list(range(1, 41))


def test_the_pin_table_says_the_right_places_beside_its_pins() -> None:
    said = re.findall(r"= (\d+) # \((\d+)\)", PINS.read_text("utf-8"))
    assert len(said) == 18
    assert [(gpio, at) for gpio, at in said if place(int(gpio)) != int(at)] == []

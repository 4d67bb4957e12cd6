"""The pin table: the one shipped is sound, and bad wiring is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.errors import BadWiring
from firmware.panel.pins import load_pins

CONSOLE = """[console]
encoder_a = 19
encoder_b = 20
encoder_push = 25
display_data = 2
display_clock = 3
"""
SEAT = "[[seat]]\nbutton = 17\nled = 18\n"


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("", "table.pins.no_seat", "pins.toml"),
        (SEAT.replace("17", "1"), "table.pins.not_a_pin", "seat 1 button"),
        (SEAT.replace("17", "3"), "table.pins.bus", "seat 1 button"),
        (SEAT.replace("18", "14"), "table.pins.serial", "seat 1 led"),
        (SEAT + CONSOLE.replace("25", "15"), "table.pins.serial", "encoder_push"),
        (SEAT.replace("18", "8"), "table.pins.on_at_start", "seat 1 led"),
        (SEAT + "[buzzer]\npin = 4\n", "table.pins.on_at_start", "buzzer"),
        (SEAT + "[[seat]]\nbutton = 17\nled = 5\n", "table.pins.twice", "seat 1 button"),
        (SEAT + "[[seat]]\nbutton = 4\n", "table.pins.missing", "seat 2 led"),
        (SEAT + "[buzzer]\npin = 99\n", "table.pins.not_a_pin", "99"),
        (SEAT + "[buzzer]\npin = true\n", "table.pins.not_a_pin", "True"),
        (SEAT.replace("17", "'17'"), "table.pins.not_a_pin", '"17"'),
        (SEAT + "lamp = 4\n", "table.pins.unknown", "seat 1 lamp"),
        (SEAT + "[horn]\npin = 4\n", "table.pins.unknown", "horn"),
        (SEAT + "[reserved]\nfan = 18\n", "table.pins.twice", "fan"),
        (SEAT + CONSOLE.replace("19", "18"), "table.pins.twice", "encoder_a"),
        (SEAT + CONSOLE.replace("= 2\n", "= 4\n"), "table.pins.not_i2c", "data=2"),
        (SEAT + CONSOLE.replace("encoder_push", "horn"), "table.pins.unknown", "console horn"),
        (SEAT + CONSOLE + "driver = 'crt'\n", "table.pins.no_driver", "crt"),
        (SEAT + CONSOLE + "address = 2\n", "table.pins.no_address", "2"),
        (SEAT + "[console]\nencoder_a = 19\n", "table.pins.missing", "encoder_b"),
        (SEAT + "[header]\nchip = true\n", "table.pins.no_header", ""),
        (SEAT + "[header]\nchip = -1\n", "table.pins.no_header", ""),
        (SEAT + "[header]\nchip = ' '\n", "table.pins.no_header", ""),
        ("console = 3\n" + SEAT, "table.pins.not_a_table", ""),
        ("seat = 3", "table.pins.no_seat", ""),
        ("seat = [3]", "table.pins.not_a_table", ""),
        ("[[seat", "table.pins.not_toml", "pins.toml"),
        (SEAT + "# \xe9", "table.pins.not_toml", "UTF-8"),
        ("x = " + "9" * 5000, "table.pins.not_toml", "thousands of digits"),
    ],
)
def test_bad_wiring_is_refused_by_name(tmp_path: Path, text: str, key: str, reason: str) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(text, "latin-1")
    with pytest.raises(BadWiring) as refused:
        load_pins(path)
    assert refused.value.message.key == key
    assert reason in str(refused.value)


def test_a_pin_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadWiring, match="unreadable"):
        load_pins(tmp_path / "none.toml")

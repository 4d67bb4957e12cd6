"""The Pi's supply, heat and clock, from what kernel and firmware say, or fail to."""

from __future__ import annotations

import os
from datetime import datetime

import pytest

from firmware.checking import health
from tests.firmware.checking.box import BREAKS, Box, results_of

NOW_S = datetime(2026, 11, 21, 20, 0).timestamp()


@pytest.mark.parametrize(
    ("bits", "power", "speed"),
    [
        ("0x0", (True, "power"), (True, "speed")),
        ("0x50005", (False, "power_low"), (False, "slowed")),
        ("0x50000", (False, "power_was_low"), (None, "was_slowed")),
        ("0x80008", (True, "power"), (False, "slowed")),
        ("0xe0000", (True, "power"), (None, "was_slowed")),
    ],
)
def test_the_firmware_tells_of_supply_and_speed(
    box: Box, bits: str, power: tuple[bool, str], speed: tuple[bool, str]
) -> None:
    box.says("vcgencmd", f"throttled={bits}")
    assert results_of(health.power(box.case())) == [("power", *power), ("speed", *speed)]


@pytest.mark.parametrize("script", [BREAKS, "exit 255", "echo throttled=0x", "echo throttled=-1"])
def test_a_firmware_that_does_not_answer_leaves_the_supply_unknown(box: Box, script: str) -> None:
    box.tool("vcgencmd", script)
    assert results_of(health.power(box.case())) == [("power", None, "power_unknown")]


def test_the_processor_is_hot_from_where_it_slows_down(box: Box) -> None:
    box.file("sys/class/thermal/thermal_zone0/temp", "79900\n")
    assert results_of(health.heat(box.case())) == [("heat", True, "heat")]
    box.file("sys/class/thermal/thermal_zone0/temp", "80000\n")
    assert results_of(health.heat(box.case())) == [("heat", False, "hot")]
    box.file("sys/class/thermal/thermal_zone0/temp", "warm")
    assert results_of(health.heat(box.case())) == []


def clock(box: Box, now_s: float = NOW_S, sure: bool = True) -> tuple[bool | None, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.time", lambda: now_s)
        patch.setattr(health, "is_sure", lambda: sure)
        ((check, well, key),) = results_of(health.clock(box.case(given_data=box.root)))
    assert check == "clock"
    return well, key


def test_a_clock_before_this_program_or_its_newest_file_is_wrong_whoever_set_it(box: Box) -> None:
    assert clock(box) == (True, "clock")
    assert clock(box, now_s=3600.0) == (False, "clock_wrong")
    newest = box.file("table.sqlite", "")
    os.utime(newest, (NOW_S, NOW_S + 3600))
    assert clock(box) == (False, "clock_wrong")
    os.utime(newest, (NOW_S, NOW_S + 60))
    assert clock(box) == (True, "clock")


def test_a_pi_without_network_or_battery_has_a_date_that_may_be_late(box: Box) -> None:
    assert clock(box, sure=False) == (None, "clock_adrift")

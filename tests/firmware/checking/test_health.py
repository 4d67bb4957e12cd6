"""The Pi's supply, heat and clock, from what kernel and firmware say, or fail to."""

from __future__ import annotations

from datetime import datetime

import pytest

from firmware.checking import health
from tests.firmware.checking.box import BREAKS, Box, told

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
    assert told(health.power(box.machine)) == [("power", *power), ("speed", *speed)]


@pytest.mark.parametrize("script", [BREAKS, "exit 255", "echo throttled=0x", "echo throttled=-1"])
def test_a_firmware_that_does_not_answer_leaves_the_kernels_alarm(box: Box, script: str) -> None:
    box.tool("vcgencmd", script)
    box.file("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    box.file("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    alarm = box.file("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert told(health.power(box.machine)) == [("power", True, "power")]
    alarm.write_text("1\n")
    assert told(health.power(box.machine)) == [("power", False, "power_low")]


def test_the_processor_is_hot_from_where_it_slows_down(box: Box) -> None:
    for zone, kind, degrees in ((0, "cpu-thermal", "79900"), (1, "gpu-thermal", "99000")):
        box.file(f"sys/class/thermal/thermal_zone{zone}/type", f"{kind}\n")
        box.file(f"sys/class/thermal/thermal_zone{zone}/temp", f"{degrees}\n")
    assert told(health.heat(box.machine)) == [("heat", True, "heat")]
    box.file("sys/class/thermal/thermal_zone0/temp", "80000\n")
    assert told(health.heat(box.machine)) == [("heat", False, "hot")]
    for nonsense in ("", "-274000", "warm"):
        box.file("sys/class/thermal/thermal_zone0/temp", nonsense)
        assert told(health.heat(box.machine)) == []


def clock(box: Box, now_s: float = NOW_S, newest_s: float = 0.0) -> tuple[bool | None, str]:
    ((check, well, key),) = told(health.clock(box.machine, newest_s, now_s))
    assert check == "clock"
    return well, key


def test_a_clock_before_this_program_or_its_newest_file_is_wrong_whoever_set_it(box: Box) -> None:
    box.says("timedatectl", "yes")
    assert clock(box) == (True, "clock")
    assert clock(box, now_s=3600.0) == (False, "clock_wrong")
    assert clock(box, newest_s=NOW_S + 3600) == (False, "clock_wrong")
    assert clock(box, newest_s=NOW_S + 60) == (True, "clock")


def test_a_pi_without_network_or_battery_has_a_date_that_may_be_late(box: Box) -> None:
    box.says("timedatectl", "no")
    assert clock(box) == (None, "clock_adrift")
    box.file("sys/class/rtc/rtc0/since_epoch", "417")  # a Pi 5 whose battery was not bought
    assert clock(box) == (None, "clock_adrift")
    box.file("sys/class/rtc/rtc0/since_epoch", str(int(NOW_S)))
    assert clock(box) == (True, "clock_battery")

"""Checks of the Pi itself: model, power supply, heat and clock."""

from __future__ import annotations

import platform
import re
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import cv2

from firmware.checking.findings import Finding, found
from firmware.checking.machine import Machine

# These bits of `vcgencmd get_throttled` describe the present. The bits 16 places higher tell what
# has happened since the start.
LOW, CAPPED, THROTTLED, WARM = 1, 2, 4, 8
SINCE = 16
HOT_C = 80.0  # A Pi 4 or 5 slows down at this temperature.
ENDURED_C = range(-40, 126)  # Temperatures that the sensor can really give.
BEFORE_S = datetime(2026, 1, 1, tzinfo=UTC).timestamp()  # A correct clock is past this date.
ROUGH_S = 120.0  # Two clocks may differ by this many seconds.


def python() -> Iterator[Finding]:
    """Check the version of Python, and name the version of OpenCV."""
    good = sys.version_info >= (3, 11)
    versions = {"python": platform.python_version(), "opencv": cv2.__version__}
    yield found("python", good, "cli.doctor.python", **versions)


def board(machine: Machine) -> Iterator[Finding]:
    """Name the Raspberry Pi, and check that its system has 64 bits."""
    if not machine.model:
        return
    wide = sys.maxsize > 2**32
    key = "cli.doctor.board" if wide else "cli.doctor.board_narrow"
    yield found("board", wide, key, model=machine.model)


def power(machine: Machine) -> Iterator[Finding]:
    """Check the power supply, now and since the start. Then check the processor's speed."""
    bits = throttled(machine)
    if bits is None:
        alarms = [
            machine.number(one.parent / "in0_lcrit_alarm")
            for one in machine.all("sys/class/hwmon/hwmon*/name")
            if machine.text(one) == "rpi_volt"
        ]
        if not any(alarm is not None for alarm in alarms):
            if machine.model:
                yield found("power", None, "cli.doctor.power_unknown")
            return
        low, was_low = any(alarms), False  # This alarm covers only the last few seconds.
    else:
        low, was_low = bool(bits & LOW), bool(bits & LOW << SINCE)
    if low:
        yield found("power", False, "cli.doctor.power_low")
    elif was_low:
        yield found("power", False, "cli.doctor.power_was_low")
    else:
        yield found("power", True, "cli.doctor.power")
    if bits is not None:
        yield from _speed(bits)


def _speed(bits: int) -> Iterator[Finding]:
    """Check that neither heat nor low voltage has slowed the Pi down."""
    slow = CAPPED | THROTTLED | WARM
    if bits & slow:
        yield found("speed", False, "cli.doctor.slowed")
    elif bits & slow << SINCE:
        yield found("speed", None, "cli.doctor.was_slowed")
    else:
        yield found("speed", True, "cli.doctor.speed")


def throttled(machine: Machine) -> int | None:
    """Return the bits of `vcgencmd get_throttled`, or None if it is not available."""
    answer = re.fullmatch(
        r"throttled=0x([0-9a-fA-F]{1,8})", machine.ask("vcgencmd", "get_throttled") or ""
    )
    return int(answer[1], 16) if answer else None


def heat(machine: Machine) -> Iterator[Finding]:
    """Check the processor's temperature."""
    measured = [
        degrees / 1000
        for zone in machine.all("sys/class/thermal/thermal_zone*")
        if machine.text(zone / "type") in ("cpu-thermal", "cpu_thermal")
        and (degrees := machine.number(zone / "temp")) is not None
        and round(degrees / 1000) in ENDURED_C
    ]
    if measured:
        hot = max(measured)
        key = "cli.doctor.heat" if hot < HOT_C else "cli.doctor.hot"
        yield found("heat", hot < HOT_C, key, degrees=round(hot), limit=round(HOT_C))


def clock(machine: Machine, newest_s: float = 0.0, now_s: float | None = None) -> Iterator[Finding]:
    """Check the date.

    It must come from the network or a battery, and be later than the newest file.

    Past matches and the log need a correct date, but play does not. `newest_s` is the time of the
    newest file and `now_s` the present time, both in seconds since 1970.
    """
    now_s = time.time() if now_s is None else now_s
    if now_s < max(BEFORE_S, newest_s - ROUGH_S):
        yield found("clock", False, "cli.doctor.clock_wrong", date=now_s)
        return
    synchronised = machine.ask("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synchronised == "yes":
        yield found("clock", True, "cli.doctor.clock", date=now_s)
        return
    # A Pi 5 has a clock, but its battery is sold separately. Without a battery, the clock starts in
    # 1970.
    kept = (machine.number(rtc / "since_epoch") for rtc in machine.all("sys/class/rtc/rtc*"))
    if any(since is not None and since > BEFORE_S for since in kept):
        yield found("clock", True, "cli.doctor.clock_battery", date=now_s)
    elif machine.model:
        yield found("clock", None, "cli.doctor.clock_adrift", date=now_s)

"""Checks of the Pi itself: model, power supply, heat and clock."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from referee.match.journal.clock import is_sure

# These bits of `vcgencmd get_throttled` describe the present. The bits 16 places higher tell what
# has happened since the start.
LOW, CAPPED, THROTTLED, WARM = 1, 2, 4, 8
SLOW = CAPPED | THROTTLED | WARM
SINCE = 16
CPU = "sys/class/thermal/thermal_zone0/temp"  # of every Pi, in thousandths of a degree
HOT_C = 80.0  # A Pi 4 or 5 slows down at this temperature.
BEFORE_S = datetime(2026, 1, 1, tzinfo=UTC).timestamp()  # A correct clock is past this date.
ROUGH_S = 120.0  # Two clocks may differ by this many seconds.


def board(case: Case) -> Iterator[Finding]:
    """Name the Raspberry Pi, and check that its system has 64 bits."""
    if model := case.machine.model:
        wide = sys.maxsize > 2**32
        key = "cli.doctor.board" if wide else "cli.doctor.board_narrow"
        yield result("board", wide, key, model=model)


def power(case: Case) -> Iterator[Finding]:
    """Check the power supply and the processor's speed, now and since the start."""
    throttled = case.machine.ask("vcgencmd", "get_throttled") or ""
    answer = re.fullmatch(r"throttled=0x([0-9a-fA-F]{1,8})", throttled)
    if answer is None:
        if case.machine.model:
            yield result("power", None, "cli.doctor.power_unknown")
        return
    bits = int(answer[1], 16)
    if bits & LOW:
        yield result("power", False, "cli.doctor.power_low")
    elif bits & LOW << SINCE:
        yield result("power", False, "cli.doctor.power_was_low")
    else:
        yield result("power", True, "cli.doctor.power")
    if bits & SLOW:
        yield result("speed", False, "cli.doctor.slowed")
    elif bits & SLOW << SINCE:
        yield result("speed", None, "cli.doctor.was_slowed")
    else:
        yield result("speed", True, "cli.doctor.speed")


def heat(case: Case) -> Iterator[Finding]:
    """Check the temperature of a Pi's processor."""
    thousandths = case.machine.number(CPU) if case.machine.model else None
    if thousandths is not None:
        degrees = thousandths / 1000
        key = "cli.doctor.heat" if degrees < HOT_C else "cli.doctor.hot"
        params = {"degrees": round(degrees), "limit": round(HOT_C)}
        yield result("heat", degrees < HOT_C, key, **params)


def clock(case: Case) -> Iterator[Finding]:
    """Check the date. Past matches and the log need a correct one, but play does not.

    It must be later than the newest data file, and come from the network or a battery.
    """
    now_s = time.time()
    if now_s < max(BEFORE_S, _newest_s(case.folder) - ROUGH_S):
        yield result("clock", False, "cli.doctor.clock_wrong", date=now_s)
    elif is_sure():
        yield result("clock", True, "cli.doctor.clock", date=now_s)
    elif case.machine.model:
        yield result("clock", None, "cli.doctor.clock_adrift", date=now_s)


def _newest_s(folder: Path | None) -> float:
    """Return the time of the newest file in a folder in seconds since 1970, or 0 without one."""
    if folder is not None:
        with suppress(OSError):  # A table may remove a file now.
            return max((file.stat().st_mtime for file in folder.glob("*.*")), default=0.0)
    return 0.0

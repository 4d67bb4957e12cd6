"""Reads the machine's clocks, because the date alone may be wrong.

A Raspberry Pi without a battery starts with the date at which it was switched off. It has the right
date once the network tells it, perhaps in the middle of a match. The time since its start is always
right, but says nothing about what came before that start.
"""

from __future__ import annotations

import ctypes
import time
from pathlib import Path

import msgspec

BOOT = Path("/proc/sys/kernel/random/boot_id")  # A new random text at each start of the machine.
BOOT_LENGTH = 12  # The first characters are enough to tell starts apart.
BATTERIES = "rtc*/since_epoch"
BATTERY_FOLDER = Path("/sys/class/rtc")
CORRECT_S = 1_700_000_000  # A clock with a battery is past this time, which is in 2023.
_NOT_SET = 5  # TIME_ERROR: nobody has set the clock since the machine started.


class Clock(msgspec.Struct, frozen=True):
    """The clocks at one moment: which start of the machine it was, and the seconds since then.

    If `sure` is true, the date comes from the network or from a clock with a battery.
    """

    boot: str
    up_s: float
    sure: bool


def read_clock() -> Clock | None:
    """Return the machine's clocks, or None if the system does not tell its starts apart."""
    boot = boot_id()[:BOOT_LENGTH]
    if not boot:
        return None
    return Clock(boot, round(time.clock_gettime(time.CLOCK_BOOTTIME), 1), is_sure())


def boot_id() -> str:
    """Return a text that is new at each start of the machine, or "" if the system has none."""
    try:
        return BOOT.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def is_sure() -> bool:
    """Whether the date comes from the network or from a clock with a battery."""
    for battery in sorted(BATTERY_FOLDER.glob(BATTERIES)):
        try:
            if int(battery.read_text("ascii")) > CORRECT_S:
                return True
        except (OSError, ValueError):
            continue
    try:
        # The first field, 0, asks for no change. The answer is not read, but needs its room.
        return ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)) not in (-1, _NOT_SET)
    except (OSError, AttributeError):
        return False

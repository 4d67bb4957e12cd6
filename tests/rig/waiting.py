"""Waiting for a running table, in simulated time."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware.running.table import RunningTable
from referee.reports.status import Part

LOOK_S, GIVEN_UP_S = 0.01, 120.0


def camera_of(table: RunningTable) -> Part:
    """Return how the table's camera is."""
    return next(part for part in table.status().parts if part.name == "camera")


def until(met: Callable[[], bool], given_up_s: float = GIVEN_UP_S) -> float:
    """Return after how many seconds something was so, or until when it was waited for."""
    began_s = time.monotonic()
    while not met() and time.monotonic() - began_s < given_up_s:
        time.sleep(LOOK_S)
    return time.monotonic() - began_s

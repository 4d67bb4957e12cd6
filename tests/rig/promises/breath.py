"""Lamps go on breathing, whatever begins and ends beside them, at any moment of a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from firmware.panel.panel import Panel, open_panel
from tests.bench import Figure, at_least
from tests.rig.fingers import PINS, resting
from tests.rig.header import Header

TIMES = 50
BEFORE_S, SPREAD_S = 0.04, 0.05  # about the turn of a second: lgpio counts seconds and a rest
BREATHES, OTHER = 0, 1
HALF, TONE_HZ = 0.5, 2800.0
LOOK_S, LOOKS = 0.001, 100
CHANGES = 16  # of a line with ten pulses; two may be cut


def promises() -> Iterator[Figure]:
    """Yield how often a lamp went on breathing when another stopped, and when a tone did."""
    header = Header(resting())
    panel = open_panel(PINS, "gpio")
    panel.light(BREATHES, HALF)
    for name, begin, end in (
        ("another lamp", lambda: panel.light(OTHER, HALF), lambda: panel.light(OTHER, 1.0)),
        ("a tone", lambda: panel.tone(TONE_HZ), lambda: panel.tone(None)),
    ):
        went_on = _went_on(header, begin, end)
        yield at_least(f"a lamp breathes on when {name} ends, of {TIMES}", went_on, TIMES, "times")
    yield at_least("a lamp that was switched stays lit", _stays(header, panel, True), 1, "times")
    panel.light(OTHER, 0.0)
    yield at_least("and dark", _stays(header, panel, False), 1, "times")
    panel.close()


def _went_on(header: Header, begin: Callable[[], None], end: Callable[[], None]) -> int:
    """Begin and end something again and again; return how often, until the lamp hangs."""
    for number in range(TIMES):
        begin()
        time.sleep(1 - time.monotonic() % 1 - BEFORE_S + number * SPREAD_S / TIMES)
        end()
        if _changes(header, PINS.seats[BREATHES].led) < CHANGES:
            return number
    return TIMES


def _stays(header: Header, panel: Panel, high: bool) -> bool:
    led = PINS.seats[OTHER].led
    kept = panel.level(OTHER) == header.level(led) == high
    return kept and not _changes(header, led)


def _changes(header: Header, line: int) -> int:
    """Return how often a line changes in a tenth of a second."""
    levels = []
    for _ in range(LOOKS):
        levels.append(header.level(line))
        time.sleep(LOOK_S)
    return sum(one != other for one, other in pairwise(levels))

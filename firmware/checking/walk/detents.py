"""Tells from two turns how many clicks a knob has in a cycle of its contacts.

The person turns by an odd number of clicks. A cycle has four quarters, so after an odd number of
clicks, a knob with one click a cycle is back where it was, one with two is half a cycle away, and
one with four a quarter. That holds for any odd number, so a wrong count of clicks does little harm.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.console.quadrature import QUARTERS
from firmware.panel.console_pins import DETENTS

CLICKS = 9
MOVED = 6  # Fewer quarters are a mere touch, or a turn that has just begun.


def detents_of(turns: Sequence[int]) -> int:
    """Return the clicks in a cycle, from the quarters of each turn by `CLICKS` clicks.

    If the turns disagree, somebody miscounted. Then the number whose turns would be nearest counts.
    """
    told = {_by_rest(quarters) for quarters in turns}
    if len(told) == 1:
        return told.pop()
    mean = sum(turns) / len(turns)
    return min(DETENTS, key=lambda detents: abs(CLICKS * QUARTERS // detents - mean))


def _by_rest(quarters: int) -> int:
    """Return the clicks in a cycle, from where in the cycle the knob came to rest."""
    return {0: 1, 2: 2}.get(quarters % QUARTERS, QUARTERS)

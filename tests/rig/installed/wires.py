"""The header of the installed computer: its wires, and a finger on one of them.

Runs in the guest, by the release's own Python: before the table starts, all wires are let go of.
"""

from __future__ import annotations

import sys
import time

from firmware.panel.pins import load_pins
from tests.rig.header import LINES, Header

TAP_S = 0.08


def main(*seats: str) -> None:
    """Make the header where there is none, and press the buttons of some seats."""
    header = Header(range(LINES))
    for seat in seats:
        button = load_pins().seats[int(seat)].button
        header.wire(button, False)
        time.sleep(TAP_S)
        header.wire(button, True)


if __name__ == "__main__":
    main(*sys.argv[1:])

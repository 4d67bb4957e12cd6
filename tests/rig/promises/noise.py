"""What is no finger makes no move: a glitch on a wire, a button that is stuck from the start."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from firmware.presses.presses import STUCK_NS
from tests.bench import Figure, at_least, at_most
from tests.rig.fingers import PINS, Played, playing, resting
from tests.rig.header import Header

GLITCHES = 200
GLITCH_S = 0.0005
STUCK, LIFTED_S = 3, 0.5


def promises() -> Iterator[Figure]:
    """Yield how many moves noise made, and what a stuck button did to the others."""
    random.seed(1)
    header = Header(resting() - {PINS.seats[STUCK].button})
    with playing(header) as played:
        seq = played.claim()
        for number in range(GLITCHES):
            _glitch(played, 1 + number % 2)
        made = len(played.made_since(seq))
        yield at_most(f"moves made by {GLITCHES} glitches of 500 µs", made, 0, "moves")

        time.sleep(STUCK_NS / 1e9)
        part = played.table.buttons.part()
        told = part.message.key == "table.panel.stuck" and part.message.params["seats"] == (STUCK,)
        yield at_least("a button stuck from the start is told, after 10 s", told, 1, "told")
        yield at_most("moves made by it", len(played.made_since(seq)), 0, "moves")
        played.tap(1)
        made = len(played.made_since(seq))
        yield at_least("moves made by another seat's press meanwhile", made, 1, "moves")

        played.touch(STUCK, False)
        time.sleep(LIFTED_S)
        well = played.table.buttons.part().well
        yield at_least("it is well again once it is let go", well, 1, "told")
        played.take_back(seq)
        played.pause()
        played.tap(STUCK)
        made = len(played.made_since(seq))
        yield at_least("moves made by its next press", made, 1, "moves")


def _glitch(played: Played, seat: int) -> None:
    played.touch(seat, True)
    time.sleep(GLITCH_S)
    played.touch(seat, False)
    played.pause()

"""A hand on the encoder's wires: turns it by detents, whose contacts bounce."""

from __future__ import annotations

import random
import time

from tests.rig.fingers import PINS
from tests.rig.header import Header

QUARTER_S = 0.004  # between the contacts of a detent, as a hand turns it
BOUNCES, BOUNCE_S = 3, 0.0002


class Shaft:
    """An encoder's shaft, with 1, 2 or 4 detents a cycle; each edge bounces at random."""

    def __init__(self, header: Header, detents: int = 1) -> None:
        console = PINS.console
        assert console is not None
        a, b = console.encoder_a, console.encoder_b
        self._header, self._quarters, self._place = header, 4 // detents, 0
        self._cycle = ((a, False), (b, False), (a, True), (b, True))  # clockwise, from rest

    def turn(self, clicks: int) -> None:
        """Turn by so many detents, clockwise where they are positive."""
        for _ in range(abs(clicks) * self._quarters):
            wire, high = self._cycle[(self._place if clicks > 0 else self._place - 1) % 4]
            self._place += 1 if clicks > 0 else -1
            self._move(wire, high == (clicks > 0))

    def _move(self, wire: int, high: bool) -> None:
        for _ in range(random.randint(0, BOUNCES)):
            self._header.wire(wire, high)
            time.sleep(BOUNCE_S)
            self._header.wire(wire, not high)
            time.sleep(BOUNCE_S)
        self._header.wire(wire, high)
        time.sleep(QUARTER_S)

"""A hand on the encoder's wires: turns it by detents, whose contacts bounce."""

from __future__ import annotations

import random
import time

from tests.rig.fingers import PINS
from tests.rig.header import Header

QUARTER_S = 0.004  # between the contacts of a detent, as a hand turns it
BOUNCES, BOUNCE_S = 3, 0.0002


def turn(header: Header, detents: int) -> None:
    """Turn by so many detents, clockwise where they are positive; each edge bounces at random."""
    console = PINS.console
    assert console is not None
    pair = (console.encoder_a, console.encoder_b)
    leading, other = pair if detents > 0 else pair[::-1]
    for _ in range(abs(detents)):
        for wire, high in ((leading, False), (other, False), (leading, True), (other, True)):
            for _ in range(random.randint(0, BOUNCES)):
                header.wire(wire, high)
                time.sleep(BOUNCE_S)
                header.wire(wire, not high)
                time.sleep(BOUNCE_S)
            header.wire(wire, high)
            time.sleep(QUARTER_S)

"""A press is answered by its own lamp: from the edge on one wire to the edge on the other."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from tests.bench import Figure, at_most, percentile
from tests.rig.fingers import REST_S, TAP_S, Played, playing, resting
from tests.rig.header import Header

PRESSES = 300
LOOK_S = 0.00005
GIVEN_UP_S = 0.2


def promises() -> Iterator[Figure]:
    """Yield how long lamps took, in simulated time."""
    random.seed(1)
    with playing(Header(resting()), sound=True) as played:
        took_ms = [_answer_ms(played, 1 + number % 5) for number in range(PRESSES)]
    yield at_most(
        f"edge to lamp on the lines, 99th percentile of {PRESSES}",
        percentile(took_ms, 0.99),
        2.0,
        "ms",
    )
    yield Figure("edge to lamp on the lines, longest", round(max(took_ms), 3), "ms")


def _answer_ms(played: Played, seat: int) -> float:
    """Press a button whose lamp is dark; return when that was lit. The rules refuse the press."""
    played.pause()
    assert not played.lit(seat)
    began_ns = played.touch(seat, True)
    while not played.lit(seat) and time.monotonic_ns() - began_ns < GIVEN_UP_S * 1e9:
        time.sleep(LOOK_S)
    took_ms = (time.monotonic_ns() - began_ns) / 1e6
    time.sleep(TAP_S)
    played.touch(seat, False)
    time.sleep(2 * REST_S)
    return took_ms

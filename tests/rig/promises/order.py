"""Who was first is who touched first: presses 1 ms apart, and switches that chatter."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from firmware.bench import Figure, at_least
from referee.actor import at_seat
from tests.rig.fingers import Played, playing, resting
from tests.rig.header import Header

RACES, EACH, CHATTERS = 1000, 50, 100  # so many each match
APART_S = 0.001
CHATTER_S, RIVAL_S = 0.012, 0.005


def promises() -> Iterator[Figure]:
    """Yield how many races were judged rightly."""
    random.seed(1)
    with playing(Header(resting())) as played:
        for way, seats in (("upward", (1, 2)), ("downward", (2, 1))):
            right = 0
            for _ in range(RACES // EACH):
                played.begin()
                right += sum(_race(played, *seats) for _ in range(EACH))
            name = f"presses 1 ms apart ranked rightly, seats {way}, of {RACES:,}"
            yield at_least(name, right, RACES, "races")
        played.begin()
        right = sum(_chatter(played) for _ in range(CHATTERS))
        name = f"12 ms of chatter, a rival after 5 ms: one move, rightly, of {CHATTERS}"
        yield at_least(name, right, CHATTERS, "races")


def _race(played: Played, first: int, second: int) -> bool:
    seq = played.claim()
    played.tap(first, second, apart_s=APART_S)
    return _won_by(played, first, seq)


def _chatter(played: Played) -> bool:
    """Have seat 1 touch first, with a switch that chatters long beyond its rival's touch."""
    seq = played.claim()
    down, rival = True, False
    began_ns = played.touch(1, down)
    while (s := (time.monotonic_ns() - began_ns) / 1e9) < CHATTER_S:
        if s > RIVAL_S and not rival:
            played.touch(2, True)
            rival = True
        time.sleep(random.uniform(0.0005, 0.0015))
        down = not down
        played.touch(1, down)
    played.tap(1)
    played.touch(2, False)
    played.pause()
    return rival and _won_by(played, 1, seq)


def _won_by(played: Played, seat: int, seq: int) -> bool:
    """Return whether a seat's challenge is the one move since, and take all back."""
    made = played.made_since(seq)
    played.take_back(seq - 1)
    return [(move.seat, by) for move, by in made] == [(seat, at_seat(seat))]

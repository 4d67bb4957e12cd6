"""Who was first is who touched first: presses 1 ms apart, and switches that chatter."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from referee.actor import at_seat
from tests.bench import Figure, at_least
from tests.rig.fingers import Played, playing, resting
from tests.rig.header import Header

RACES, EACH, CHATTERS = 1000, 50, 100  # so many each match
APART_S = 0.001
BOUNCES, BOUNCE_S = 3, 0.0004  # of each press, at most
EXACT_MS = 0.1
CHATTER_S, RIVAL_S = 0.012, 0.005


def promises() -> Iterator[Figure]:
    """Yield how many races were judged rightly."""
    random.seed(1)
    with playing(Header(resting())) as played:
        exact = 0
        for way, seats in (("upward", (1, 2)), ("downward", (2, 1))):
            right = 0
            for _ in range(RACES // EACH):
                played.begin()
                results = [_race(played, *seats) for _ in range(EACH)]
                right += sum(off_ms is not None for off_ms in results)
                exact += sum(off_ms is not None and off_ms < EXACT_MS for off_ms in results)
            name = f"presses 1 ms apart ranked rightly, seats {way}, of {RACES:,}"
            yield at_least(name, right, RACES, "races")
        name = f"of them told by how much, to {EXACT_MS} ms, of {2 * RACES:,}"
        yield at_least(name, exact, 2 * RACES, "races")
        played.begin()
        right = sum(_chatter(played) for _ in range(CHATTERS))
        name = f"12 ms of chatter, a rival after 5 ms: one move, rightly, of {CHATTERS}"
        yield at_least(name, right, CHATTERS, "races")


def _race(played: Played, first: int, second: int) -> float | None:
    """Have two seats press; None if the second won, else by how much its delay was told wrong.

    Both switches bounce, and either is let go first: what comes first is not who was first.
    """
    seq = played.claim()
    plan = sorted([*_bouncing(first, 0.0), *_bouncing(second, APART_S)])
    began_s = time.monotonic()
    touched_ns: dict[int, int] = {}
    for at_s, seat, down in plan:
        time.sleep(max(0.0, began_s + at_s - time.monotonic()))
        touched_ns.setdefault(seat, played.touch(seat, down))
    played.tap(*random.sample((first, second), 2))
    made = played.made_since(seq)
    if not _won_by(played, first, seq):
        return None
    apart_ms = (touched_ns[second] - touched_ns[first]) / 1e6
    late_ms: list[float] = [entry.ms for move, _ in made for entry in move.behind]
    return max((abs(ms - apart_ms) for ms in late_ms), default=apart_ms)


def _bouncing(seat: int, at_s: float) -> list[tuple[float, int, bool]]:
    """Return the edges of a press at a moment: when, whose, whether the contact is closed."""
    edges = [(at_s, seat, True)]
    for _ in range(random.randint(0, BOUNCES)):
        for down in (False, True):
            at_s += random.uniform(BOUNCE_S / 4, BOUNCE_S)
            edges.append((at_s, seat, down))
    return edges


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

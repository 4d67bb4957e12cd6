"""What evenings bring to a table, one function a kind; each tells a script what happens.

    script = evening("resting_hand", mat, deck, names, seed=0, number=3)

Each is fixed by the seed, its kind, deck and number alone.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tests.bench.scenes.script import HOLDS_MM, Point, Script
from tests.bench.scenes.torture_kinds import spots
from vision.mat import Mat
from vision.synthetic.scene import Hand

PAPER = 236.0  # grey levels of white paper in the rendered light
DIM = (60.0, 116.0)  # grey levels of white paper on a dim evening
TRICK_SEATS = (0, 1, 2, 4)  # in the order in which they lay
SETTLING_S = 0.7  # until cards that lie there from the first frame are known
SHUTTER_S = 1.2  # after what happened, for a card to be lost in, or a name to go stale

Kind = Callable[[Script], None]


def evening(
    kind: str, mat: Mat, deck: str, names: tuple[str, ...], seed: int, number: int
) -> Script:
    """Return the script of one evening; raises `LookupError` for a kind that is not known."""
    chance = np.random.default_rng([seed, zlib.crc32(f"{kind} {deck} {number}".encode())])
    pace = 15.0 if kind == trick.__name__ else float(chance.choice((10, 12, 15)))
    script = Script(deck, names, mat, chance, pace)
    KINDS[kind](script)
    return script


def dealing(script: Script) -> None:
    """Lay cards by hand, about one a second."""
    _start(script, 1)
    for at in _places(script, 3)[1:]:
        script.lay(script.new(*at))
        script.wait(float(script.chance.uniform(0.1, 0.7)))
    script.wait(SHUTTER_S)


def trick(script: Script) -> None:
    """Lay four cards, one a second, each in the zone of its seat; at times beside an idle hand."""
    if script.chance.random() < 0.5:
        script.always = Hand(450.0, 395.0, 90.0)  # of the sixth seat, which never comes to rest
    script.wait(0.4)
    for seat in TRICK_SEATS:
        left, top, right, bottom = script.mat.zones[f"seat:{seat}"]
        dx, dy = script.chance.uniform(-8, 8, 2)
        upright = right - left < bottom - top
        turn = float(script.chance.choice((0.0, 180.0)) + script.chance.uniform(-8, 8))
        at = ((left + right) / 2 + dx, (top + bottom) / 2 + dy)
        script.lay(script.new(*at, turn if upright else turn + 90), 0.3)
        script.wait(0.27)
    script.wait(1.0)


def resting_hand(script: Script) -> None:
    """Let a hand rest on a card, quite still or not, and leave it."""
    numbers = _start(script, 3)
    at = script.place(_one(script, numbers))
    dx, dy = script.chance.uniform(-20, 20, 2)
    spot = (at[0] + dx, at[1] + dy)
    script.approach(spot, 0)
    tremor = float(script.chance.choice((0.0, 0.0, 1.5)))
    for _ in range(round(float(script.chance.uniform(0.8, 2.5)) / script.step_s)):
        back = float(script.chance.uniform(0, 1)) * tremor
        script.frame(script.hand(spot, back))
    script.withdraw(spot, 0)
    script.wait(SHUTTER_S)


def taking(script: Script) -> None:
    """Take a card away by hand."""
    numbers = _start(script, 3)
    script.take(_one(script, numbers))
    script.wait(SHUTTER_S)


def swap_by_hand(script: Script) -> None:
    """Take a card away and lay another in its place."""
    numbers = _start(script, 3)
    number = _one(script, numbers)
    at = script.place(number)
    script.take(number)
    script.lay(script.new(*at))
    script.wait(SHUTTER_S)


def swap_unseen(script: Script) -> None:
    """Change a card for another with no frame between."""
    _swap(script, _start(script, 4))


def swap_unseen_dim(script: Script) -> None:
    """Change a card for another with no frame between, in dim light."""
    _dim(script, 0.0)
    _swap(script, _start(script, 4))


def nudge(script: Script) -> None:
    """Push a card by 4 to 14 mm, with a finger, or by a knock between two frames."""
    numbers = _start(script, 3)
    number = _one(script, numbers)
    way = float(script.chance.uniform(0, 2 * math.pi))
    far = float(script.chance.uniform(4, 14))
    move = far * math.cos(way), far * math.sin(way), float(script.chance.normal(0, 4))
    if script.chance.random() < 0.4:
        script.shift(number, *move)
    else:
        at = script.place(number)
        script.approach(at, HOLDS_MM)
        for _ in range(3):
            script.shift(number, *(part / 3 for part in move))
            script.frame(script.hand(script.place(number), HOLDS_MM, script.side(at)))
        script.withdraw(script.place(number), HOLDS_MM)
    script.wait(SHUTTER_S)


def bump(script: Script) -> None:
    """Push the camera: it shakes, and looks elsewhere from then on."""
    _start(script, 4)
    end = script.chance.uniform(-0.7, 0.7, 3)
    for left in range(int(script.chance.integers(0, 4)), 0, -1):
        pan, tilt, roll = end + script.chance.normal(0, 0.25 * left, 3)
        script.turn_deg = float(pan), float(tilt), float(roll)
        script.frame()
    script.turn_deg = float(end[0]), float(end[1]), float(end[2])
    script.wait(SHUTTER_S)


def dimming(script: Script) -> None:
    """Let the light fall, at once or slowly, and lay a card in what is left."""
    _start(script, 3)
    _dim(script, float(script.chance.choice((0.0, 0.8, 2.0))))
    script.wait(0.4)
    script.lay(script.new(*_places(script, 4)[3]))
    script.wait(SHUTTER_S)


def light_flicker(script: Script) -> None:
    """Lay a card under a lamp that flickers by 6 %."""
    _flicker(script, 0.06)


def strong_flicker(script: Script) -> None:
    """Lay a card under a lamp that flickers by 20 %."""
    _flicker(script, 0.20)


def white_balance(script: Script) -> None:
    """Let the camera change its mind about the light's colour, once lying, once while laying."""
    numbers = _start(script, 3)
    blue, red = (float(part) for part in script.chance.uniform(0.75, 1.1, 2))
    script.gain = (blue, 1.0, red)
    script.wait(0.5)
    _dealt_beside(script, numbers)


def exposure(script: Script) -> None:
    """Let the camera's exposure step down or up, and hunt its way back."""
    numbers = _start(script, 3)
    far = float(script.chance.choice((0.5, 0.7, 1.25)))
    for level in np.linspace(far, 1.0, int(script.chance.integers(2, 8))):
        script.gain = (float(level),) * 3
        script.frame()
    _dealt_beside(script, numbers)


def stall(script: Script) -> None:
    """Let the camera miss some seconds, in which nothing, or much, happens."""
    numbers = _start(script, 3)
    happens = int(script.chance.integers(3))
    _lose_time(script, int(script.chance.integers(2)))
    if happens == 1:
        script.lift(_one(script, numbers))
    elif happens == 2:
        script.put(script.new(*_places(script, 4)[3]))
    script.wait(SHUTTER_S)


def compression(script: Script) -> None:
    """Lay a card before a camera that compresses its pictures."""
    script.lens = replace(
        script.lens,
        jpeg=int(script.chance.integers(35, 75)),
        noise=float(script.chance.uniform(2, 6)),
    )
    _dealt_beside(script, _start(script, 3))


def noisy(script: Script) -> None:
    """Lay a card before a camera whose pictures are so noisy that it is not found in each."""
    _dim(script, 0.0)
    script.lens = replace(script.lens, noise=float(script.chance.uniform(7, 14)))
    _dealt_beside(script, _start(script, 3))


def trembling_corner(script: Script) -> None:
    """Lay a card while somebody's hand trembles at a corner of the mat."""
    width, height = script.mat.size_mm
    corner = int(script.chance.integers(4))
    x, y = (12.0, width - 12.0)[corner % 2], (12.0, height - 12.0)[corner // 2]
    script.always = Hand(x, y, (180.0, 0.0)[corner % 2])
    _dealt_beside(script, _start(script, 2))


# -- parts of an evening ----------------------------------------------------------------------


def _places(script: Script, count: int) -> list[Point]:
    """Return so many places on the mat, always the same of one script."""
    chance = np.random.default_rng(zlib.crc32(repr(script.light).encode()))
    found: list[Point] = []
    while len(found) < count:
        found = spots(script.mat, count, chance)
    return found


def _start(script: Script, count: int) -> list[int]:
    """Have cards lie there from the first frame, until they are known; return their numbers."""
    numbers = [script.put(script.new(*at)) for at in _places(script, 4)[:count]]
    script.wait(SETTLING_S)
    return numbers


def _one(script: Script, numbers: list[int]) -> int:
    return numbers[int(script.chance.integers(len(numbers)))]


def _dim(script: Script, seconds: float) -> None:
    """Let the light fall to what a dim evening has, within so many seconds."""
    level = float(script.chance.uniform(*DIM)) / PAPER
    steps = max(1, round(seconds / script.step_s))
    for step in range(1, steps + 1):
        script.gain = (1 + (level - 1) * step / steps,) * 3
        if seconds:
            script.frame()
    script.lens = replace(script.lens, noise=float(script.chance.uniform(2, 5)))


def _swap(script: Script, numbers: list[int]) -> None:
    at = script.place(number := _one(script, numbers))
    how = int(script.chance.integers(3))
    _lose_time(script, how)
    turn = script.lift(number).turn_deg
    script.put(script.new(*at, turn), unseen=how == 2)
    script.wait(2.4)


def _lose_time(script: Script, how: int) -> None:
    """Let frames be missing, be repeated, or (2) be lost without any sign of it."""
    seconds = float(script.chance.uniform(1.0, 4.0))
    if how == 0:
        script.now_s += seconds
    elif how == 1:
        for _ in range(round(seconds / script.step_s)):
            script.frame(frozen=True)


def _flicker(script: Script, depth: float) -> None:
    script.flicker = depth, float(script.chance.uniform(0.07, 0.43))
    _dealt_beside(script, _start(script, 2))


def _dealt_beside(script: Script, numbers: list[int]) -> None:
    script.lay(script.new(*_places(script, 4)[len(numbers)]))
    script.wait(SHUTTER_S)


KINDS: dict[str, Kind] = {
    kind.__name__: kind
    for kind in (
        dealing,
        trick,
        resting_hand,
        taking,
        swap_by_hand,
        swap_unseen,
        swap_unseen_dim,
        nudge,
        bump,
        dimming,
        light_flicker,
        strong_flicker,
        white_balance,
        exposure,
        stall,
        compression,
        noisy,
        trembling_corner,
    )
}

"""What evenings bring to a table, one function a kind; each tells a script what happens.

    script = evening("resting_hand", mat, deck, names, seed=0, number=3)

Each is fixed by the seed, its kind, deck and number alone.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.bench.scenes.hardships import SOME, Flicker
from tests.bench.scenes.script import HOLDS_MM, Script
from tests.bench.scenes.sequences import SEQUENCES
from tests.bench.scenes.sight import Bands
from vision.mat import Mat
from vision.synthetic.scene import Hand, Lens, Pose

PAPER = 236.0  # grey levels of white paper in the rendered light
DIM = (60.0, 116.0)  # grey levels of white paper on a dim evening
TRICK_SEATS = (0, 1, 2, 4)  # in the order in which they lay
SHUTTER_S = 1.2  # after what happened, for a card to be lost in, or a name to go stale

Kind = Callable[[Script], None]


def evening(
    kind: str,
    mat: Mat,
    deck: str,
    names: tuple[str, ...],
    seed: int,
    number: int,
    hardships: Sequence[str] = (),
) -> Script:
    """Return the script of one evening; raises `LookupError` for what is not known.

    With other `hardships` the same happens.
    """
    key = zlib.crc32(f"{kind} {Path(deck).name} {number}".encode())
    chance = np.random.default_rng([seed, key])
    pace = 15.0 if kind == trick.__name__ else float(chance.choice((10, 12, 15)))
    script = Script(deck, names, mat, chance, pace)
    KINDS[kind](script)
    for name in hardships:
        own = np.random.default_rng([seed, key, zlib.crc32(name.encode())])
        script.hardships.append(SOME[name](own, script.since_s, mat))
    script.suffer()
    return script


def dealing(script: Script) -> None:
    """Lay cards by hand, about one a second."""
    script.start(1)
    for at in script.places(3)[1:]:
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
    numbers = script.start(3)
    at = script.place(script.one_of(numbers))
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
    numbers = script.start(3)
    script.take(script.one_of(numbers))
    script.wait(SHUTTER_S)


def swap_by_hand(script: Script) -> None:
    """Take a card away and lay another in its place."""
    numbers = script.start(3)
    number = script.one_of(numbers)
    at = script.place(number)
    script.take(number)
    script.lay(script.new(*at))
    script.wait(SHUTTER_S)


def swap_unseen(script: Script) -> None:
    """Change a card for another with no frame between."""
    _swap(script, script.start(4))


def swap_unseen_dim(script: Script) -> None:
    """Change a card for another with no frame between, in dim light."""
    _dim(script, 0.0)
    _swap(script, script.start(4))


def nudge(script: Script) -> None:
    """Push a card by 4 to 14 mm, with a finger, or by a knock between two frames."""
    numbers = script.start(3)
    number = script.one_of(numbers)
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


def shove(script: Script) -> None:
    """Push a card aside by 20 to 45 mm, with a finger or by a knock between two frames."""
    numbers = script.start(3)
    number = script.one_of(numbers)
    at = script.place(number)
    way = math.radians(script.side(at) + 180 + float(script.chance.normal(0, 25)))
    far, steps = float(script.chance.uniform(20, 45)), int(script.chance.integers(1, 8))
    if script.own_chance().random() < 0.4:
        script.shift(number, far * math.cos(way), far * math.sin(way))
        script.wait(SHUTTER_S)
        return
    script.approach(at, HOLDS_MM)
    for _ in range(steps):
        script.shift(number, far * math.cos(way) / steps, far * math.sin(way) / steps)
        script.frame(script.hand(script.place(number), HOLDS_MM, script.side(at)))
    script.withdraw(script.place(number), HOLDS_MM, from_deg=script.side(at))
    script.wait(SHUTTER_S)


def flat_hand(script: Script) -> None:
    """Lay a hand flat on a card, from any side, as still as it can be, and lift it."""
    numbers = script.start(3)
    at = script.place(script.one_of(numbers))
    dx, dy = script.chance.uniform(-15, 15, 2)
    spot = (at[0] + float(dx), at[1] + float(dy))
    side = script.any_side(spot) + float(script.chance.normal(0, 10))
    beyond = -float(script.chance.uniform(45, 110))  # so that fingers, or the palm, cover it
    script.look = replace(script.look, pose=Pose(str(script.own_chance().choice(list(Pose)))))
    script.approach(spot, beyond, from_deg=side)
    tremor = float(script.chance.choice((0.0, 0.0, 0.6)))
    for _ in range(round(float(script.chance.uniform(1.0, 3.0)) / script.step_s)):
        back = float(script.chance.uniform(0, 1)) * tremor
        script.frame(script.hand(spot, beyond + back, side))
    script.withdraw(spot, beyond, from_deg=side)
    script.wait(SHUTTER_S)


def bump(script: Script) -> None:
    """Push the camera: it shakes, and looks elsewhere from then on."""
    script.start(4)
    end = script.chance.uniform(-0.7, 0.7, 3)
    for left in range(int(script.chance.integers(0, 4)), 0, -1):
        pan, tilt, roll = end + script.chance.normal(0, 0.25 * left, 3)
        script.sight = replace(script.sight, turn_deg=(float(pan), float(tilt), float(roll)))
        script.frame()
    turn = float(end[0]), float(end[1]), float(end[2])
    script.sight = replace(script.sight, turn_deg=turn)
    script.wait(SHUTTER_S)


def dimming(script: Script) -> None:
    """Let the light fall, at once or slowly, and lay a card in what is left."""
    script.start(3)
    _dim(script, float(script.chance.choice((0.0, 0.8, 2.0))))
    script.wait(0.4)
    script.lay(script.new(*script.places(4)[3]))
    script.wait(SHUTTER_S)


def light_flicker(script: Script) -> None:
    """Lay a card under a lamp that flickers by 6 %."""
    _flicker(script, 0.06)


def strong_flicker(script: Script) -> None:
    """Lay a card under a lamp that flickers by 20 %."""
    _flicker(script, 0.20)


def white_balance(script: Script) -> None:
    """Let the camera change its mind about the light's colour, once lying, once while laying."""
    numbers = script.start(3)
    blue, red = (float(part) for part in script.chance.uniform(0.75, 1.1, 2))
    script.sight = replace(script.sight, gain=(blue, 1.0, red))
    script.wait(0.5)
    _dealt_beside(script, numbers)


def exposure(script: Script) -> None:
    """Let the camera's exposure step down or up, and hunt its way back."""
    numbers = script.start(3)
    far = float(script.chance.choice((0.5, 0.7, 1.25)))
    for level in np.linspace(far, 1.0, int(script.chance.integers(2, 8))):
        script.sight = replace(script.sight, gain=(float(level),) * 3)
        script.frame()
    _dealt_beside(script, numbers)


def stall(script: Script) -> None:
    """Let the camera miss some seconds, in which nothing, or much, happens."""
    numbers = script.start(3)
    happens = int(script.chance.integers(3))
    _lose_time(script, int(script.chance.integers(2)))
    if happens == 1:
        script.lift(script.one_of(numbers))
    elif happens == 2:
        script.put(script.new(*script.places(4)[3]))
    script.wait(SHUTTER_S)


def compression(script: Script) -> None:
    """Lay a card before a camera that compresses its pictures."""
    jpeg, noise = int(script.chance.integers(35, 75)), float(script.chance.uniform(2, 6))
    script.sight = replace(script.sight, lens=Lens(jpeg=jpeg, noise=noise))
    _dealt_beside(script, script.start(3))


def noisy(script: Script) -> None:
    """Lay a card before a camera whose pictures are so noisy that it is not found in each."""
    _dim(script, 0.0)
    script.sight = replace(script.sight, lens=Lens(noise=float(script.chance.uniform(7, 14))))
    _dealt_beside(script, script.start(3))


def trembling_corner(script: Script) -> None:
    """Lay a card while somebody's hand trembles at a corner of the mat."""
    width, height = script.mat.size_mm
    corner = int(script.chance.integers(4))
    x, y = (12.0, width - 12.0)[corner % 2], (12.0, height - 12.0)[corner // 2]
    script.always = Hand(x, y, (180.0, 0.0)[corner % 2])
    _dealt_beside(script, script.start(2))


# -- parts of an evening ----------------------------------------------------------------------


def _dim(script: Script, seconds: float) -> None:
    """Let the light fall to what a dim evening has, within so many seconds."""
    level = float(script.chance.uniform(*DIM)) / PAPER
    steps = max(1, round(seconds / script.step_s))
    for step in range(1, steps + 1):
        script.sight = replace(script.sight, gain=(1 + (level - 1) * step / steps,) * 3)
        if seconds:
            script.frame()
    script.sight = replace(script.sight, lens=Lens(noise=float(script.chance.uniform(2, 5))))


def _swap(script: Script, numbers: list[int]) -> None:
    at = script.place(number := script.one_of(numbers))
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
    cycles, turns = script.chance.uniform((1.5, 0.07), (3.5, 0.43))
    bands = Bands(depth, float(cycles), 0.0)
    script.hardships.append(Flicker(bands, float(turns) / script.step_s))
    _dealt_beside(script, script.start(2))


def _dealt_beside(script: Script, numbers: list[int]) -> None:
    script.lay(script.new(*script.places(4)[len(numbers)]))
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
        shove,
        flat_hand,
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
        *SEQUENCES,
    )
}

"""What makes an evening hard to see: each hardship is data, and a function of time on a `Sight`.

    sight = hardship(sight, 1.5)    # as it is after 1.5 s

`SOME` has one function a kind, which chooses a hardship of it by chance for an evening of so many
seconds; `some` chooses a few kinds, as evenings have them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from tests.bench.scenes.sight import Bands, Moire, Shade, Shutter, Sight
from vision.mat import Mat
from vision.synthetic.scene import Glare, Sheen

Chance = np.random.Generator
Point = tuple[float, float]

# How many kinds of hardship an evening has, and how often
NUMBERS, OFTEN = (0, 1, 2, 3), (0.1, 0.35, 0.35, 0.2)


class Hardship(Protocol):
    """Makes a sight harder by what is the matter at `at_s` seconds of an evening."""

    def __call__(self, sight: Sight, at_s: float, /) -> Sight:
        """Return the sight made harder."""


@dataclass(frozen=True)
class Hunting:
    """A lens that loses its focus and finds it again, past it and back; what is out of focus is
    seen larger by `breath`."""

    begins_s: float
    lasts_s: float
    blur_px: float
    breath: float

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Blur and enlarge the picture, twice, the second time by half."""
        share = (at_s - self.begins_s) / self.lasts_s
        if not 0 < share < 1:
            return sight
        off = abs(math.sin(2 * math.pi * share)) * (1 if share < 0.5 else 0.5)
        lens = replace(sight.lens, blur_px=math.hypot(sight.lens.blur_px, self.blur_px * off))
        return replace(sight, lens=lens, zoom=sight.zoom * (1 + self.breath * off))


@dataclass(frozen=True)
class Rolling:
    """A slow shutter that is read row by row."""

    shutter: Shutter

    def __call__(self, sight: Sight, _at_s: float) -> Sight:
        """Let what moves smear and lean."""
        return replace(sight, shutter=self.shutter)


@dataclass(frozen=True)
class Flicker:
    """A lamp that flickers, whose bands wander by `turns_a_second` of their phase."""

    bands: Bands
    turns_a_second: float

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Move the bands on."""
        phase = self.bands.phase + 2 * math.pi * self.turns_a_second * at_s
        return replace(sight, bands=replace(self.bands, phase=phase))


@dataclass(frozen=True)
class Fringes:
    """Moiré that creeps as the camera warms, and jumps every `jump_s` as somebody walks by."""

    moire: Moire
    turns_a_second: float
    jump_s: float

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Move the fringes on."""
        jumps = at_s // self.jump_s
        turns = self.turns_a_second * at_s + 0.38 * jumps  # 0.38: never twice the same
        return replace(
            sight, moire=replace(self.moire, phase=self.moire.phase + 2 * math.pi * turns)
        )


@dataclass(frozen=True)
class Head:
    """A head that is bent over the table and drawn back: its shadow goes from place to place and
    back within `period_s`."""

    here: Point
    there: Point
    period_s: float
    radius_mm: float
    depth: float

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Move the shadow on."""
        share = 0.5 - 0.5 * math.cos(2 * math.pi * at_s / self.period_s)
        x, y = _between(self.here, self.there, share)
        return replace(sight, shades=(*sight.shades, Shade(x, y, self.radius_mm, self.depth)))


@dataclass(frozen=True)
class Tint:
    """A white balance that goes over to another `gain` of blue, green and red; a jump where it
    takes no time."""

    begins_s: float
    lasts_s: float
    gain: tuple[float, float, float]

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Colour the picture."""
        share = min(1.0, max(0.0, (at_s - self.begins_s) / max(self.lasts_s, 1e-6)))
        blue, green, red = (
            now * (1 + (to - 1) * share) for now, to in zip(sight.gain, self.gain, strict=True)
        )
        return replace(sight, gain=(blue, green, red))


@dataclass(frozen=True)
class Compressed:
    """A camera whose pictures come as JPEG, of a quality from 1 to 100."""

    quality: int

    def __call__(self, sight: Sight, _at_s: float) -> Sight:
        """Compress the picture."""
        return replace(sight, lens=replace(sight.lens, jpeg=self.quality))


@dataclass(frozen=True)
class Swell:
    """What comes, is worst in the middle, and goes: the share of it at a time, from 0 to 1."""

    begins_s: float
    lasts_s: float

    def share(self, at_s: float) -> float:
        """Return how bad it is."""
        return max(0.0, 1 - abs(2 * (at_s - self.begins_s) / self.lasts_s - 1))


@dataclass(frozen=True)
class Fading(Swell):
    """Light that falls to a share `least` of what it was, by equal steps of the aperture, and
    comes back."""

    least: float

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Darken the picture."""
        level = self.least ** self.share(at_s)
        blue, green, red = (part * level for part in sight.gain)
        return replace(sight, gain=(blue, green, red))


@dataclass(frozen=True)
class Blurring(Swell):
    """A lens that loses its focus slowly and finds it again."""

    blur_px: float

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Blur the picture."""
        blur = math.hypot(sight.lens.blur_px, self.blur_px * self.share(at_s))
        return replace(sight, lens=replace(sight.lens, blur_px=blur))


@dataclass(frozen=True)
class Graining(Swell):
    """Noise that grows to so many grey levels, and goes."""

    noise: float

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Add noise."""
        noise = math.hypot(sight.lens.noise, self.noise * self.share(at_s))
        return replace(sight, lens=replace(sight.lens, noise=noise))


@dataclass(frozen=True)
class Wandering(Swell):
    """A lamp's reflection that wanders over the table: `glare` burns, `sheen` pales."""

    here: Point
    there: Point
    glare: Glare | None = None
    sheen: Sheen | None = None

    def __call__(self, sight: Sight, at_s: float) -> Sight:
        """Move the reflection on."""
        way = (at_s - self.begins_s) / self.lasts_s
        if not 0 < way < 1:
            return sight
        x, y = _between(self.here, self.there, way)
        if self.glare is not None:
            sight = replace(sight, glares=(*sight.glares, replace(self.glare, x_mm=x, y_mm=y)))
        if self.sheen is not None:
            sight = replace(sight, sheens=(*sight.sheens, replace(self.sheen, x_mm=x, y_mm=y)))
        return sight


# -- chosen by chance -------------------------------------------------------------------------


def some(chance: Chance) -> tuple[str, ...]:
    """Return the names of a few kinds of hardship, none twice, or of none."""
    number = int(chance.choice(NUMBERS, p=OFTEN))
    return tuple(str(name) for name in chance.choice(sorted(SOME), size=number, replace=False))


def focus(chance: Chance, lasts_s: float, _mat: Mat) -> Hardship:
    """Let the lens hunt, once."""
    begins = float(chance.uniform(0.2, 0.7)) * lasts_s
    return Hunting(
        begins,
        float(chance.uniform(0.5, 1.4)),
        float(chance.uniform(2.0, 7.0)),
        float(chance.uniform(0.0, 0.02)),
    )


def shutter(chance: Chance, _lasts_s: float, _mat: Mat) -> Hardship:
    """Let the shutter be slow, as in the evening's light, and be read in 15 to 50 ms."""
    return Rolling(
        Shutter(float(chance.uniform(1 / 120, 1 / 30)), float(chance.uniform(0.015, 0.05)))
    )


def bands(chance: Chance, _lasts_s: float, _mat: Mat) -> Hardship:
    """Let one lamp of several flicker, seen by a camera whose picture is straight or askew.

    Never upright: a camera reads row by row, and nothing turns its pictures before they are read.
    """
    lean = float(chance.choice((0.0, chance.normal(0, 3))))
    made = Bands(
        float(chance.uniform(0.03, 0.15)),
        float(chance.uniform(1.5, 3.5)),
        float(chance.uniform(0, 2 * math.pi)),
        lean,
        float(chance.uniform(0, 360)) if chance.random() < 0.6 else None,
    )
    return Flicker(made, float(chance.uniform(0.2, 5.0)))


def moire(chance: Chance, _lasts_s: float, _mat: Mat) -> Hardship:
    """Let fringes lie over the cards."""
    made = Moire(
        float(chance.uniform(3, 12)),
        float(chance.uniform(6, 40)),
        float(chance.uniform(0, 180)),
        float(chance.uniform(0, 2 * math.pi)),
    )
    return Fringes(made, float(chance.uniform(0, 0.5)), float(chance.uniform(0.6, 3.0)))


def heads(chance: Chance, lasts_s: float, mat: Mat) -> Hardship:
    """Let somebody bend over the table, once or several times."""
    width, height = mat.size_mm
    from_x, to_x = (float(x) for x in chance.uniform(0, width, 2))
    from_y, to_y = (-150.0, float(chance.uniform(0.1, 0.7)) * height)
    if chance.random() < 0.5:
        from_y, to_y = height - from_y, height - to_y
    return Head(
        (from_x, from_y),
        (to_x, to_y),
        float(chance.uniform(1.5, max(2.0, lasts_s))),
        float(chance.uniform(70, 140)),
        float(chance.uniform(0.2, 0.6)),
    )


def white_ramp(chance: Chance, lasts_s: float, _mat: Mat) -> Hardship:
    """Let the white balance drift."""
    return Tint(
        float(chance.uniform(0, 0.4)) * lasts_s, float(chance.uniform(0.8, 3.0)), _gain(chance)
    )


def white_jump(chance: Chance, lasts_s: float, _mat: Mat) -> Hardship:
    """Let the white balance jump."""
    return Tint(float(chance.uniform(0.2, 0.8)) * lasts_s, 0.0, _gain(chance))


def jpeg(chance: Chance, _lasts_s: float, _mat: Mat) -> Hardship:
    """Let pictures be compressed, as those of USB cameras are."""
    return Compressed(int(chance.choice((95, 85, 70, 50, 35))))


SOME: dict[str, Callable[[Chance, float, Mat], Hardship]] = {
    kind.__name__: kind
    for kind in (focus, shutter, bands, moire, heads, white_ramp, white_jump, jpeg)
}


def _gain(chance: Chance) -> tuple[float, float, float]:
    blue, red = (float(part) for part in chance.uniform(0.75, 1.15, 2))
    return blue, 1.0, red


def _between(here: Point, there: Point, share: float) -> Point:
    return (
        here[0] + (there[0] - here[0]) * share,
        here[1] + (there[1] - here[1]) * share,
    )

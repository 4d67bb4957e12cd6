"""List every printed part, with its solid, its print position and the number needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from build123d import Pos, Rot

from hardware.cad import arm, box, console, cup
from hardware.cad.shapes import Solid
from hardware.enclosure.arm import Arm
from hardware.enclosure.measures import Measures
from hardware.enclosure.plan import Box, Console

SEATS = 6


@dataclass(frozen=True, eq=False)
class Part:
    """A printed part. A `turned` one is printed upside down, so that it needs no support."""

    name: str
    solid: Solid
    turned: bool = False
    count: int = 1

    @cached_property
    def as_printed(self) -> Solid:
        """Return the part in its print position: on z 0, with its middle at x, y 0."""
        turned = Rot(180, 0, 0) * self.solid if self.turned else self.solid
        bounds = turned.bounding_box()
        middle = bounds.center()
        return Pos(-middle.X, -middle.Y, -bounds.min.Z) * turned


def parts(measures: Measures, display: str) -> Iterator[Part]:
    """Yield every part. `display` is the display's driver, as named in pins.toml."""
    plan, desk, holds = Box(measures), Console(measures, display), Arm(measures)
    yield Part("box", box.tub(plan))
    yield Part("box-lid", box.lid(plan), turned=True)
    for seat in range(SEATS):
        yield Part(f"cup-{seat + 1}", cup.cup(measures, seat), turned=True)
    yield Part("cup-bottom", cup.bottom(measures), count=SEATS)
    yield Part("console", console.case(desk), turned=True)
    yield Part("console-back", console.back(desk), turned=True)
    yield Part("arm-foot", arm.foot(holds))
    yield Part("arm-elbow", arm.elbow(holds), turned=True)
    yield Part("arm-cap", arm.cap(holds), count=2)
    yield Part("arm-camera", arm.camera_plate(holds), turned=True)

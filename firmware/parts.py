"""The kit's parts (`hardware/parts.toml`): what to buy, the lamps' figures, the cameras' fields."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from firmware.errors import BadWiring
from hardware import PARTS
from vision.files import read_toml

Positive = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]
Degrees = Annotated[float, msgspec.Meta(gt=0, lt=180)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to buy: `count` of them, or one for each seat.

    `instead` is what else will do, `without` what then works where it is left out; a part that
    is `wired` belongs to the buzzer, the console or the lamps' driver. `draws_ma` is what one
    takes of a supply, `search` what to type into a shop's search.
    """

    name: str
    purpose: str
    euros: tuple[float, float]
    count: int = 1
    each_seat: bool = False
    instead: str = ""
    without: str = ""
    wired: str = ""
    search: str = ""
    draws_ma: dict[str, float] = {}


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's colour, and the volts at which an LED of it lights."""

    name: str
    led_volts: float


class Lamp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to feed the seats' lamps: `ohms` before an LED, or what a lamp is rated for.

    `drop_volts` is what the driver between keeps, at most; without one it is none.
    """

    what: str
    supply: str
    drop_volts: float
    least_ma: float
    ohms: Positive | None = None
    rated_volts: float = 0.0
    rated_ma: Positive = 1.0

    @property
    def driven(self) -> bool:
        """Whether a driver feeds it, in place of the Pi's pin."""
        return self.supply != "pin"


class Driver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lamps' driver: what an input takes of a pin, and what an output gives at most."""

    channels: Count
    input_ma: float
    output_ma: float


class ButtonWire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button's wire: its resistor, the pin's pull-up and levels, what the wire has beside it.

    `slip_ma` is what a pin bears where 5 V come to it; the capacities are those of a metre.
    """

    ohms: Positive
    pull_up_ohms: Positive
    low_volts: float
    high_volts: float
    slip_ma: float
    wire_pf_m: Positive
    neighbour_pf_m: float
    mains_pf_m: float


class Fuse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is before the lamps' strip: it holds a current for ever, and gives in at another."""

    what: str
    holds_ma: Positive
    trips_ma: Positive
    ohms: Positive


class CameraModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A camera: its field of view across and down in degrees, and its pictures' sizes in pixels.

    `model` is what libcamera calls it, empty for one that it does not know.
    """

    name: str
    model: str
    field_deg: tuple[Degrees, Degrees]
    sizes: tuple[tuple[Count, Count], ...]


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of `hardware/parts.toml`; `volts` and `limits_ma` are by supply."""

    part: tuple[Part, ...]
    colour: Annotated[tuple[Colour, ...], msgspec.Meta(min_length=1)]
    lamps: dict[str, Lamp]
    volts: dict[str, float]
    limits_ma: dict[str, float]
    driver: Driver
    button: ButtonWire
    fuse: Fuse
    camera: tuple[CameraModel, ...]

    def colour_of(self, seat: int) -> Colour:
        """Return the colour of a seat; beyond the last they begin anew."""
        return self.colour[seat % len(self.colour)]


@cache
def load_parts(path: Path = PARTS) -> Parts:
    """Read the parts; raises `BadWiring` that says what is wrong in the file."""
    try:
        return msgspec.convert(read_toml(path), Parts)
    except (OSError, ValueError) as error:  # msgspec's are of the latter
        raise BadWiring("table.parts.unusable", file=path.name, reason=str(error)) from error

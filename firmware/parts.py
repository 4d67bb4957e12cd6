"""The kit's parts, lamps and cameras, from `hardware/parts.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from firmware.errors import BadWiring
from hardware import PARTS
from referee.disk.textfiles import check_numbers, read_toml, reason

Positive = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]
MOST = 1e6  # No number of the parts is larger.
Degrees = Annotated[float, msgspec.Meta(gt=0, lt=180)]


class Step(Enum):
    """The part of the guide that a part is bought for."""

    PI = "pi"
    SEATS = "seats"
    CONSOLE = "console"
    CAMERA = "camera"
    PACKING = "packing"
    BOX = "box"


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part to buy: `count` pieces, or one piece for each seat.

    `instead` names a substitute. `without` says what still works if you leave the part out. A
    `wired` part belongs to the buzzer, the console or the lamp driver. `draws_ma` is the current
    per piece, and `search` a search term for shops.
    """

    name: str
    purpose: str
    step: Step
    euros: tuple[float, float]
    count: int = 1
    each_seat: bool = False
    instead: str = ""
    without: str = ""
    wired: Literal["", "buzzer", "console", "driver"] = ""
    search: str = ""
    draws_ma: dict[str, float] = {}


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's colour and its LED's forward voltage."""

    name: str
    led_volts: float


class Lamp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to power the seats' lamps.

    It is an LED with a resistor of `ohms`, or a lamp with a rated voltage.

    `drop_volts` is the driver's largest voltage drop. It is 0 without a driver.
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
        """Whether the lamp's power comes from a driver and not from the Pi's pin."""
        return self.supply != "pin"


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model of Pi: what each of its pins, all of them and its power supply give at most."""

    name: str
    each_pin_ma: Positive
    all_pins_ma: Positive
    supply_ma: Positive

    def limit_ma(self, supply: str) -> float | None:
        """Return what this model gives of a supply, or None if the supply is not its own."""
        return {"pin": self.all_pins_ma, "5V": self.supply_ma}.get(supply)


class Driver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lamp driver: the current into one input, and the largest current from one output."""

    channels: Count
    input_ma: float
    output_ma: float


class ButtonWire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button's wire: its resistor, the pin's pull-up, and its capacitance per metre.

    `slip_ma` is the current that a pin survives when the wire touches 5 V by mistake. If lamps have
    12 V, a resistor of `ohms_12v` keeps to it. A pin below `low_volts` is surely pressed.
    """

    ohms: Positive
    ohms_12v: Positive
    pull_up_ohms: Positive
    least_pull_up_ohms: Positive
    low_volts: float
    slip_ma: float
    wire_pf_m: Positive


class BusLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The I²C bus: its pull-ups, its pins' capacitance, and the standard's limits.

    On the printed board, each line has a resistor of `series_ohms`. `most_rise_ns` is the longest
    rise at 100 kHz.
    """

    pull_up_ohms: Positive
    series_ohms: Positive
    pins_pf: Positive
    most_pf: Positive
    most_rise_ns: Positive


class Fuse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fuse of the lamps' terminal strip, with its hold current and its trip current."""

    what: str
    holds_ma: Positive
    trips_ma: Positive
    ohms: Positive


class Buzzer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The piezo buzzer, with the lowest and the highest tone that people hear from it.

    A resistor of `ohms` beside it empties the piezo while the driver is off. Without a driver, one
    of `pin_ohms` before it limits the current of its pin.
    """

    ohms: Positive
    pin_ohms: Positive
    nanofarads: Positive
    tones_hz: tuple[Positive, Positive]


class CameraModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A camera: its field of view in degrees (across, down), and its picture sizes in pixels.

    `model` is the camera's name in libcamera, or empty if libcamera does not know the camera.
    """

    name: str
    model: str
    field_deg: tuple[Degrees, Degrees]
    sizes: tuple[tuple[Count, Count], ...]


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `hardware/parts.toml`; `volts` and `limits_ma` are keyed by supply.

    `limits_ma` has the supplies that are alike for every `board`.
    """

    part: tuple[Part, ...]
    colour: Annotated[tuple[Colour, ...], msgspec.Meta(min_length=1)]
    lamps: dict[str, Lamp]
    volts: dict[str, float]
    board: Annotated[tuple[Board, ...], msgspec.Meta(min_length=1)]
    limits_ma: dict[str, float]
    driver: Driver
    button: ButtonWire
    bus: BusLimits
    buzzer: Buzzer
    fuse: Fuse
    camera: tuple[CameraModel, ...]

    def faults(self) -> Iterator[str]:
        """Yield what does not fit together, in a few words each."""
        supplies = {"pin", "3V3", "5V"}
        yield from (f"volts has no {name}" for name in sorted(supplies - self.volts.keys()))
        for part in self.part:
            if part.euros[0] > part.euros[1]:
                yield f"the first price of “{part.name}” is above the second"
            supplies |= part.draws_ma.keys()
        lights = max(colour.led_volts for colour in self.colour)
        for name, lamp in self.lamps.items():
            supplies.add(lamp.supply)
            if lamp.ohms is None and lamp.rated_volts <= lights:
                yield f"rated_volts of lamps.{name} must be above each colour’s led_volts"
        for name in sorted(supplies - (self.volts.keys() & {"pin", "5V", *self.limits_ma})):
            yield f"{name} is a supply without volts or limits_ma"
        if self.buzzer.tones_hz[0] >= self.buzzer.tones_hz[1]:
            yield "the first of tones_hz must be the lower one"

    @property
    def each_pin_ma(self) -> float:
        """Return the current that one pin can give on every Pi."""
        return min(board.each_pin_ma for board in self.board)

    def limit_ma(self, supply: str) -> float:
        """Return the current that a supply can give with every Pi."""
        limits = [limit for board in self.board if (limit := board.limit_ma(supply)) is not None]
        return min(limits) if limits else self.limits_ma[supply]

    def button_ohms(self, lamp: Lamp) -> float:
        """Return the resistor in a button's wire, beside lamps that are fed in this way."""
        above = self.volts[lamp.supply] > self.volts["5V"]
        return self.button.ohms_12v if above else self.button.ohms

    def colour_of(self, seat: int) -> Colour:
        """Return the colour of a seat. After the last colour, the colours repeat."""
        return self.colour[seat % len(self.colour)]


@cache
def load_parts(path: Path = PARTS) -> Parts:
    """Read the parts. Raise `BadWiring` with the fault in the file."""
    try:
        table = read_toml(path)
        check_numbers(table, MOST, frozenset())
        parts = msgspec.convert(table, Parts)
        for fault in parts.faults():
            raise ValueError(fault)
        return parts
    except (OSError, ValueError) as error:  # This includes the errors of msgspec and tomllib.
        raise BadWiring("table.parts.unusable", file=path.name, reason=reason(error)) from error

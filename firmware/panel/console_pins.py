"""The console's part of the pin table: knob and display, and how they behave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware.board import I2C
from firmware.errors import BadWiring
from referee.contract import Value

I2C_ADDRESSES = range(0x08, 0x78)
KNOB = ("encoder_a", "encoder_b", "encoder_push")
WIRES = (*KNOB, "display_data", "display_clock")
DRIVERS = ("ssd1306", "sh1106")
DETENTS = (1, 2, 4)
MOST_MINUTES = 24 * 60


@dataclass(frozen=True, kw_only=True)
class ConsolePins:
    """The BCM numbers of the console's knob, and of its display on the header's I²C bus.

    `bus` is the bus's number for the kernel, if the owner names it. The knob has `detents` in a
    cycle of its contacts, and counts the other way if it is `reversed`. At rest, the display dims
    or goes off after `dim_after_minutes`, and after `off_after_minutes` of a pause; 0 means never.
    """

    encoder_a: int
    encoder_b: int
    encoder_push: int
    display_data: int
    display_clock: int
    driver: str = DRIVERS[0]
    address: int = 0x3C
    bus: int | None = None
    detents: int = 1
    reversed: bool = False
    dim_after_minutes: float = 10.0
    off_after_minutes: float = 1.0


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _minutes(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 <= float(str(value)) <= MOST_MINUTES


# Each setting: whether a value is possible, and the message if it is not.
SETTINGS: dict[str, tuple[Callable[[object], bool], str]] = {
    "driver": (lambda value: value in DRIVERS, "table.pins.no_driver"),
    "address": (lambda value: _whole(value) and value in I2C_ADDRESSES, "table.pins.no_address"),
    "bus": (_whole, "table.pins.no_bus"),
    "detents": (lambda value: _whole(value) and value in DETENTS, "table.pins.no_detents"),
    "reversed": (lambda value: isinstance(value, bool), "table.pins.no_yes_or_no"),
    "dim_after_minutes": (_minutes, "table.pins.no_minutes"),
    "off_after_minutes": (_minutes, "table.pins.no_minutes"),
}
_KNOWN: dict[str, Value] = {"driver": DRIVERS, "detents": DETENTS}


def console_pins(wired: dict[str, int], table: dict[str, Any], file: str) -> ConsolePins:
    """Return the console with its wires and the settings of a pin table. Raise `BadWiring`."""
    if (wired["display_data"], wired["display_clock"]) != I2C:
        raise BadWiring("table.pins.not_i2c", file=file, data=I2C[0], clock=I2C[1])
    given = {key: table[key] for key in SETTINGS if key in table}
    for key, value in given.items():
        is_possible, refusal = SETTINGS[key]
        if not is_possible(value):
            known = _KNOWN.get(key, ())
            raise BadWiring(refusal, file=file, setting=key, given=str(value), known=known)
    return ConsolePins(**(wired | given))

"""The pin table: which GPIO carries which button, lamp and buzzer."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.errors import BadWiring
from hardware import PINS
from vision.files import read_toml

USABLE = range(2, 28)  # 0 and 1 belong to the identity chip of add-on boards
I2C_PINS = (2, 3)  # data and clock of bus 1: with pull-ups on the board, and no overlay needed
I2C_ADDRESSES = range(0x08, 0x78)
CONSOLE_WIRES = ("encoder_a", "encoder_b", "encoder_push", "display_data", "display_clock")
DRIVERS = ("ssd1306", "sh1106")


@dataclass(frozen=True)
class SeatPins:
    """The BCM numbers of one seat's button and lamp."""

    button: int
    led: int


@dataclass(frozen=True)
class ConsolePins:
    """The BCM numbers of the console's knob, and where its display is on I²C bus 1."""

    encoder_a: int
    encoder_b: int
    encoder_push: int
    display_data: int
    display_clock: int
    driver: str = DRIVERS[0]
    address: int = 0x3C


@dataclass(frozen=True)
class Pins:
    """The whole wiring by BCM number; `reserved` pins are kept free by name."""

    seats: tuple[SeatPins, ...]
    buzzer: int | None = None
    console: ConsolePins | None = None
    reserved: dict[str, int] = field(default_factory=dict)


def load_pins(path: Path = PINS) -> Pins:
    """Read a pin table; raises `BadWiring` that names the line of wiring at fault."""
    name = path.name
    try:
        table = read_toml(path)
    except OSError as error:
        raise BadWiring("table.pins.unreadable", file=str(path)) from error
    except ValueError as error:
        raise BadWiring("table.pins.not_toml", file=name, reason=str(error)) from error
    _only(table, {"seat", "buzzer", "console", "reserved"}, "", name)
    rows = table.get("seat")
    buzzer, console, reserved = (table.get(key, {}) for key in ("buzzer", "console", "reserved"))
    if not isinstance(rows, list) or not rows:
        raise BadWiring("table.pins.no_seat", file=name)
    if not all(isinstance(one, dict) for one in (buzzer, console, reserved)):
        raise BadWiring("table.pins.not_a_table", file=name)
    _only(buzzer, {"pin"}, "buzzer", name)
    _only(console, {*CONSOLE_WIRES, "driver", "address"}, "console", name)

    used: dict[int, str] = {}

    def pin(row: dict[str, Any], key: str, wire: str) -> int:
        number = row.get(key)
        if number is None:
            raise BadWiring("table.pins.missing", file=name, wire=wire)
        if not isinstance(number, int) or isinstance(number, bool) or number not in USABLE:
            raise BadWiring("table.pins.not_a_pin", file=name, wire=wire, pin=str(number))
        if number in used:
            raise BadWiring(
                "table.pins.twice", file=name, pin=number, wire=wire, other=used[number]
            )
        used[number] = wire
        return number

    seats = []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise BadWiring("table.pins.not_a_table", file=name)
        _only(row, {"button", "led"}, f"seat {number}", name)
        button = pin(row, "button", f"seat {number} button")
        seats.append(SeatPins(button, pin(row, "led", f"seat {number} led")))
    return Pins(
        tuple(seats),
        pin(buzzer, "pin", "buzzer") if buzzer else None,
        _console({key: pin(console, key, key) for key in CONSOLE_WIRES}, console, name)
        if console
        else None,
        {key: pin(reserved, key, key) for key in reserved},
    )


def _console(wired: dict[str, int], table: dict[str, Any], file: str) -> ConsolePins:
    if (wired["display_data"], wired["display_clock"]) != I2C_PINS:
        raise BadWiring("table.pins.not_i2c", file=file, data=I2C_PINS[0], clock=I2C_PINS[1])
    driver, address = table.get("driver", DRIVERS[0]), table.get("address", 0x3C)
    if driver not in DRIVERS:
        raise BadWiring("table.pins.no_driver", file=file, given=str(driver), known=DRIVERS)
    if not isinstance(address, int) or isinstance(address, bool) or address not in I2C_ADDRESSES:
        raise BadWiring("table.pins.no_address", file=file, given=str(address))
    return ConsolePins(**wired, driver=driver, address=address)


def _only(table: dict[str, Any], known: set[str], where: str, file: str) -> None:
    for key in table:
        if key not in known:
            wire = f"{where} {key}".strip()
            raise BadWiring("table.pins.unknown", file=file, wire=wire, known=tuple(sorted(known)))

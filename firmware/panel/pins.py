"""The pin table: the GPIO pins of each button, lamp and buzzer."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.board import I2C, PULLED_DOWN, SERIAL, USABLE
from firmware.errors import BadWiring
from firmware.panel.console_pins import SETTINGS, WIRES, ConsolePins, console_pins
from firmware.parts import load_parts
from hardware import PINS
from referee.contract import Value
from referee.disk.textfiles import read_toml, reason

__all__ = ["ConsolePins", "Pins", "SeatPins", "load_pins"]

LAMPS = "lamp-5v"  # The default.
MOST_DIGITS = 9  # of a chip's number; a longer one is taken as a label, which no chip has


@dataclass(frozen=True)
class SeatPins:
    """The BCM numbers of a seat's button and lamp."""

    button: int
    led: int


@dataclass(frozen=True)
class Pins:
    """The whole wiring, by BCM number. `reserved` maps each planned use to its pin.

    `lamps` says how the lamps are powered: it is a name from `hardware/parts.toml`. `chip` is the
    label or the number of the header's GPIO chip, if the owner names it.
    """

    seats: tuple[SeatPins, ...]
    buzzer: int | None = None
    console: ConsolePins | None = None
    reserved: dict[str, int] = field(default_factory=dict)
    lamps: str = LAMPS
    chip: str | int | None = None


def load_pins(path: Path = PINS) -> Pins:
    """Read a pin table. Raise `BadWiring`, which names the faulty wire."""
    name = path.name
    try:
        table = read_toml(path)
    except OSError as error:
        raise BadWiring("table.pins.unreadable", file=str(path), reason=reason(error)) from error
    except ValueError as error:
        raise BadWiring("table.pins.not_toml", file=name, reason=str(error)) from error
    _only(table, {"seat", "lamps", "buzzer", "console", "reserved", "header"}, "", name)
    rows = table.get("seat")
    lamps, buzzer, console, reserved, header = (
        table.get(key, {}) for key in ("lamps", "buzzer", "console", "reserved", "header")
    )
    if not isinstance(rows, list) or not rows:
        raise BadWiring("table.pins.no_seat", file=name)
    if not all(isinstance(part, dict) for part in (lamps, buzzer, console, reserved, header)):
        raise BadWiring("table.pins.not_a_table", file=name)
    _only(lamps, {"fed"}, "lamps", name)
    fed, known = lamps.get("fed", LAMPS), tuple(load_parts().lamps)
    if fed not in known:
        raise BadWiring("table.pins.no_lamps", file=name, given=str(fed), known=known)
    _only(buzzer, {"pin"}, "buzzer", name)
    _only(console, {*WIRES, *SETTINGS}, "console", name)

    wires = _Wires(name, reserved)
    seats = []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise BadWiring("table.pins.not_a_table", file=name)
        _only(row, {"button", "led"}, f"seat {number}", name)
        button = wires.pin(row, "button", f"seat {number} button")
        seats.append(SeatPins(button, wires.output(row, "led", f"seat {number} led")))
    sounds = wires.output(buzzer, "pin", "buzzer") if buzzer else None
    knob = None
    if console:
        knob = console_pins({key: wires.pin(console, key, key) for key in WIRES}, console, name)
    kept = {key: wires.pin(reserved, key, key) for key in reserved}
    return Pins(tuple(seats), sounds, knob, kept, fed, _chip(header, name))


class _Wires:
    """The wires of a pin table, one after the other. No two may have the same pin.

    `file` is the table's name, and `reserved` its row of pins that may be of any kind.
    """

    def __init__(self, file: str, reserved: dict[str, Any]) -> None:
        self._file, self._reserved = file, reserved
        self._used: dict[int, str] = {}

    def pin(self, row: dict[str, Any], key: str, wire: str) -> int:
        """Return the pin of a wire, which stands in a row under a key. Raise `BadWiring`."""
        number = row.get(key)
        if number is None:
            raise BadWiring("table.pins.missing", file=self._file, wire=wire)
        if not isinstance(number, int) or isinstance(number, bool) or number not in USABLE:
            given = f'"{number}"' if isinstance(number, str) else str(number)
            raise BadWiring("table.pins.not_a_pin", file=self._file, wire=wire, pin=given)
        where: dict[str, Value] = {"file": self._file, "pin": number, "wire": wire}
        if number in self._used:
            raise BadWiring("table.pins.twice", **where, other=self._used[number])
        self._used[number] = wire
        if row is not self._reserved and number in SERIAL:
            raise BadWiring("table.pins.serial", **where)
        if row is not self._reserved and number in I2C and not wire.startswith("display"):
            raise BadWiring("table.pins.bus", **where)
        return number

    def output(self, row: dict[str, Any], key: str, wire: str) -> int:
        """Return the pin of a lamp or the buzzer. This must be off before a program runs."""
        number = self.pin(row, key, wire)
        if number not in PULLED_DOWN:
            where: dict[str, Value] = {"file": self._file, "pin": number, "wire": wire}
            raise BadWiring("table.pins.on_at_start", **where, first=PULLED_DOWN[0])
        return number


def _chip(header: dict[str, Any], file: str) -> str | int | None:
    """Return the chip that a table names. `gpiochip4` is another way to write 4."""
    _only(header, {"chip"}, "header", file)
    chip = header.get("chip")
    if chip is None or (isinstance(chip, int) and not isinstance(chip, bool) and chip >= 0):
        return chip
    if isinstance(chip, str) and (name := chip.strip()):
        number = name.removeprefix("/dev/").removeprefix("gpiochip")
        return int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else name
    raise BadWiring("table.pins.no_header", file=file, given=str(chip))


def _only(table: dict[str, Any], known: set[str], where: str, file: str) -> None:
    for key in table:
        if key not in known:
            wire = f"{where} {key}".strip()
            raise BadWiring("table.pins.unknown", file=file, wire=wire, known=tuple(sorted(known)))

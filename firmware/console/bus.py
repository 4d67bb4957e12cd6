"""The display's I²C bus: which one it is, and why no display answers on it."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware.errors import DisplayLost
from firmware.misfits import import_fault
from firmware.panel.pins import ConsolePins
from referee.contract import Message

NO_OPERATION = 0xE3  # A command without effect; an answer shows that there is a display.
USUAL_BUS = 1  # The number of the header's I²C bus on most systems.
BUSES = Path("/sys/bus/i2c/devices")
ALIAS = Path("/proc/device-tree/aliases/i2c1")  # Says which node is the header's bus.
NODES = ("i2c@7e804000", "i2c@74000")  # Without an alias: the bus of a Pi 0 to 4, and of a Pi 5.
NO_BUS = "table.console.no_bus"


def find_bus(pins: ConsolePins) -> Any:
    """Return the luma bus on which a display answers. Raise `DisplayLost` if none answers.

    luma.oled is imported only here, because a table without a console does not need it.
    """
    try:
        import luma.oled.device  # noqa: F401  the bus is useless without it
        from luma.core.interface.serial import i2c
    except Exception as error:  # An unfit library raises more than an `ImportError`.
        fault = import_fault(error, "luma") or Message("table.console.no_library")
        raise DisplayLost(fault.key, **fault.params) from error
    number, bus = header_bus(pins.bus), None
    try:
        bus = i2c(port=number, address=pins.address)
        bus.command(NO_OPERATION)
    except Exception as error:  # From luma or the bus.
        close_bus(bus)
        raise display_lost(pins, error) from error
    return bus


def close_bus(bus: Any) -> None:
    """Close a bus if it was opened. The display keeps its picture."""
    if bus is not None:
        with suppress(Exception):
            bus.cleanup()


def display_lost(pins: ConsolePins, error: Exception) -> DisplayLost:
    """Return the error that says in words why a display or its bus failed."""
    cause = error.__context__ if isinstance(error.__context__, OSError) else error
    match getattr(cause, "errno", None):
        case errno.ENOENT if pins.bus is not None and buses():
            return DisplayLost("table.console.no_such_bus", bus=pins.bus, buses=buses())
        case errno.ENOENT:
            return DisplayLost(NO_BUS)
        case errno.EACCES | errno.EPERM:
            return DisplayLost("table.console.forbidden")
        case errno.EIO | errno.EREMOTEIO | errno.ENXIO | errno.ETIMEDOUT:
            return DisplayLost("table.console.none", address=f"0x{pins.address:02X}")
    return DisplayLost("table.console.refused", reason=str(error) or type(error).__name__)


def header_bus(wanted: int | None = None) -> int:
    """Return the number of the header's bus, or `wanted` if the owner's pin table names one.

    A kernel may number the buses as it likes, and others lead to cameras and screens. So the device
    tree tells. Raise `DisplayLost` if the header's bus is off.
    """
    if wanted is not None:
        return wanted
    there, nodes, header = buses(), _nodes(), _alias()
    for number, node in nodes.items():
        if node.as_posix().endswith(header) if header else node.name in NODES:
            return number
    if header and there:
        raise DisplayLost(NO_BUS)
    return USUAL_BUS


def buses() -> tuple[int, ...]:
    """Return the numbers of the machine's I²C buses."""
    names = (bus.name.removeprefix("i2c-") for bus in BUSES.glob("i2c-*"))
    return tuple(sorted(int(name) for name in names if name.isdecimal()))


def _nodes() -> dict[int, Path]:
    """Return the device tree's node of each bus that has one, by the bus's number."""
    links = {number: BUSES / f"i2c-{number}" / "of_node" for number in buses()}
    return {number: link.resolve() for number, link in links.items() if link.exists()}


def _alias() -> str:
    try:
        return ALIAS.read_text("ascii").rstrip("\0\n")
    except (OSError, ValueError):
        return ""

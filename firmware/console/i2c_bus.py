"""The number of the header's I²C bus: 1 on most systems, otherwise as the device tree says.

Other buses of a Pi lead to its cameras and screens. A kernel may number them as it likes.
"""

from __future__ import annotations

from pathlib import Path

from firmware.errors import DisplayLost

USUAL = 1
BUSES = Path("/sys/bus/i2c/devices")
ALIAS = Path("/proc/device-tree/aliases/i2c1")  # Says which node is the header's bus.
NODES = ("i2c@7e804000", "i2c@74000")  # Without an alias: the bus of a Pi 0 to 4, and of a Pi 5.
NO_BUS = "table.console.no_bus"


def header_bus(wanted: int | None = None) -> int:
    """Return the number of the header's bus, or `wanted` if the owner's pin table names one.

    Raise `DisplayLost` if the header's bus is off. Another bus of its number would lead elsewhere.
    """
    if wanted is not None:
        return wanted
    there, nodes, header = buses(), _nodes(), _alias()
    for number, node in nodes.items():
        if node.as_posix().endswith(header) if header else node.name in NODES:
            return number
    if header and there:
        raise DisplayLost(NO_BUS)
    return USUAL


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

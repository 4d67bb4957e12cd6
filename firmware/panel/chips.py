"""The GPIO chip of the Pi's header: found by what it is, never by its number.

The kernel numbers its chips as it likes: on a Pi 5, the header's chip has been 4, 0 and 11 to 15. A
chip on a USB stick or an add-on board may have number 0. The header's chip says what it is by its
node in the device tree and by its label. If neither is known, the owner's pin table names the chip.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from firmware.board import USABLE
from firmware.errors import BadWiring

PREFIX = "gpiochip"
NODES = Path("/sys/bus/gpio/devices")
# Of a Pi 5, a Pi 4, and every earlier Pi: the labels that their drivers give the header's chip, and
# what the chip's node in the device tree is compatible with.
LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
COMPATIBLE = ("raspberrypi,rp1-gpio", "brcm,bcm2711-gpio", "brcm,bcm2835-gpio")
NO_CHIP, NO_HEADER = "table.gpio.no_chip", "table.gpio.no_header"
FORBIDDEN = "table.gpio.forbidden"


class Found(Enum):
    """How the header's chip was found. The values are the last words of message keys."""

    NODE = "by_node"
    LABEL = "by_label"
    SETTING = "by_setting"


@dataclass(frozen=True)
class Chip:
    """A GPIO chip: its device file, its number, its label and its number of lines.

    The label is empty if this user may not open the chip. `compatible` is empty if the device tree
    does not know the chip.
    """

    device: Path
    number: int
    label: str = ""
    lines: int = 0
    compatible: tuple[str, ...] = ()

    def is_called(self, name: str | int) -> bool:
        """Whether a pin table means this chip by a label or a number."""
        return name in (self.number, self.label)

    def __str__(self) -> str:
        return f"{self.device.name} ({self.label or '?'})"


@dataclass(frozen=True)
class HeaderChip:
    """The chip of the header, and how it was found."""

    chip: Chip
    found: Found


def chip_devices(folder: Path) -> tuple[Path, ...]:
    """Return the device files of a machine's chips. A link is another name of one of them."""
    files = (path for path in folder.glob(f"{PREFIX}*") if not path.is_symlink())
    return tuple(sorted((path for path in files if _end(path).isdecimal()), key=_number))


def may_be_used(device: Path) -> bool:
    """Whether this user may open a chip's device file."""
    return os.access(device, os.R_OK | os.W_OK)


def find_header(lgpio: Any, devices: Iterable[Path], wanted: str | int | None = None) -> HeaderChip:
    """Return the header's chip, or the `wanted` one: a label or a number from the pin table.

    Raise `BadWiring` if there is none, or if this user may not open it.
    """
    chips = [_read(lgpio, device) for device in devices]
    if wanted is not None:
        ways = {Found.SETTING: [one for one in chips if one.is_called(wanted)]}
    else:
        ways = {
            Found.NODE: [one for one in chips if not set(COMPATIBLE).isdisjoint(one.compatible)],
            Found.LABEL: [one for one in chips if one.label in LABELS],
        }
    for found, fitting in ways.items():
        if len(fitting) > 1:
            raise BadWiring("table.gpio.several", chips=_names(fitting))
        if fitting:
            return HeaderChip(_usable(fitting[0]), found)
    unknown = [one for one in chips if not (one.label or one.compatible)]
    if unknown and not isinstance(wanted, int):
        raise BadWiring(FORBIDDEN, chip=str(unknown[0].device))
    if wanted is not None:
        raise BadWiring("table.gpio.not_there", chip=str(wanted), chips=_names(chips))
    raise BadWiring(NO_HEADER, chips=_names(chips))


def _usable(chip: Chip) -> Chip:
    if not may_be_used(chip.device):
        raise BadWiring(FORBIDDEN, chip=str(chip.device))
    if chip.lines < USABLE.stop:
        count, needed = chip.lines, USABLE.stop
        raise BadWiring("table.gpio.too_small", chip=str(chip), count=count, needed=needed)
    return chip


def _read(lgpio: Any, device: Path) -> Chip:
    """Return what a chip says about itself. Opening a chip changes none of its lines."""
    number, compatible = _number(device), _compatible(device)
    try:
        handle = lgpio.gpiochip_open(number)
    except Exception:  # lgpio's own error: this user may not open the chip, or it has just gone.
        return Chip(device, number, compatible=compatible)
    try:
        _, lines, _, label = lgpio.gpio_get_chip_info(handle)
    finally:
        lgpio.gpiochip_close(handle)
    return Chip(device, number, str(label), int(lines), compatible)


def _compatible(device: Path) -> tuple[str, ...]:
    """Return what a chip's node in the device tree is compatible with, if it has a node."""
    try:
        told = (NODES / device.name / "of_node" / "compatible").read_bytes()
    except OSError:
        return ()
    return tuple(told.rstrip(b"\0").decode("ascii", "replace").split("\0"))


def _end(device: Path) -> str:
    return device.name.removeprefix(PREFIX)


def _number(device: Path) -> int:
    return int(_end(device))


def _names(chips: Iterable[Chip]) -> tuple[str, ...]:
    return tuple(map(str, chips))

"""The GPIO chip of the Pi's header: found by its description, never by its number.

The kernel numbers its chips as it likes: on a Pi 5, the header's chip has been 4, 0 and 11 to 15. A
chip on a USB stick or an add-on board may have number 0. The header's chip says what it is by its
node in the device tree and by its label. If neither is known, the owner's pin table names the chip.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.board import USABLE
from firmware.errors import BadWiring
from referee.contract import Message

PREFIX = "gpiochip"
NODES = Path("/sys/bus/gpio/devices")
# Of a Pi 5, a Pi 4, and every earlier Pi: the labels that their drivers give the header's chip, and
# what the chip's node in the device tree is compatible with.
LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
COMPATIBLE = ("raspberrypi,rp1-gpio", "brcm,bcm2711-gpio", "brcm,bcm2835-gpio")
NO_CHIP, NO_HEADER = "table.gpio.no_chip", "table.gpio.no_header"
NOT_THERE, FORBIDDEN = "table.gpio.not_there", "table.gpio.forbidden"
UNUSABLE, OTHER = "table.gpio.none", "table.gpio.other_chip"


@dataclass(frozen=True)
class Chip:
    """A GPIO chip: its device file, its number, its label and its number of lines.

    If the chip cannot be opened, `fault` says why, and label and lines are unknown. `compatible` is
    empty if the device tree does not know the chip.
    """

    device: Path
    number: int
    label: str = ""
    lines: int = 0
    compatible: tuple[str, ...] = ()
    fault: str = ""

    def is_called(self, name: str | int) -> bool:
        """Whether a pin table means this chip by a label, a number, or a link's number."""
        if isinstance(name, str):
            return name == self.label
        link = self.device.with_name(f"{PREFIX}{name}")
        return name == self.number or link.resolve() == self.device.resolve()

    def __str__(self) -> str:
        return f"{self.device.name} ({self.label or '?'})"


@dataclass(frozen=True)
class HeaderChip:
    """The chip of the header.

    `remark` says that the pin table's number names another chip than the machine's own.
    """

    chip: Chip
    remark: Message | None = None


def chip_devices(folder: Path) -> tuple[Path, ...]:
    """Return the device files of a machine's chips. A link is another name of one of them."""
    files = (path for path in folder.glob(f"{PREFIX}*") if not path.is_symlink())
    return tuple(sorted((path for path in files if _end(path).isdecimal()), key=_number))


def may_be_used(device: Path) -> bool:
    """Whether this user may open a chip's device file."""
    return os.access(device, os.R_OK | os.W_OK)


def find_header(lgpio: Any, devices: Iterable[Path], wanted: str | int | None = None) -> HeaderChip:
    """Return the header's chip, or the `wanted` one: a label or a number from the pin table.

    Raise `BadWiring` if there is none, or if it cannot be opened.
    """
    chips = [_read(lgpio, device) for device in devices]
    closed = [chip for chip in chips if chip.fault]
    own = _headers(chips)
    if wanted is None:
        missing = BadWiring(NO_HEADER, chips=_names(chips))
        return HeaderChip(_only_one(own, [c for c in closed if not c.compatible], missing))
    missing = BadWiring(NOT_THERE, chip=str(wanted), chips=_names(chips))
    named = [item for item in chips if item.is_called(wanted)]
    chip = _only_one(named, closed if isinstance(wanted, str) else (), missing)
    remark = None
    if isinstance(wanted, int) and own and chip not in own:  # Perhaps of an earlier kernel.
        remark = Message(OTHER, {"chip": str(chip), "header": str(own[0])})
    return HeaderChip(chip, remark)


def _headers(chips: list[Chip]) -> list[Chip]:
    """Return the chips that the machine itself calls the header's."""
    by_node = [chip for chip in chips if not set(COMPATIBLE).isdisjoint(chip.compatible)]
    return by_node or [chip for chip in chips if chip.label in LABELS]


def _only_one(fitting: list[Chip], closed: Iterable[Chip], missing: BadWiring) -> Chip:
    """Return the fitting chip.

    Raise `BadWiring` if several fit or if the chip cannot be used. If none fits, raise the fault of
    a chip that could not be opened, as it may be the missing one, or else `missing`.
    """
    if len(fitting) > 1:
        raise BadWiring("table.gpio.several", chips=_names(fitting))
    if not fitting:
        for chip in closed:
            _check_open(chip)
        raise missing
    (chip,) = fitting
    _check_open(chip)
    if chip.lines < USABLE.stop:
        count, needed = chip.lines, USABLE.stop
        raise BadWiring("table.gpio.too_small", chip=str(chip), count=count, needed=needed)
    return chip


def _check_open(chip: Chip) -> None:
    """Raise `BadWiring` if this user may not open a chip, or if that failed."""
    if not may_be_used(chip.device):
        raise BadWiring(FORBIDDEN, chip=str(chip.device))
    if chip.fault:
        raise BadWiring(UNUSABLE, reason=f"{chip.device}: {chip.fault}")


def _read(lgpio: Any, device: Path) -> Chip:
    """Return a chip's description of itself. Opening a chip changes no line."""
    number, compatible = _number(device), _compatible(device)
    try:
        handle = lgpio.gpiochip_open(number)
        try:
            _, lines, _, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
    except Exception as error:  # lgpio's own: this user may not open the chip, or it has just gone.
        reason = str(error) or type(error).__name__
        return Chip(device, number, compatible=compatible, fault=reason)
    return Chip(device, number, str(label), int(lines), compatible)


def _compatible(device: Path) -> tuple[str, ...]:
    """Return what a chip's node in the device tree is compatible with, if it has a node."""
    try:
        content = (NODES / device.name / "of_node" / "compatible").read_bytes()
    except OSError:
        return ()
    return tuple(filter(None, content.decode("ascii", "replace").split("\0")))


def _end(device: Path) -> str:
    return device.name.removeprefix(PREFIX)


def _number(device: Path) -> int:
    return int(_end(device))


def _names(chips: Iterable[Chip]) -> tuple[str, ...]:
    return tuple(map(str, chips))

"""The Pi's header as lines of a kernel's GPIO chip, and who is at the other end of its wires."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

from tests.rig.guest import BIND, mount

CHIPS = Path("/sys/kernel/config/gpio-sim")
LINES = 28
# How gpiozero knows a Pi 4.
MODEL = """Hardware\t: BCM2835
Revision\t: c03115
Model\t\t: Raspberry Pi 4 Model B Rev 1.5
"""


class Header:
    """``/dev/gpiochip0`` as a Pi's, made where there is none; `high` wires are let go of."""

    def __init__(self, high: Iterable[int], label: str = "pinctrl-bcm2711") -> None:
        chip = CHIPS / "pi"
        bank = chip / "bank0"
        if not bank.exists():
            make_chip(chip, LINES, label)
            _be_a_pi()
        name = (chip / "dev_name").read_text().strip()
        self.device = Path("/dev") / (bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / name / self.device.name
        self._wires: dict[int, int] = {}
        for number in high:
            self.wire(number, True)

    def wire(self, number: int, high: bool) -> int:
        """Pull a wire high or low; return the moment in nanoseconds of the monotonic clock."""
        if number not in self._wires:
            path = self._lines / f"sim_gpio{number}" / "pull"
            self._wires[number] = os.open(path, os.O_WRONLY)
        at_ns = time.monotonic_ns()
        os.pwrite(self._wires[number], b"pull-up" if high else b"pull-down", 0)
        return at_ns

    def level(self, number: int) -> bool:
        """Return whether a line is high now, whoever drives it."""
        return (self._lines / f"sim_gpio{number}" / "value").read_text().strip() == "1"

    def close(self) -> None:
        """Let go of the wires, and take the chip away."""
        for wire in self._wires.values():
            os.close(wire)
        remove_chip(CHIPS / "pi")


def make_chip(chip: Path, lines: int, label: str) -> None:
    """Add a chip below `CHIPS`, with lines that are named as a Pi's."""
    bank = chip / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(lines))
    (bank / "label").write_text(label)
    for number in range(lines):
        line = bank / f"line{number}"
        line.mkdir()
        (line / "name").write_text(f"GPIO{number}")
    (chip / "live").write_text("1")


def remove_chip(chip: Path) -> None:
    """Take a chip away, as if its device were unplugged."""
    (chip / "live").write_text("0")
    bank = chip / "bank0"
    for line in bank.glob("line*"):
        line.rmdir()
    bank.rmdir()
    chip.rmdir()


def _be_a_pi() -> None:
    model = Path("/run/cpuinfo")
    if not model.exists():
        model.write_text(MODEL)
        mount("", "/proc/cpuinfo", str(model), BIND)

"""What the printed parts measured when they were last made (`hardware/made.toml`)."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path

import msgspec

from hardware import ENCLOSURE, MEASURED_PARTS, PINS
from hardware.enclosure.measures import BadMeasures, Print

DISPLAY = "ssd1306"  # what a pin table without a console, or without a driver, makes room for
MAX_BRIDGE_MM = 12.0  # what hangs over nothing: a printer spans it without support


class MeasuredPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part as it lies on the printer: mm and cm³.

    `thinnest` is the least way through it, straight in from its surface, `bridge` the widest that
    hangs over nothing, at its narrower side.
    """

    name: str
    count: int
    size: tuple[float, float, float]
    closed: bool
    volume_cm3: float
    thinnest: float
    bridge: float
    turned: bool = False

    def faults(self, printed: Print) -> list[str]:
        """Return what keeps it from being printed, in words."""
        told = {
            "is no closed solid": not self.closed,
            "is larger than the bed": any(
                side > most for side, most in zip(self.size, printed.bed_mm, strict=True)
            ),
            "is thinner than the least wall": self.thinnest < printed.least_wall_mm,
            "needs support": self.bridge > MAX_BRIDGE_MM,
        }
        return [f"{self.name} {fault}" for fault, found in told.items() if found]


class MeasuredParts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All parts, and the digest of the measures that they were made by."""

    digest: str
    part: tuple[MeasuredPart, ...]


def display_driver(pins: Path = PINS) -> str:
    """Return which display the pin table names; the kit's where it names none.

    Raises `BadMeasures` where the table cannot be read.
    """
    try:
        console = tomllib.loads(pins.read_text("utf-8")).get("console", {})
    except (OSError, ValueError) as error:
        raise BadMeasures(f"{pins.name} cannot be used: {error}") from error
    if not isinstance(console, dict):
        raise BadMeasures(f"{pins.name} cannot be used: [console] is no table")
    return str(console.get("driver", DISPLAY))


def digest(path: Path = ENCLOSURE) -> str:
    """Return the digest of the measures and of the display's kind; remarks count for nothing."""
    measures = tomllib.loads(path.read_text("utf-8"))
    text = json.dumps(measures, sort_keys=True) + display_driver()
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_measured_parts(path: Path = MEASURED_PARTS) -> MeasuredParts:
    """Read what was made; raises `ValueError` where the file is not of its kind."""
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), MeasuredParts)

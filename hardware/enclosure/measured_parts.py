"""Load the measurements of the printed parts as last built, from `hardware/made.toml`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec

from hardware import ENCLOSURE, MEASURED_PARTS, PINS
from hardware.enclosure.measures import BadMeasures, Print
from referee.disk.textfiles import read_toml

DISPLAY = "ssd1306"  # The console has room for this display if the pin table names none.
MAX_BRIDGE_MM = 12.0  # A printer can bridge an overhang of this width without support.


class MeasuredPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part in its print position, in mm and cm³.

    `thinnest` is the thinnest wall, measured straight in from the surface. `bridge` is the width of
    the widest overhang at its narrower side.
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
        """Return one message for each reason why the part cannot be printed."""
        values = {
            "is not a closed solid": not self.closed,
            "is larger than the bed": any(
                side > most for side, most in zip(self.size, printed.bed_mm, strict=True)
            ),
            "has a wall that is too thin": self.thinnest < printed.least_wall_mm,
            "needs support": self.bridge > MAX_BRIDGE_MM,
        }
        return [f"{self.name} {fault}" for fault, found in values.items() if found]


class MeasuredParts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All printed parts, and a digest of the measures from which they were built."""

    digest: str
    part: tuple[MeasuredPart, ...]


def display_driver(pins: Path = PINS) -> str:
    """Return the display driver that the pin table names, or else the kit's default.

    Raise `BadMeasures` if the table cannot be read.
    """
    try:
        console = read_toml(pins).get("console", {})
    except (OSError, ValueError) as error:
        raise BadMeasures(f"{pins.name} cannot be used: {error}") from error
    if not isinstance(console, dict):
        raise BadMeasures(f"{pins.name} cannot be used: [console] is not a table")
    return str(console.get("driver", DISPLAY))


def digest(path: Path = ENCLOSURE) -> str:
    """Return a digest of the measures and the display.

    Comments in the file do not change it, and neither do the cables and the printed board, which
    shape no part.
    """
    sections = read_toml(path).items()
    measures = {name: section for name, section in sections if name not in ("cables", "stack")}
    text = json.dumps(measures, sort_keys=True) + display_driver()
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_measured_parts() -> MeasuredParts:
    """Load the measured parts. Raise `ValueError` if the file is invalid."""
    return msgspec.convert(read_toml(MEASURED_PARTS), MeasuredParts)

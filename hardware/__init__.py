"""The physical kit as data and drawings: pins, parts, mats and printable decks."""

from pathlib import Path

_HERE = Path(__file__).parent
MAT = _HERE / "mats" / "table.toml"  # for games without their own mat
PINS = _HERE / "pins.toml"
PARTS = _HERE / "parts.toml"
ENCLOSURE = _HERE / "enclosure.toml"
MEASURED_PARTS = _HERE / "made.toml"  # Written by `make enclosure`.

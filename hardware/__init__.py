"""The physical kit as data and drawings: pins, parts, mats and printable decks."""

from pathlib import Path

MAT = Path(__file__).parent / "mats" / "table.toml"  # for games without their own mat
PINS = Path(__file__).parent / "pins.toml"
PARTS = Path(__file__).parent / "parts.toml"
ENCLOSURE = Path(__file__).parent / "enclosure.toml"
MEASURED_PARTS = (
    Path(__file__).parent / "made.toml"
)  # `make enclosure` writes the measurements of the printed parts here.

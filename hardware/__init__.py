"""The physical kit as data and drawings: pins, parts, mats and printable decks."""

from pathlib import Path

MAT = Path(__file__).parent / "mats" / "table.toml"  # the mat for games without a mat of their own
PINS = Path(__file__).parent / "pins.toml"
PARTS = Path(__file__).parent / "parts.toml"
ENCLOSURE = Path(__file__).parent / "enclosure.toml"
MEASURED_PARTS = (
    Path(__file__).parent / "made.toml"
)  # measurements of the printed parts, by `make enclosure`

"""The physical kit as data and drawings: pins, parts, mats, printable decks."""

from pathlib import Path

MATS = Path(__file__).parent / "mats"  # a file each, by its name
MAT = MATS / "table.toml"  # of games that have none of their own
PINS = Path(__file__).parent / "pins.toml"
PARTS = Path(__file__).parent / "parts.toml"
ENCLOSURE = Path(__file__).parent / "enclosure.toml"
MADE = Path(__file__).parent / "made.toml"  # what the printed parts measured: `make enclosure`

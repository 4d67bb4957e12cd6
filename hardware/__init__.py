"""The physical kit as data and drawings: pins, mat, printable decks."""

from pathlib import Path

MAT = Path(__file__).parent / "mat.toml"
PINS = Path(__file__).parent / "pins.toml"

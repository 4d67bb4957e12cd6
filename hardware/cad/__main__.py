"""Make every printed part and its pictures for the guide: `make enclosure`."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

from hardware import MEASURED_PARTS
from hardware.cad.parts import measure_part, parts, write_part
from hardware.cad.scenes import pictures
from hardware.enclosure.measured_parts import MeasuredPart, digest, display_driver
from hardware.enclosure.measures import load_measures, run_command

OUT = Path("out/enclosure")
PICTURES = MEASURED_PARTS.parent / "pictures"
HEAD = "# Measured printed parts, in mm: written by `make enclosure` from enclosure.toml.\n\n"
JPEG = [cv2.IMWRITE_JPEG_QUALITY, 88]


def main() -> int:
    """Write STL and 3MF files, the measurements and the pictures.

    Return 1 if a part cannot be printed.
    """
    measures, driver = load_measures(), display_driver()
    made, unfit = [], []
    for part in parts(measures, driver):
        row = measure_part(part)
        made.append(row)
        unfit += row.faults(measures.printed)
        write_part(part, OUT)
        print(f"{OUT / part.name}.stl and .3mf: {' × '.join(map(str, row.size))} mm")
    MEASURED_PARTS.write_text(HEAD + to_toml(made), "utf-8")
    for name, picture in pictures(measures, driver):
        path = PICTURES / f"{name}.jpg"
        cv2.imwrite(str(path), picture, JPEG)
        print(path)
    for fault in unfit:
        print(fault, file=sys.stderr)
    return 1 if unfit else 0


def to_toml(made: list[MeasuredPart]) -> str:
    """Return the measured parts as TOML."""
    lines = [f'digest = "{digest()}"\n']
    for part in made:
        lines.append(
            f'\n[[part]]\nname = "{part.name}"\ncount = {part.count}\nsize = {list(part.size)}\n'
            f"closed = {str(part.closed).lower()}\nvolume_cm3 = {part.volume_cm3}\n"
            f"thinnest = {part.thinnest}\nbridge = {part.bridge}\n"
            f"turned = {str(part.turned).lower()}\n"
        )
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(run_command(main))

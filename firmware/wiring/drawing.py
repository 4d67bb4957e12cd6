"""All drawings of a wiring. They are SVG with English text, like the guide."""

from __future__ import annotations

from pathlib import Path

from firmware.errors import BadData
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.boards import back, front
from firmware.wiring.circuit import driver_drawing, seat_drawing
from firmware.wiring.header import header_drawing
from firmware.wiring.layout import POLES, lay_out
from firmware.wiring.strips import strips_drawing
from referee.disk.textfiles import reason

BOARD_SEATS = POLES // 2  # The soldering board has two poles for each seat.


def draw(pins: Pins, parts: Parts, folder: Path) -> tuple[Path, ...]:
    """Draw a wiring into a folder, and return the files.

    Raise `BadData` if the folder is not writable.
    """
    sheets = {"wiring": header_drawing(pins, parts), "seat": seat_drawing(pins, parts)}
    if parts.lamps[pins.lamps].driven:
        sheets["driver"] = driver_drawing(pins, parts)
    sheets["strips"] = strips_drawing(pins, parts)
    board = lay_out(pins, parts)
    if board is not None:
        sheets |= {"board-front": front(board), "board-back": back(board)}
    files = {folder / f"{name}.svg": sheet for name, sheet in sheets.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, sheet in files.items():
            path.write_text(str(sheet), encoding="utf-8")
    except OSError as error:
        raise BadData("cli.wiring.unwritable", folder=str(folder), reason=reason(error)) from error
    return tuple(files)


def has_board(pins: Pins, parts: Parts) -> bool:
    """Whether a soldering board can carry this wiring, so that it is drawn."""
    return lay_out(pins, parts) is not None

"""The printed board's parts, as its KiCad project has them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from kiutils.board import Board
from kiutils.footprint import Footprint

import hardware

FOLDER = Path(hardware.__file__).parent / "board"
PROJECT = FOLDER / "coyote-board.kicad_pcb"
NOT_CONNECTED = "unconnected-"  # KiCad's names for the pads that carry nothing begin so.


class Pad(NamedTuple):
    """A pad of a part: its number, the name of its pin, its net or "", and its place in mm."""

    number: int
    pin: str
    net: str
    at: tuple[float, float]


class BoardPart(NamedTuple):
    """A part on the board: what to buy, what the board calls it, and its height above the board."""

    name: str
    value: str
    label: str
    high_mm: float
    pads: tuple[Pad, ...]

    def net(self, pin: str) -> str:
        """Return the net of a pin."""
        (net,) = (pad.net for pad in self.pads if pad.pin == pin)
        return net

    @property
    def poles(self) -> tuple[str, ...]:
        """Return the names of its pins, from the left."""
        return tuple(pad.pin for pad in sorted(self.pads, key=lambda pad: pad.at))


@cache
def load_board() -> Board:
    """Return the board's file as kiutils reads it."""
    return Board.from_file(str(PROJECT))


@cache
def board_parts() -> dict[str, BoardPart]:
    """Return all parts by their names."""
    parts = (_part(part) for part in load_board().footprints if part.properties["Reference"])
    return {part.name: part for part in sorted(parts, key=lambda part: (len(part.name), part.name))}


def _part(footprint: Footprint) -> BoardPart:
    fields, place = footprint.properties, footprint.position
    turned = -1 if place.angle == 180 else 1
    pads = [
        Pad(
            int(pad.number),
            pad.pinFunction,
            "" if pad.net.name.startswith(NOT_CONNECTED) else pad.net.name,
            (place.X + turned * pad.position.X, place.Y + turned * pad.position.Y),
        )
        for pad in footprint.pads
    ]
    return BoardPart(
        fields["Reference"],
        fields["Value"],
        fields.get("Label", ""),
        float(fields["Height"].removesuffix(" mm")),
        tuple(sorted(pads)),
    )

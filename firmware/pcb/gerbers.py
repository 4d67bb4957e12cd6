"""Reads back the files for the board's maker, and draws them: what is looked at is what is made.

Of the Gerber format, this knows what KiCad writes for our board: round and square flashes, straight
lines and filled polygons, in millimetres. Source: Ucamco, Gerber Layer Format Specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.pcb.shapes import Point

Image = NDArray[np.uint8]
PX_PER_MM = 20
SHIFT = 4  # Binary places of OpenCV's coordinates.
_WORD = re.compile(r"%([^%]*)\*%|([^*%\s][^*%]*)\*")
_APERTURE = re.compile(r"ADD(\d+)([CR]),([\d.]+)(?:X([\d.]+))?")
_MOVE = re.compile(r"(?:X(-?\d+))?(?:Y(-?\d+))?(?:D0([123]))?$")
_TOOL, _HIT = re.compile(r"T(\d+)C([\d.]+)$"), re.compile(r"X(-?[\d.]+)Y(-?[\d.]+)$")
MASK, COVERED, GOLD, INK, HOLE = (
    (61, 84, 18),
    (82, 122, 34),
    (96, 190, 222),
    (240, 240, 240),
    (255,) * 3,
)


class Sheet:
    """A picture of one layer: `first` is the left upper corner of the board, in mm of the files."""

    def __init__(self, first: Point, size: Point) -> None:
        self.first = first
        wide, high = (round(one * PX_PER_MM) for one in size)
        self.pixels: Image = np.zeros((high, wide), np.uint8)

    def at(self, point: Point) -> tuple[int, int]:
        """Return the row and the column of a point."""
        return (
            round((point[1] - self.first[1]) * PX_PER_MM),
            round((point[0] - self.first[0]) * PX_PER_MM),
        )

    def draw(self, path: Path) -> Sheet:
        """Draw a Gerber file; return the sheet."""
        unit, ink = 1.0, 255
        apertures: dict[str, tuple[str, float, float]] = {}
        tool, here = "", (0.0, 0.0)
        corners: list[Point] = []
        filling = False
        for extended, plain in _WORD.findall(path.read_text("utf-8")):
            if found := _APERTURE.match(extended):
                wide = float(found[3])
                apertures[found[1]] = (found[2], wide, float(found[4] or wide))
            elif extended.startswith("FSLAX"):
                unit = 10.0 ** -int(extended[6])
            elif extended in ("LPD", "LPC"):
                ink = 255 if extended == "LPD" else 0
            elif plain in ("G36", "G37"):
                if plain == "G37" and len(corners) > 2:
                    self._fill(corners, ink)
                filling, corners = plain == "G36", []
            elif re.match(r"D[1-9]\d+$", plain):
                tool = plain[1:]
            elif (move := _MOVE.match(plain)) and plain[:1] in "XYD" and plain:
                x, y = move[1], move[2]
                there = (int(x) * unit if x else here[0], -int(y) * unit if y else here[1])
                if filling:
                    if move[3] == "2" and len(corners) > 2:
                        self._fill(corners, ink)
                    corners = [there] if move[3] == "2" else [*corners, there]
                elif move[3] == "1":
                    self._line(here, there, apertures[tool][1], ink)
                elif move[3] == "3":
                    self._flash(there, apertures[tool], ink)
                here = there
        return self

    def _points(self, points: list[Point]) -> NDArray[np.int32]:
        exact = (np.array(points) - np.array(self.first)) * PX_PER_MM * 2**SHIFT
        found: NDArray[np.int32] = np.round(exact).astype(np.int32)
        return found

    def _fill(self, corners: list[Point], ink: int) -> None:
        cv2.fillPoly(self.pixels, [self._points(corners)], ink, shift=SHIFT)

    def disc(self, at: Point, wide_mm: float, ink: int = 255) -> None:
        """Draw a disc."""
        (x, y), *_ = self._points([at]).tolist()
        radius = round(wide_mm / 2 * PX_PER_MM * 2**SHIFT)
        cv2.circle(self.pixels, (x, y), radius, ink, -1, shift=SHIFT)

    def _line(self, start: Point, end: Point, wide_mm: float, ink: int) -> None:
        self.disc(start, wide_mm, ink)
        self.disc(end, wide_mm, ink)
        along = np.subtract(end, start)
        long = float(np.hypot(*along))
        if long:
            x, y = along / long * wide_mm / 2
            sides = [
                (p[0] + s * y, p[1] - s * x)
                for p, s in zip((start, start, end, end), (1, -1, -1, 1), strict=True)
            ]
            self._fill(sides, ink)

    def _flash(self, at: Point, aperture: tuple[str, float, float], ink: int) -> None:
        kind, wide, high = aperture
        if kind == "C":
            self.disc(at, wide, ink)
            return
        x, y = wide / 2, high / 2
        self._fill(
            [(at[0] + a * x, at[1] + b * y) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))], ink
        )


def holes(path: Path) -> Iterator[tuple[Point, float]]:
    """Yield the place and the diameter of each hole of an Excellon file in mm."""
    sizes: dict[str, float] = {}
    wide = 0.0
    for line in path.read_text("utf-8").splitlines():
        if tool := _TOOL.match(line):
            sizes[tool[1]] = float(tool[2])
        elif line[:1] == "T" and line[1:] in sizes:
            wide = sizes[line[1:]]
        elif hit := _HIT.match(line):
            yield (float(hit[1]), -float(hit[2])), wide


def picture(folder: Path, side: str, first: Point, size: Point) -> Image:
    """Return one side of the board in colours, ``F`` or ``B``, from its maker's files."""

    def layer(name: str) -> Image:
        (path,) = folder.glob(f"*-{name}.g*")
        return Sheet(first, size).draw(path).pixels

    edge = layer("Edge_Cuts")
    outer, *_ = cv2.findContours(edge, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    board = cv2.drawContours(np.zeros_like(edge), outer, -1, 255, -1) > 0
    copper, bare, ink = (layer(f"{side}_{name}") > 0 for name in ("Cu", "Mask", "Silkscreen"))
    drawn = np.full((*edge.shape, 3), 255, np.uint8)
    drawn[board] = MASK
    drawn[board & copper] = COVERED
    drawn[board & ink & ~bare] = INK
    drawn[board & copper & bare] = GOLD
    drilled = Sheet(first, size)
    for path in folder.glob("*.drl"):
        for at, wide in holes(path):
            drilled.disc(at, wide)
    drawn[drilled.pixels > 0] = HOLE
    small = cv2.resize(drawn, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    turned = small if side == "F" else small[:, ::-1]
    return np.ascontiguousarray(turned, np.uint8)

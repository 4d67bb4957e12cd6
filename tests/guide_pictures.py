"""The guide's pictures that are no wiring: a camera over its mat from the side, mats from above."""

from __future__ import annotations

from pathlib import Path

import cv2

from firmware.mats import TABLE
from firmware.parts import Parts
from firmware.wiring.sheet import Sheet
from tests.firmware.cameras.framing import mat_sets
from vision.art.matart import spread_svg
from vision.art.svg import render
from vision.calibration.field import MARGIN_MM, Field
from vision.spread import Spread

LIGHT, GREY = "#a86a00", "#6b6b68"
WIDTH_PX = 900
SHOWN = {"mat-table.jpg": (TABLE, ()), "mats-ogallala.jpg": ("ogallala", (3,))}


def draw_pictures(parts: Parts, folder: Path) -> tuple[Path, ...]:
    """Draw them into a folder; return them."""
    side = folder / "camera.svg"
    side.write_text(str(_from_the_side(parts)), "utf-8")
    for name, (mats, players) in SHOWN.items():
        (laid,) = (
            mat_set for mat_set in mat_sets() if (mat_set.name, mat_set.players) == (mats, players)
        )
        spread = Spread.side_by_side(laid.mats)
        size = (WIDTH_PX, round(WIDTH_PX * spread.size_mm[1] / spread.size_mm[0]))
        picture = render(spread_svg(spread), size)
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return (side, *(folder / name for name in SHOWN))


def _from_the_side(parts: Parts) -> Sheet:
    """Draw the first camera over the table's mat at its least height, and lamps at the sides."""
    sheet = Sheet(720, 560)
    (table,) = (mat_set for mat_set in mat_sets() if mat_set.name == TABLE)
    camera, depth = parts.camera[0], min(table.size_mm)
    field = Field(*camera.field_deg)
    least = field.min_height_mm(table.size_mm)
    top, half, edge = least, field.view_mm(least)[1] / 2, depth / 2

    def at(x_mm: float, up_mm: float) -> tuple[float, float]:
        return 360 + x_mm / 2, 460 - up_mm / 2

    def span(start: tuple[float, float], end: tuple[float, float]) -> None:
        sheet.line(start, end, ink=GREY, wide=1.5)
        across = (6, 0) if start[0] == end[0] else (0, 6)
        for x, y in (start, end):
            tick = (x - across[0], y - across[1]), (x + across[0], y + across[1])
            sheet.line(*tick, ink=GREY, wide=1.5)

    sheet.line(at(-700, 0), at(700, 0), wide=5)
    sheet.text(*at(630, -40), "table")
    sheet.line(at(-edge, 12), at(edge, 12), ink="#4d6068", wide=8)
    for side in (-1, 1):
        sheet.line(at(0, top), at(side * half, 12), ink=GREY, stroke_dasharray="8 5")
    sheet.line(at(0, top + 20), at(640, top + 20), at(640, 0), wide=6)
    sheet.box(*at(0, top + 20), 36, 20)
    sheet.text(*at(0, top + 75), camera.name)
    sheet.text(*at(460, top + 65), "arm")
    span(at(0, 20), at(0, top - 5))
    sheet.text(*at(80, top * 0.3), f"{least / 10:.0f} cm")
    for start, end, text in (
        (-edge, edge, f"mat {depth:.0f} mm"),
        (-half, -edge, f"{MARGIN_MM:.0f}"),
        (edge, half, f"{MARGIN_MM:.0f}"),
    ):
        span(at(start, -75), at(end, -75))
        sheet.text(*at((start + end) / 2, -120), text)
    for side in (-1, 1):
        shade = [(595, 285), (585, 395), (445, 380)]
        sheet.line(
            at(side * 520, 320), at(side * edge * 0.4, 25), ink=LIGHT, stroke_dasharray="4 4"
        )
        sheet.circle(*at(side * 520, 320), 20, LIGHT)
        sheet.line(*(at(side * x, up) for x, up in shade), wide=5)
        sheet.text(*at(side * 470, 435), "lamp in a shade", LIGHT)
    return sheet

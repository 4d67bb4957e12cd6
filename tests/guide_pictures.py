"""The guide's pictures that are no wiring: a camera over its mat from the side, mats from above."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2

from firmware.cameras.framing import mat_sets
from firmware.mats import TABLE
from firmware.parts import Parts
from firmware.wiring.circuit import LOWER
from firmware.wiring.drawing import save
from vision.art.matart import spread_svg
from vision.art.svg import render
from vision.calibration.field import MARGIN_MM, Field
from vision.spread import Spread

PER_UNIT_MM = 100.0
INK, LIGHT, GREY = "#1d1d1b", "#a86a00", "#6b6b68"
WIDTH_PX = 900
SHOWN = {"mat-table.jpg": (TABLE, ()), "mats-ogallala.jpg": ("ogallala", (3,))}


def draw_pictures(parts: Parts, folder: Path) -> tuple[Path, ...]:
    """Draw them into a folder; return them."""
    side = folder / "camera.svg"
    save(_from_the_side(parts), side)
    for name, (mats, players) in SHOWN.items():
        (laid,) = (one for one in mat_sets() if (one.name, one.players) == (mats, players))
        spread = Spread.side_by_side(laid.mats)
        size = (WIDTH_PX, round(WIDTH_PX * spread.size_mm[1] / spread.size_mm[0]))
        picture = render(spread_svg(spread), size)
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return (side, *(folder / name for name in SHOWN))


def _from_the_side(parts: Parts) -> Any:
    """Draw the first camera over the table's mat at its least height, and lamps at the sides."""
    import schemdraw.elements
    from schemdraw import Drawing

    elm: Any = schemdraw.elements

    sheet = Drawing(show=False)
    (table,) = (one for one in mat_sets() if one.name == TABLE)
    camera, depth = parts.camera[0], min(table.size_mm)
    field = Field(*camera.field_deg)
    least = field.min_height_mm(table.size_mm)
    seen = field.view_mm(least)[1]
    top, half, edge = (mm / PER_UNIT_MM for mm in (least, seen / 2, depth / 2))

    def line(
        *ends: tuple[float, float], ink: str = INK, dash: str = "-", wide: float = 1.5
    ) -> None:
        nonlocal sheet
        sheet += elm.Line().at(ends[0]).to(ends[1]).color(ink).linestyle(dash).linewidth(wide)

    def span(start: tuple[float, float], end: tuple[float, float]) -> None:
        nonlocal sheet
        sheet += elm.Line(arrow="<->").at(start).to(end).color(GREY).linewidth(1)

    def text(x: float, y: float, said: str, ink: str = INK) -> None:
        nonlocal sheet
        sheet += elm.Label().at((x, y)).theta(0).label(said, valign="center", ofst=LOWER, color=ink)

    line((-7, 0), (7, 0), wide=3)
    text(6.3, -0.35, "table")
    line((-edge, 0.12), (edge, 0.12), ink="#4d6068", wide=5)
    line((0, top), (-half, 0.12), ink=GREY, dash="--")
    line((0, top), (half, 0.12), ink=GREY, dash="--")
    sheet += elm.Rect(corner1=(-0.35, 0), corner2=(0.35, 0.4)).theta(0).at((0, top))
    text(0, top + 0.75, camera.name)
    line((0.35, top + 0.2), (6.4, top + 0.2), wide=4)
    line((6.4, top + 0.2), (6.4, 0), wide=4)
    text(4.6, top + 0.65, "arm")
    span((0, 0.2), (0, top - 0.05))
    text(0.8, top * 0.3, f"{least / 10:.0f} cm")
    for start, end, said in (
        (-edge, edge, f"mat {depth:.0f} mm"),
        (-half, -edge, f"{MARGIN_MM:.0f}"),
        (edge, half, f"{MARGIN_MM:.0f}"),
    ):
        span((start, -0.75), (end, -0.75))
        text((start + end) / 2, -1.15, said)
    for out in (-1, 1):
        lamp = (out * 5.2, 3.2)
        sheet += elm.Lamp2().at((lamp[0] - 0.5, lamp[1])).theta(0).length(1).color(LIGHT)
        line(lamp, (out * edge * 0.4, 0.25), ink=LIGHT, dash=":")
        roof = [(0.75, -0.35), (0.65, 0.75), (-0.75, 0.6)]
        shade = [(lamp[0] + out * x, lamp[1] + y) for x, y in roof]
        line(shade[0], shade[1], wide=3)
        line(shade[1], shade[2], wide=3)
        text(lamp[0] - 0.5 * out, lamp[1] + 1.15, "lamp in a shade", LIGHT)
    return sheet

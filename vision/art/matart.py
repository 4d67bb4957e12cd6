"""The mat as a drawing: a calm dark ground that white card borders stand out from."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.art.plenty.signs import BESIDE, SIGNS
from vision.art.shapes import (
    Disc,
    Drawing,
    Fill,
    Palette,
    Point,
    Points,
    Shapes,
    Stroke,
    placed,
    rect,
    regular,
    rounded,
    star,
    wave,
)
from vision.mat import OUTLINE_INSET_MM, OUTLINE_ROUND_MM, Grid, Mat, Rect, places_mm
from vision.spread import Spread

SIGN_SCALE = 1.3
BESIDE_SCALE, BESIDE_MM = 0.8, (33.0, 7.0)  # beside a card that lies there
CAMP = ("raid", "defence", "proposal", "alliance", "stick")  # zones of a seat of their number
CROSS_MM = 3.0  # half of a cross at a cell's corner

# Ground and pattern are dark and close together: no edge of the mat rivals a card's edge.
PALETTE: Palette = {
    "paper": "#ffffff",
    "black": "#000000",
    "table": "#3f342a",
    "ground": "#4d6068",
    "line": "#5c7079",
    "rule": "#7f929a",
    "sign": "#b4c1c7",
    "seat:0": "#0072b2",
    "seat:1": "#d55e00",
    "seat:2": "#009e73",
    "seat:3": "#f0e442",
    "seat:4": "#cc79a7",
    "seat:5": "#56b4e9",
}


def seat_symbol(seat: int, ink: str) -> Shapes:
    """Draw a seat's symbol (● ▲ ■ ◆ ★ ✚), one unit wide about the origin."""
    if seat == 0:
        return (Disc((0.0, 0.0), 0.46, ink),)
    outline: Points = {
        1: regular((0, 0.12), 0.58, 3),
        2: rect(-0.42, -0.42, 0.42, 0.42),
        3: regular((0, 0), 0.56, 4),
        4: star((0, 0.03), 0.58, 5, 0.42),
        5: _cross(0.5, 0.17),
    }[seat]
    return (Fill((outline,), ink),)


def _cross(reach: float, half: float) -> Points:
    arm: Points = ((-half, -half), (-half, -reach), (half, -reach), (half, -half))
    turned: list[Point] = []
    for _ in range(4):
        turned += arm
        arm = tuple((-y, x) for x, y in arm)
    return tuple(turned)


def has_sign(zone: str) -> bool:
    """Tell whether each place of a zone has a printed sign, so that cards lie on these."""
    return zone.partition(":")[0] in SIGNS


def mat_drawing(mat: Mat, ground: bool = True, markers: bool = True) -> Drawing:
    """Draw a mat; without `ground` only its marks, for printing on coloured card.

    On a screen, where no camera looks for them, it may be without `markers`.
    """
    width, height = mat.size_mm
    shapes: Shapes = ()
    if ground:
        whole = rect(0, 0, width, height)
        shapes = (Fill((whole,), "ground"), *_sand(width, height))
    for name, (left, top, right, bottom) in mat.zones.items():
        inset = OUTLINE_INSET_MM
        outline = rounded(
            left + inset, top + inset, right - inset, bottom - inset, OUTLINE_ROUND_MM
        )
        shapes += (Stroke(outline, 0.5, "rule", True),)
        if name.startswith("seat:"):
            shapes += _seat_mark(mat, name, ((left + right) / 2, (top + bottom) / 2))
        elif has_sign(name):
            shapes += _signs(mat, name)
    for grid in mat.grids.values():
        shapes += _crosses(grid)
    if mat.seat is not None:
        shapes += _owner_marks(mat, mat.seat)
    for number in mat.markers if markers else ():
        shapes += _marker(mat, number)
    return Drawing(mat.size_mm, shapes)


def spread_drawing(spread: Spread, markers: bool = True) -> Drawing:
    """Draw mats as they lie on a table."""
    shapes: Shapes = (Fill((rect(0, 0, *spread.size_mm),), "table"),)
    for one in spread.laid:
        left, top = one.on_table(np.zeros((1, 2), np.float32))[0].tolist()
        shapes += placed(mat_drawing(one.mat, markers=markers).shapes, left, top, 1.0, one.turn_deg)
    return Drawing(spread.size_mm, shapes)


def _crosses(grid: Grid) -> Shapes:
    """Mark the corners of a grid's cells: fine crosses, which no card's edge is taken for."""
    (left, top), (width, height) = grid.left_top_mm, grid.cell_mm
    shapes: list[Stroke] = []
    for row in range(grid.rows + 1):
        for column in range(grid.columns + 1):
            x, y = left + column * width, top + row * height
            shapes.append(Stroke(((x - CROSS_MM, y), (x + CROSS_MM, y)), 0.5, "rule"))
            shapes.append(Stroke(((x, y - CROSS_MM), (x, y + CROSS_MM)), 0.5, "rule"))
    return tuple(shapes)


def _sand(width: float, height: float) -> Shapes:
    """Return fine lines as the wind leaves them in sand."""

    def ripple(y: float) -> Points:
        return wave(
            0,
            width,
            lambda x: (
                y + 9 * math.sin(x / 83 + y / 47) + 5 * math.sin(x / 37 - y / 29) * math.sin(y / 61)
            ),
            6,
        )

    shapes: list[Stroke] = []
    for i in range(int(height / 8) + 5):
        inside: list[Point] = []
        for x, y in (*ripple(i * 8.0 - 16), (width, -1.0)):  # the last ends the last run
            if 1 < y < height - 1:
                inside.append((x, y))
                continue
            if len(inside) > 1:
                shapes.append(Stroke(tuple(inside), 0.7, "line"))
            inside = []
    return tuple(shapes)


def _seat_mark(mat: Mat, name: str, centre: tuple[float, float]) -> Shapes:
    """Place a seat's symbol at the mat's edge, its foot towards the player."""
    width, height = mat.size_mm
    x, y = centre
    inset = 12.0
    spots = {
        0: (height - y, x, height - inset),
        90: (x, inset, y),
        180: (y, x, inset),
        270: (width - x, width - inset, y),
    }
    turn, (_, at_x, at_y) = min(spots.items(), key=lambda item: item[1][0])
    return _symbol(int(name.removeprefix("seat:")), at_x, at_y, turn)


def _signs(mat: Mat, name: str) -> Shapes:
    """Draw at each of a zone's places what it is for; at a camp in its colour, by its symbol."""
    kind, _, number = name.partition(":")
    of_camp = kind in CAMP
    camp = [mat.zones[f"{one}:{number}"] for one in CAMP if of_camp]
    sign = placed(SIGNS[kind](), scale=SIGN_SCALE)
    if of_camp:
        sign = (*placed(sign, 0, 7), *_symbol(int(number), 0, -15, 0))
        if kind in BESIDE:
            sign += placed(BESIDE[kind](), *BESIDE_MM, BESIDE_SCALE)
    turn = _side_deg(mat, camp) if camp else 0.0
    return tuple(
        shape for x, y in places_mm(mat.zones[name]) for shape in placed(sign, x, y, turn_deg=turn)
    )


def _side_deg(mat: Mat, zones: Sequence[Rect]) -> float:
    """Return how far what is read from the side of the mat that zones lie at is turned."""
    x = (min(z[0] for z in zones) + max(z[2] for z in zones)) / 2
    y = (min(z[1] for z in zones) + max(z[3] for z in zones)) / 2
    away = {0.0: mat.size_mm[1] - y, 90.0: x, 180.0: y, 270.0: mat.size_mm[0] - x}
    return min(away, key=lambda turn: away[turn])


def _owner_marks(mat: Mat, seat: int) -> Shapes:
    """Place the symbol of the seat that a mat is of between its markers, left and right."""
    across = [x for x, _ in mat.markers.values()]
    middle = mat.size_mm[1] / 2
    return _symbol(seat, min(across), middle, 0) + _symbol(seat, max(across), middle, 0)


def _symbol(seat: int, x: float, y: float, turn: float) -> Shapes:
    """Place a seat's symbol in its colour, with a light rim."""
    symbol = seat_symbol(seat, f"seat:{seat}")
    rim = tuple(
        Stroke(shape.rings[0], 0.26, "paper", True)
        if isinstance(shape, Fill)
        else Disc((0.0, 0.0), 0.59, "paper")
        for shape in symbol
    )
    return placed((*rim, *symbol), x, y, 8.5, turn)


def _marker(mat: Mat, number: int) -> Shapes:
    (left, top), _, (right, bottom), _ = mat.marker_corners_mm(number).tolist()
    quiet = mat.quiet_mm
    bits = mat.marker_bits(number)
    cell = mat.marker_mm / bits.shape[0]
    white: list[Shapes] = []
    for row, column in zip(*(~bits).nonzero(), strict=True):
        x, y = left + float(column) * cell, top + float(row) * cell
        white.append((Fill((rect(x, y, x + cell, y + cell),), "paper"),))
    rim = rounded(left - quiet, top - quiet, right + quiet, bottom + quiet, 2)
    return (
        Fill((rim,), "paper"),
        Fill((rect(left, top, right, bottom),), "black"),
        *(shape for shapes in white for shape in shapes),
    )

"""Draw the mat as SVG, with a calm, dark background that makes white card borders stand out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase

import numpy as np

from vision.art.lettering import text_svg, text_width_mm
from vision.art.svg import SVG, has_slot, inner_svg
from vision.geometry import Box
from vision.mat import OUTLINE_INSET_MM, OUTLINE_ROUND_MM, Grid, Mat, Sheet, places_mm
from vision.spread import Spread

CROSS_MM = 3.0  # Half the width of the cross at a cell's corner.
SYMBOL_MM = 8.5  # Width of a seat's symbol.
NUMBER_MM = 6.0  # Height of the number of a seat that has no symbol.
SYMBOL_INSET_MM = 12.0  # Distance from a symbol's middle to the mat's edge.
LAP_MM = 0.1  # White cells of a marker overlap by this much, so that no line shows.
WORD_MM, BESIDE_MM, ROW_MM = 3.6, 2.8, 6.0  # Letter heights: words, second words, row letters.
LINE = 1.6  # Line spacing, in letter heights.
ROOM_MM = 10.0  # No words are printed in this width of a place.
ROW_OFF_MM = 5.5  # Distance from a row's letter to the nearest cell of the row.
# The groups in a sign's SVG: the seat's symbol, the word, and the second word.
SEAT, WORD, BESIDE = "seat", "word", "beside"

ROW_LETTERS = ascii_uppercase
BETWEEN_WORDS = " · "  # Separates the languages.

# Background and pattern are dark and similar, so no edge on the mat looks like a card's edge.
PAPER, TABLE, GROUND, SAND, RULE = "#ffffff", "#3f342a", "#4d6068", "#5c7079", "#7f929a"
LETTERS = "#9fb0b7"  # Light enough to read, and too thin to look like a card's edge.
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#56b4e9")
SYMBOLS = (  # ● ▲ ■ ◆ ★ ✚, one unit wide, around the origin.
    '<circle r="0.46"',
    '<path d="M0 -0.46L0.502 0.41L-0.502 0.41Z"',
    '<rect x="-0.42" y="-0.42" width="0.84" height="0.84"',
    '<path d="M0 -0.56L0.56 0L0 0.56L-0.56 0Z"',
    '<path d="M0 -0.55L0.143 -0.167L0.552 -0.149L0.232 0.105L0.341 0.499L0 0.274L-0.341 0.499'
    'L-0.232 0.105L-0.552 -0.149L-0.143 -0.167Z"',
    '<path d="M-0.17 -0.17V-0.5H0.17V-0.17H0.5V0.17H0.17V0.5H-0.17V0.17H-0.5V-0.17Z"',
)


def has_sign(mat: Mat, zone: str) -> bool:
    """Whether the places of a zone have a printed sign for cards to lie on."""
    return bool(_sign(mat, zone))


def mat_svg(mat: Mat, ground: bool = True) -> str:
    """Draw a mat.

    Without `ground` only the mat's marks are drawn, for printing on coloured card.
    """
    return _document(mat.size_mm, (*_defs((mat,)), *_mat(mat, ground, markers=True)))


def marker_svg(mat: Mat, number: int) -> str:
    """Draw one of a mat's markers with its white rim."""
    side = mat.marker_mm + 2 * mat.quiet_mm
    across, down = mat.markers[number]
    return _document(
        (side, side), [_group(_marker(mat, number), side / 2 - across, side / 2 - down)]
    )


def spread_svg(spread: Spread, markers: bool = True, words: bool = True) -> str:
    """Draw the mats in their places on a table.

    A page can leave out the `markers`, which only a camera needs. Without `words` it can add its
    own, in the reader's language.
    """
    width, height = spread.size_mm
    mats = [mat.mat if words else _without_words(mat.mat) for mat in spread.placed]
    body = [*_defs(mats), _box(0, 0, width, height, TABLE)]
    for placed_mat, mat in zip(spread.placed, mats, strict=True):
        left, top = placed_mat.on_table(np.zeros((1, 2), np.float32))[0].tolist()
        body.append(_group(_mat(mat, True, markers), left, top, placed_mat.turn_deg))
    return _document(spread.size_mm, body)


def _without_words(mat: Mat) -> Mat:
    """Return a mat without its words and the letters of its rows."""
    grids = {zone: replace(grid, lettered=False) for zone, grid in mat.grids.items()}
    return replace(mat, sheet=Sheet(mat.sheet.signs), grids=grids)


def _document(size_mm: tuple[float, float], body: Iterable[str]) -> str:
    width, height = (f"{side:g}" for side in size_mm)
    return (
        f'<svg xmlns="{SVG}" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" stroke-linecap="round" stroke-linejoin="round">'
        + "".join(body)
        + "</svg>"
    )


def _mat(mat: Mat, ground: bool, markers: bool) -> Iterator[str]:
    if ground:
        yield _box(0, 0, *mat.size_mm, GROUND)
        yield from _sand(*mat.size_mm)
    for name, (left, top, right, bottom) in mat.zones.items():
        inset = OUTLINE_INSET_MM
        yield (
            f'<rect x="{left + inset:g}" y="{top + inset:g}" width="{right - left - 2 * inset:g}" '
            f'height="{bottom - top - 2 * inset:g}" rx="{OUTLINE_ROUND_MM:g}" fill="none" '
            f'stroke="{RULE}" stroke-width="0.5"/>'
        )
        if name.startswith("seat:"):
            yield _seat_mark(mat, name, ((left + right) / 2, (top + bottom) / 2))
        elif has_sign(mat, name):
            yield from _placed_signs(mat, name)
        elif text := mat.sheet.words.get(_zone_kind(name)):
            at = bottom + WORD_MM if name in mat.grids else bottom - inset - WORD_MM
            yield _group(_lines(text, WORD_MM, right - left - ROOM_MM), (left + right) / 2, at)
    for grid in mat.grids.values():
        yield _crosses(grid)
        if grid.lettered:
            yield from _row_letters(grid)
    if mat.seat is not None:
        # A mat for one seat shows that seat's symbol between its markers, left and right.
        across = [x for x, _ in mat.markers.values()]
        for x in (min(across), max(across)):
            yield _group([_symbol(mat.seat)], x, mat.size_mm[1] / 2)
    for number in mat.markers if markers else ():
        yield from _marker(mat, number)


def _zone_kind(zone: str) -> str:
    return zone.partition(":")[0]


def _sign(mat: Mat, zone: str) -> str:
    """Return the drawing of a zone's sign as SVG, or an empty text if it has none."""
    return _signs(mat.sheet.signs).get(_zone_kind(zone), "")


@cache
def _signs(folder: Path | None) -> dict[str, str]:
    """Return a mat's signs as SVG, by the kind of zone they mark."""
    files = [] if folder is None else sorted(folder.glob("*.svg"))
    return {path.stem: path.read_text(encoding="utf-8") for path in files}


def _defs(mats: Sequence[Mat]) -> Iterator[str]:
    """Draw each sign once for each seat; the mat refers to it by its id."""
    signs = {_sign_id(mat, zone): (mat, zone) for mat in mats for zone in mat.zones}
    results = {name: one for name, one in signs.items() if has_sign(*one)}
    if results:
        yield "<defs>"
        for name, (mat, zone) in results.items():
            sign = inner_svg(_sign(mat, zone), f"{name}-", _slots(mat, zone))
            yield f'<g id="{name}">{sign}</g>'
        yield "</defs>"


def _slots(mat: Mat, zone: str) -> dict[str, str]:
    """Return the contents of the groups in a zone's sign."""
    left, top, right, bottom = mat.zones[zone]
    room = (right - left) / len({x for x, _ in places_mm((left, top, right, bottom))}) - ROOM_MM
    kind, sheet = _zone_kind(zone), mat.sheet
    word, beside = sheet.words.get(kind, ""), sheet.second_words.get(kind, "")
    seat = _zone_seat(mat, zone)
    slots = {WORD: "".join(_lines(word, WORD_MM, room)), BESIDE: "".join(_stacked_lines(beside))}
    return slots if seat is None else {**slots, SEAT: _symbol(seat)}


def _lines(text: str, high_mm: float, room_mm: float) -> Iterator[str]:
    """Draw words upwards from the origin.

    If they are too wide for one line, each language gets a line.
    """
    fits = text_width_mm(text, high_mm) <= room_mm
    lines = [text] * bool(text) if fits else text.split(BETWEEN_WORDS)
    for number, line in enumerate(lines):
        up = (len(lines) - 1 - number) * LINE * high_mm
        yield _group([text_svg(line, high_mm, LETTERS)], 0, -up)


def _stacked_lines(text: str) -> Iterator[str]:
    """Draw the second words, one line per language."""
    for number, line in enumerate(text.split(BETWEEN_WORDS) if text else ()):
        yield _group([text_svg(line, BESIDE_MM, LETTERS)], 0, number * LINE * BESIDE_MM)


def _row_letters(grid: Grid) -> Iterator[str]:
    """Draw each row's letter at both ends, as messages name the cells."""
    left, _, right, _ = grid.box_mm
    for row in range(grid.rows):
        letter = text_svg(ROW_LETTERS[row], ROW_MM, LETTERS)
        _, y = grid.middle_mm(row, 0)
        yield from (_group([letter], x, y) for x in (left - ROW_OFF_MM, right + ROW_OFF_MM))


def _sign_id(mat: Mat, zone: str) -> str:
    seat = _zone_seat(mat, zone)
    return f"sign-{_zone_kind(zone)}" + ("" if seat is None else f"-{seat}")


def _zone_seat(mat: Mat, zone: str) -> int | None:
    """Return the number of the zone's seat, if its sign has room for a symbol."""
    sign = _sign(mat, zone)
    return int(zone.partition(":")[2]) if sign and ":" in zone and has_slot(sign, SEAT) else None


def _placed_signs(mat: Mat, zone: str) -> Iterator[str]:
    """Draw a zone's sign at each of its places; a seat's signs face that seat."""
    seat = _zone_seat(mat, zone)
    camp = [rect for one, rect in mat.zones.items() if _zone_seat(mat, one) == seat]
    turn = 0.0 if seat is None else _side_deg(mat, camp)
    for x, y in places_mm(mat.zones[zone]):
        yield _group([f'<use href="#{_sign_id(mat, zone)}"/>'], x, y, turn)


def _side_deg(mat: Mat, zones: Sequence[Box]) -> float:
    """Return the turn of a sign that is read from the side of the mat nearest to the zones."""
    x = (min(z[0] for z in zones) + max(z[2] for z in zones)) / 2
    y = (min(z[1] for z in zones) + max(z[3] for z in zones)) / 2
    away = {0.0: mat.size_mm[1] - y, 90.0: x, 180.0: y, 270.0: mat.size_mm[0] - x}
    return min(away, key=lambda turn: away[turn])


def _seat_mark(mat: Mat, name: str, centre: tuple[float, float]) -> str:
    """Draw a seat's symbol at the mat's edge, facing the player."""
    (width, height), (x, y), inset = mat.size_mm, centre, SYMBOL_INSET_MM
    spots = {
        0: (height - y, x, height - inset),
        90: (x, inset, y),
        180: (y, x, inset),
        270: (width - x, width - inset, y),
    }
    turn, (_, at_x, at_y) = min(spots.items(), key=lambda item: item[1][0])
    return _group([_symbol(int(name.removeprefix("seat:")))], at_x, at_y, turn)


def _symbol(seat: int) -> str:
    """Draw a seat's symbol in its colour, with a light rim, around the origin.

    A seat without a symbol has its number.
    """
    if seat >= len(SYMBOLS):
        return text_svg(str(seat + 1), NUMBER_MM, LETTERS)
    shape = SYMBOLS[seat]
    return (
        f'<g transform="scale({SYMBOL_MM:g})">'
        f'{shape} fill="{PAPER}" stroke="{PAPER}" stroke-width="0.26"/>'
        f'{shape} fill="{SEAT_COLOURS[seat]}"/></g>'
    )


def _crosses(grid: Grid) -> str:
    """Mark the corners of a grid's cells with fine crosses, which do not look like card edges."""
    (left, top), (width, height), reach = grid.left_top_mm, grid.cell_mm, 2 * CROSS_MM
    lines = [
        f"M{left + column * width - CROSS_MM:g} {top + row * height:g}h{reach:g}"
        f"m{-CROSS_MM:g} {-CROSS_MM:g}v{reach:g}"
        for row in range(grid.rows + 1)
        for column in range(grid.columns + 1)
    ]
    return f'<path d="{"".join(lines)}" fill="none" stroke="{RULE}" stroke-width="0.5"/>'


def _sand(width: float, height: float) -> Iterator[str]:
    """Draw fine lines like ripples in sand."""
    steps = max(2, math.ceil(width / 6))
    for i in range(int(height / 8) + 5):
        y, runs = i * 8.0 - 16, [list[tuple[float, float]]()]
        for step in range(steps + 1):
            x = width * step / steps
            at = (
                y + 9 * math.sin(x / 83 + y / 47) + 5 * math.sin(x / 37 - y / 29) * math.sin(y / 61)
            )
            if 1 < at < height - 1:
                runs[-1].append((round(x, 2), round(at, 2)))
            elif runs[-1]:
                runs.append([])
        for run in runs:
            if len(run) > 1:
                yield f'<path d="{_line(run)}" fill="none" stroke="{SAND}" stroke-width="0.7"/>'


def _line(points: Sequence[tuple[float, float]]) -> str:
    """Return the path along some points. Its relative steps compress to a third of the points."""
    (left, top), *_ = points
    steps = (f"{x - a:.3g} {y - b:.3g}" for (a, b), (x, y) in pairwise(points))
    return f"M{left:g} {top:g}l{' '.join(steps)}"


def _marker(mat: Mat, number: int) -> Iterator[str]:
    (left, top), _, (right, bottom), _ = mat.marker_corners_mm(number).tolist()
    quiet, bits = mat.quiet_mm, mat.marker_bits(number)
    cell = mat.marker_mm / bits.shape[0]
    yield _box(left - quiet, top - quiet, right + quiet, bottom + quiet, PAPER, 2)
    yield _box(left, top, right, bottom, "#000000")
    white = np.pad(~bits, (0, 1))
    for row, column in zip(*white.nonzero(), strict=True):
        x, y = left + float(column) * cell, top + float(row) * cell
        wide = cell + LAP_MM * bool(white[row, column + 1])
        high = cell + LAP_MM * bool(white[row + 1, column])
        yield _box(x, y, x + wide, y + high, PAPER)


def _box(left: float, top: float, right: float, bottom: float, fill: str, radius: float = 0) -> str:
    rounded = f' rx="{radius:g}"' if radius else ""
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}"'
        f'{rounded} fill="{fill}"/>'
    )


def _group(body: Iterable[str], x: float, y: float, turn: float = 0) -> str:
    turned = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({x:g} {y:g}){turned}">{"".join(body)}</g>'

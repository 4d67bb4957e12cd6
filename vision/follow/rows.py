"""Read cards that lie in rows and columns without a mat, and find each card's cell.

A first search shows how the rows lie. Then a mat is assumed under the cards, with cells for them
and around them, and each cell is examined as on a real mat.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np

from vision.decks.deck import Deck
from vision.errors import TooMuch
from vision.geometry import Matrix, apply, box_corners, overlap
from vision.mat import BETWEEN_CELLS, Grid, Mat
from vision.match.matcher import Matcher
from vision.observation import Observation, SettledCard
from vision.pixels import cut_out, to_grey
from vision.plane import Plane
from vision.reader import Reader
from vision.reading import CROWD, HAND, CardReading, Image, Verdict
from vision.spacing.lattice import Cell, Lattice, lattice
from vision.spacing.level import level

# Each pass examines the cells next to the cards that the previous pass found.
MAX_PASSES = 4
SAME_PLACE = 0.5  # Two readings with this overlap are of one card; a share of the smaller quad.
# A cell without a card counts as bare table if it is about as rough as most empty cells. Roughness
# is the step between neighbouring pixels, in grey levels.
BARE_ROUGH = 2.0
MIN_ROUGH = 1.0  # Roughness that noise alone causes, in grey levels.
EXAMINED = 0.4  # A cell is examined this far to each side of its middle, as a share of the cell.
BARE_PX = 24  # Width and height of the examined part.

CELLS = "cells"  # Name of the grid, its zone and the mat.
BEYOND = 1  # This many rows and columns of cells are added around those in use.
RIM_MM = 32.0  # Width of the bare table around all cells.
STEP_MM = 8.0  # The mat's sides are multiples of this, because blocks of pixels are compared.


@dataclass(frozen=True)
class ObservedRows:
    """A picture without a mat in which cards lie in rows and columns.

    `cells` maps the ids of the settled cards of `observed` to their cells, counted from any origin,
    or to None if uncertain. `plane` maps cells (column, row; whole numbers are their middles) to
    the picture. `sure_up` is False if the cards do not show which row is the top one.
    """

    observed: Observation
    cells: Mapping[str, Cell | None]
    plane: Plane
    sure_up: bool


def read_rows(
    deck: Deck, matcher: Matcher, observed: Observation, ids: Iterator[str], within_s: float
) -> ObservedRows | None:
    """Read the rows of cards in an observed picture, and search each cell again.

    `observed` is the result of a search as on any table, and `ids` are those of further cards.
    Return None if the cards are not in rows. Raise `TooMuch` if reading takes more than `within_s`
    seconds of this thread's processor time, or if there is far too much in the picture.
    """
    until_s = time.thread_time() + within_s
    picture = observed.picture
    known = [card for card in observed.cards if card.certain]
    unsure = [card for card in observed.cards if not card.certain]
    result = _lattice(known, deck)
    for _ in range(MAX_PASSES):
        if result is None or not _occupied(result):
            return None
        seen = _read_cells(deck, matcher, picture, result, until_s)
        more = [card for card in seen if card.certain]
        more += _without_known(known, more)
        unsure = [card for card in seen if not card.certain] + _without_known(unsure, seen)
        grown, known = len(more) > len(known), more
        result = _lattice(known, deck)
        if not grown:
            break
    if result is None:
        return None
    plane = Plane(result.to_image, picture.shape[1], picture.shape[0])
    bare = _bare_cells(picture, plane, _occupied(result))
    placed = [
        *zip(known, result.cells, strict=True),
        *_cells_of(_without_known(unsure, known), plane, bare),
    ]
    settled = tuple(SettledCard(next(ids), card) for card, _ in placed)
    cells = {card.id: cell for card, (_, cell) in zip(settled, placed, strict=True)}
    observed = replace(observed, settled=settled, cards=tuple(card for card, _ in placed))
    return ObservedRows(observed, cells, plane, result.sure_up)


def _read_cells(
    deck: Deck, matcher: Matcher, picture: Image, found: Lattice, until_s: float
) -> tuple[CardReading, ...]:
    """Read the cells with cards and those next to them, until this thread's time `until_s`."""
    size = (picture.shape[1], picture.shape[0])
    mat, plane = _lattice_mat(found, _occupied(found), size)
    reader = Reader(deck, mat, matcher=matcher)
    places = reader.find(picture, {CELLS: plane})
    if any(place.reason == CROWD for place in places):
        raise TooMuch
    places = tuple(place for place in places if place.reason != HAND)
    return reader.read_found(picture, places, {CELLS: plane}, until_s - time.thread_time())


def _cells_of(
    unsure: Sequence[CardReading], plane: Plane, bare: Collection[Cell]
) -> Iterator[tuple[CardReading, Cell | None]]:
    """Yield the cards that are not certain with their cells, without places of bare table."""
    for card in unsure:
        x, y = plane.to_mat_mm(card.corners).mean(0).tolist()
        cell = (round(y), round(x))
        if card.verdict is not Verdict.UNCLEAR or cell not in bare:
            yield card, cell if max(abs(y - cell[0]), abs(x - cell[1])) < BETWEEN_CELLS else None


def _lattice(known: Sequence[CardReading], deck: Deck) -> Lattice | None:
    if not known:
        return None
    quads = np.array([card.corners for card in known])
    return lattice(quads, level(quads, deck.size_mm), deck.size_mm)


def _occupied(found: Lattice | None) -> list[Cell]:
    return [] if found is None else [cell for cell in found.cells if cell is not None]


def _without_known(cards: Sequence[CardReading], known: Sequence[CardReading]) -> list[CardReading]:
    """Return the readings of places that no `known` reading covers."""
    return [
        card
        for card in cards
        if not any(overlap(card.corners, other.corners) > SAME_PLACE for other in known)
    ]


# -- bare table ------------------------------------------------------------------------------------


def _bare_cells(picture: Image, plane: Plane, taken: Collection[Cell]) -> frozenset[Cell]:
    """Return the cells, among and around the cards, that look as bare as most cells without a card.

    Cells partly outside the picture are included, because no card can be read there.
    """
    rows, columns = zip(*taken, strict=True)
    empty = [
        (row, column)
        for row in range(min(rows) - BEYOND, max(rows) + BEYOND + 1)
        for column in range(min(columns) - BEYOND, max(columns) + BEYOND + 1)
        if (row, column) not in taken
    ]
    looks = {cell: _roughness(picture, plane, cell) for cell in empty}
    seen = [rough for rough in looks.values() if rough is not None]
    most = BARE_ROUGH * max(float(np.median(seen)), MIN_ROUGH) if seen else 0.0
    return frozenset(cell for cell, rough in looks.items() if rough is None or rough < most)


def _roughness(picture: Image, plane: Plane, cell: Cell) -> float | None:
    """Return the roughness of a cell in grey levels, or None if it is not completely visible."""
    row, column = cell
    middle = np.array([column, row])
    box = middle + EXAMINED * box_corners(-1, -1, 1, 1)
    if not plane.in_picture(box).all():
        return None
    seen = cut_out(picture, apply(plane.to_image, box), (BARE_PX, BARE_PX), cv2.INTER_AREA)
    grey = to_grey(seen).astype(np.float32)
    return float(np.abs(np.diff(grey, axis=0)).mean() + np.abs(np.diff(grey, axis=1)).mean()) / 2


def _lattice_mat(found: Lattice, taken: Iterable[Cell], size: tuple[int, int]) -> tuple[Mat, Plane]:
    """Return a mat with a cell for each place in a lattice, and its plane.

    `taken` are the cells with cards; `size` is the picture's width and height in pixels.
    """
    rows, columns = zip(*taken, strict=True)
    first = (min(rows) - BEYOND, min(columns) - BEYOND)
    deep = max(rows) - first[0] + 1 + BEYOND
    broad = max(columns) - first[1] + 1 + BEYOND
    wide, high = found.cell_mm
    grid = Grid((RIM_MM, RIM_MM), (wide, high), deep, broad, CELLS)
    sides = (_stepped(broad * wide + 2 * RIM_MM), _stepped(deep * high + 2 * RIM_MM))
    mat = Mat(
        size_mm=sides,
        dictionary="4X4_50",
        marker_mm=1.0,
        quiet_mm=0.0,
        markers={},
        zones={CELLS: grid.box_mm},
        grids={CELLS: grid},
        name=CELLS,
    )
    across, down = first[1] - 0.5 - RIM_MM / wide, first[0] - 0.5 - RIM_MM / high
    to_cells = np.array([[1 / wide, 0, across], [0, 1 / high, down], [0, 0, 1]])
    return mat, Plane(cast(Matrix, found.to_image @ to_cells), *size)


def _stepped(side_mm: float) -> float:
    return math.ceil(side_mm / STEP_MM) * STEP_MM

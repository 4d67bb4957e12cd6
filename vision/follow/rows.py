"""Cards that lie in rows and columns without a mat, in one picture: all of them, in their cells.

What is found at first tells how they lie; then each cell is looked at as on a mat.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.deck import Deck
from vision.errors import TooMuch
from vision.geometry import apply, homography, overlap, rectangle
from vision.mat import BETWEEN, Plane
from vision.match.matcher import Matcher
from vision.reader import Reader
from vision.reading import CROWD, HAND, CardReading, Image, Verdict
from vision.spacing.lattice import Cell, Lattice, lattice
from vision.spacing.lattice_mat import BEYOND, CELLS, lattice_mat
from vision.spacing.level import level

MAX_PASSES = 4  # each goes on beyond the cards of the one before
SAME_PLACE = 0.5  # of the smaller quad, that two readings of one card share
# What lies in a cell and is no card that was found is nothing but table where it is as rough as
# most of the empty cells are: by the steps between neighbouring pixels, in grey levels.
# Of 240 cells of grained wood in uneven light the roughest was 1.5 times as rough as their median,
# of 220 cards the smoothest 2.9 times.
BARE_ROUGH = 2.0
MIN_ROUGH = 1.0  # grey levels that noise alone makes
LOOKED_AT = 0.4  # of a cell, to each side of its middle
BARE_PX = 24  # a cell's sides, where that is looked at


@dataclass(frozen=True)
class Rows:
    """Cards in rows and columns: each reading with its cell, from any origin; None: not sure.

    `plane` goes to the picture from cells, column and row, of which whole numbers are middles.
    `sure_up` is false where the cards do not tell which row is the uppermost.
    """

    cards: tuple[CardReading, ...]
    cells: tuple[Cell | None, ...]
    plane: Plane
    sure_up: bool


def read_rows(
    deck: Deck,
    matcher: Matcher,
    picture: Image,
    cards: Sequence[CardReading],
    within_s: float,
) -> Rows | None:
    """Read the rows in which cards lie in a picture (height x width x 3, BGR), each cell again.

    `cards` are those that were found as on any table. None where they lie in no rows. Raises
    `TooMuch` where it takes more than `within_s` seconds of this thread's processor, or far more
    lies there than cards.
    """
    until_s = time.thread_time() + within_s
    size = (picture.shape[1], picture.shape[0])
    known = [card for card in cards if _is_sure(card)]
    unsure = [card for card in cards if not _is_sure(card)]
    found = _lattice(known, deck)
    for _ in range(MAX_PASSES):
        taken = _occupied(found)
        if found is None or not taken:
            return None
        mat, plane, _ = lattice_mat(found, taken, size)
        reader = Reader(deck, mat, matcher=matcher)
        places = reader.find(picture, {CELLS: plane})
        if any(place.reason == CROWD for place in places):
            raise TooMuch
        places = tuple(place for place in places if place.reason != HAND)
        seen = reader.read_found(picture, places, {CELLS: plane}, until_s - time.thread_time())
        more = [card for card in seen if _is_sure(card)]
        more += _without_known(known, more)
        unsure = [card for card in seen if not _is_sure(card)] + _without_known(unsure, seen)
        grown, known = len(more) > len(known), more
        found = _lattice(known, deck)
        if not grown:
            break
    return (
        None if found is None else _build_rows(picture, found, known, _without_known(unsure, known))
    )


def _build_rows(
    picture: Image, found: Lattice, known: Sequence[CardReading], unsure: Sequence[CardReading]
) -> Rows:
    """Return cards in their cells, those that are sure first, without what is bare table."""
    plane = Plane(found.to_image, picture.shape[1], picture.shape[0])
    bare = _bare_cells(picture, plane, _occupied(found))
    cards, cells = list(known), list(found.cells)
    for card in unsure:
        x, y = plane.to_mat_mm(card.corners).mean(0).tolist()
        cell = (round(y), round(x))
        if card.verdict is not Verdict.UNCLEAR or cell not in bare:
            cards.append(card)
            cells.append(cell if max(abs(y - cell[0]), abs(x - cell[1])) < BETWEEN else None)
    return Rows(tuple(cards), tuple(cells), plane, found.sure_up)


def _lattice(known: Sequence[CardReading], deck: Deck) -> Lattice | None:
    if not known:
        return None
    quads = np.array([card.corners for card in known])
    return lattice(quads, level(quads, deck.size_mm), deck.size_mm)


def _occupied(found: Lattice | None) -> list[Cell]:
    return [] if found is None else [cell for cell in found.cells if cell is not None]


def _is_sure(card: CardReading) -> bool:
    return card.verdict is Verdict.CERTAIN


def _without_known(cards: Sequence[CardReading], known: Sequence[CardReading]) -> list[CardReading]:
    """Return the readings of places that none of the `known` ones is of."""
    return [
        card
        for card in cards
        if not any(overlap(card.corners, other.corners) > SAME_PLACE for other in known)
    ]


# -- what is table, and nothing else ---------------------------------------------------------------


def _bare_cells(picture: Image, plane: Plane, taken: Collection[Cell]) -> frozenset[Cell]:
    """Return the cells without a card, there and around, that look as most of them do.

    Those that are not wholly in the picture show no card that could be read.
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
    """Return how rough a cell is, in grey levels; None where it is not seen whole."""
    row, column = cell
    middle = np.array([column, row])
    box = middle + LOOKED_AT * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    if not plane.in_picture(box).all():
        return None
    to_cell = homography(apply(plane.to_image, box), rectangle(BARE_PX, BARE_PX))
    seen = cv2.warpPerspective(picture, to_cell, (BARE_PX, BARE_PX), flags=cv2.INTER_AREA)
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(np.abs(np.diff(grey, axis=0)).mean() + np.abs(np.diff(grey, axis=1)).mean()) / 2

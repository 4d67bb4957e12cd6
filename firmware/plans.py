"""The plan of a match's table, which gives the places of the zones on the mats.

Every drawing of the table uses this plan.
"""

from __future__ import annotations

import numpy as np

from firmware.decks import CARD_MM, Decks
from firmware.mats import Mats
from referee.match.desk import Desk
from referee.reports.tabletop import GridPlan, Plan, Point
from vision.art import art_names, deck_art
from vision.art.matart import has_sign, spread_svg
from vision.decks.deck import DeckError, load_deck
from vision.mat import Grid, Mat, places_mm
from vision.spread import PlacedMat, Spread


class Plans:
    """Makes the plan for a match's mats and deck, and keeps it until one of these changes."""

    def __init__(self, desk: Desk, mats: Mats, decks: Decks) -> None:
        self._desk, self._mats, self._decks = desk, mats, decks
        self._made: tuple[tuple[Mat, ...], str | None, Plan] | None = None

    def current(self) -> Plan:
        """Return the plan of the current match, or of the next one. Safe from any thread."""
        match = self._desk.snapshot()
        mats = self._mats.mats_for(match)
        deck = None if match is None else self._decks.played(match)
        made = self._made
        if made is None or made[0] is not mats or made[1] != deck:
            made = self._made = (mats, deck, plan_of(mats, deck))
        return made[2]


def plan_of(mats: tuple[Mat, ...], deck: str | None) -> Plan:
    """Return the plan for these mats, arranged as their files say, and for a deck's cards."""
    spread = Spread.side_by_side(mats)
    card_mm, back = _card_mm_and_back(deck)
    return Plan(
        size_mm=spread.size_mm,
        card_mm=card_mm,
        mats=tuple(mat.box_mm(0.0, 0.0, *mat.mat.size_mm) for mat in spread.placed),
        zones=dict(spread.zones),
        grids={
            name: _grid(placed_mat, grid)
            for placed_mat in spread.placed
            for name, grid in placed_mat.mat.grids.items()
        },
        places={
            zone: _on_table(item, places_mm(rect))
            for item in spread.placed
            for zone, rect in item.mat.zones.items()
            if has_sign(item.mat, zone)
        },
        named=tuple(dict.fromkeys(kind for mat in mats for kind in mat.sheet.words)),
        drawing=spread_svg(spread, markers=False, words=False),
        back=back,
    )


def _card_mm_and_back(deck: str | None) -> tuple[tuple[float, float], str]:
    """Return the size of a deck's cards, and the drawing of their back if there is one.

    An unusable deck gets the usual size. The reader reports its fault.
    """
    try:
        if deck is None:
            return CARD_MM, ""
        if deck in art_names():
            art = deck_art(deck)
            return art.size_mm, art.drawing(None)
        return load_deck(deck, pictures=False).size_mm, ""
    except DeckError:
        return CARD_MM, ""


def _grid(one: PlacedMat, grid: Grid) -> GridPlan:
    at = [grid.middle_mm(0, 0), grid.middle_mm(0, 1), grid.middle_mm(1, 0)]
    (x, y), across, down = _on_table(one, at)
    return GridPlan(
        first_mm=(x, y),
        across_mm=(across[0] - x, across[1] - y),
        down_mm=(down[0] - x, down[1] - y),
        rows=grid.rows,
        columns=grid.columns,
        lettered=grid.lettered,
    )


def _on_table(one: PlacedMat, points: list[tuple[float, float]]) -> tuple[Point, ...]:
    there = one.on_table(np.array(points, np.float32)).tolist()
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in there)

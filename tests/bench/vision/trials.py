"""Rendered tables, read: one of moderate severity in every way, or a cell of the torture set."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tests.bench.scenes.torture import Trial, trial_deck, trials
from tests.bench.vision.baselines import BASELINES
from tests.bench.vision.contest import OURS, Contest, Tallies
from tests.bench.vision.moderate import SIZE, Plan, rendered
from tests.bench.vision.tally import Tally, Truth, assign
from vision.mat import Mat
from vision.reading import BACK, Image
from vision.synthetic.scene import CardTruth

THUMBNAIL = (240, 135)
NOTHING = "no card"


@dataclass(frozen=True)
class Cell:
    """Tables of one deck, kind of hardship and severity, to be rendered from a seed."""

    deck: str
    kind: str
    severity: int
    tables: int
    seed: int
    size: tuple[int, int] = SIZE


@dataclass(frozen=True)
class CellRead:
    """What the reader made of a cell, and a small picture of its first table."""

    cell: Cell
    tally: Tally
    thumbnail: Image


class Trials:
    """Renders tables and reads them; a deck's reader is kept for the next one."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self._contest = lru_cache(maxsize=2)(self._made)  # a deck with the mat, and without

    def moderate(self, plan: Plan) -> Tallies:
        """Render a table of moderate severity and read it in every way."""
        image, truths = rendered(plan, self.mat)
        gc.collect()  # a renderer's caches hold it in a ring, and its pictures are large
        return _read(self._contest(plan.deck, True, True), image, truths, plan.where)

    def cell(self, cell: Cell) -> CellRead:
        """Render the tables of a cell and read them by the reader alone."""
        tallies = Tallies()
        thumbnail: Image | None = None
        for trial in trials(
            self.mat, [cell.kind], [cell.severity], [cell.deck], cell.tables, cell.size, cell.seed
        ):
            where = f"{trial.kind} {trial.severity}, {trial.deck}, table {trial.number}"
            contest = self._contest(cell.deck, trial.mat is not None, False)
            truths = [_truth(trial, truth) for truth in trial.frame.truth]
            tallies.add(_read(contest, trial.frame.image, truths, f"{where} of seed {cell.seed}"))
            if thumbnail is None:
                small = cv2.resize(trial.frame.image, THUMBNAIL, interpolation=cv2.INTER_AREA)
                thumbnail = np.asarray(small, np.uint8)
        gc.collect()  # as above
        assert thumbnail is not None
        return CellRead(cell, tallies[OURS], thumbnail)

    def _made(self, deck: str, on_mat: bool, in_every_way: bool) -> Contest:
        against = tuple(BASELINES) if in_every_way else ()
        return Contest(trial_deck(deck), self.mat if on_mat else None, against)


def _truth(trial: Trial, truth: CardTruth) -> Truth:
    name = truth.card if truth.face_up else BACK
    if truth.deck != trial.deck:
        return Truth(None, truth.corners, f"{name} of {truth.deck}")
    return Truth(name, truth.corners, name)


def _read(contest: Contest, image: Image, truths: Sequence[Truth], where: str) -> Tallies:
    tallies = Tallies()
    found, answers = contest.read(image, tallies)
    places = [place.corners for place in found]
    for method, said in answers.items():
        got, strays = assign(places, said, truths)
        for truth, answer in zip(truths, got, strict=True):
            tallies[method].note(truth, answer, where)
        for card, _ in (said[place] for place in strays):
            if card is not None:
                tallies[method].beside(where, NOTHING, card)
    return tallies

"""Rendered territories read as layouts: by the table's camera, and as phones send them.

Every cell is held against what was laid there: its card right, another card, or a question; a card
of which nothing is said is lost. A phone's picture is read from its JPEG's bytes on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle

import numpy as np

from firmware.mats import load_mats
from firmware.pictures.cells import cells_of
from tests.bench import Judged
from tests.bench.games import sections
from tests.bench.scenes.phone import MARKS, jpeg
from tests.bench.scenes.territories import SIZES, Shot, by_camera, by_phone
from tests.bench.spread import spread
from vision.decks.deck import load_deck
from vision.follow.still import StillReader
from vision.mat import Grid
from vision.photo import decode_jpeg
from vision.reading import CardReading

MOST_TILT_DEG = 30.0  # of a phone
TILTS_DEG = (10.0, 20.0, MOST_TILT_DEG)  # up to which phones' pictures are told apart
COUNTS = ("cards", "right", "wrong", "cells", "asked", "lost")


class TerritoryRow(Judged, frozen=True):
    """What came of all territories seen in one way.

    `wrong` cells were read as another card than lies there, `cells` that are bare as one, `asked`
    is how many questions came up, `lost` how many cards are in no cell and no question; `cpu_s` are
    seconds of one processor for a territory, `slowest_s` the most.
    """

    NEVER = ("wrong", "cells")

    seen: str
    territories: int
    cards: int
    right: int
    wrong: int
    cells: int
    asked: int
    lost: int
    asked_of_100: float
    cpu_s: float
    slowest_s: float


@dataclass(frozen=True)
class Plan:
    """One picture, fixed by the seed and its number: `count` mats by camera, or one by a phone.

    A phone leans `tilt_deg`, and marks its picture by an EXIF `mark`.
    """

    seed: int
    number: int
    count: int
    tilt_deg: float | None = None
    mark: int = 1

    @property
    def seen(self) -> str:
        """Return what a picture is counted with."""
        if self.tilt_deg is None:
            return f"camera, {self.count} in {SIZES[self.count][0]} x {SIZES[self.count][1]}"
        most = next(most for most in TILTS_DEG if self.tilt_deg <= most)
        return f"phone, up to {most:.0f} degrees"


@dataclass(frozen=True)
class Taken:
    """What came of one picture: how often what, in how many seconds of one processor."""

    counts: Counter[str]
    spent_s: float
    faults: tuple[str, ...]


def territories(count: int, seed: int, processes: int) -> list[TerritoryRow]:
    """Read so many territories, half of them by camera; return a row a way to see them, and all."""
    planned = sorted(plans(count, seed), key=lambda plan: (plan.tilt_deg is not None, plan.seen))
    taken = list(spread(read, planned, processes, "pictures"))
    by_way: dict[str, list[tuple[Plan, Taken]]] = {}
    for plan, one in zip(planned, taken, strict=True):
        by_way.setdefault(plan.seen, []).append((plan, one))
    rows = [_row(seen, mine) for seen, mine in by_way.items()]
    return [*rows, _row("all", [one for mine in by_way.values() for one in mine])]


def plans(count: int, seed: int) -> Iterator[Plan]:
    """Yield the pictures: one, two and three territories in turn, and phones at all tilts."""
    by_phones = count // 2
    left, number = count - by_phones, 0
    for together in cycle(SIZES):
        if not left:
            break
        together = min(together, left)
        yield Plan(seed, number, together)
        left, number = left - together, number + 1
    for phone in range(by_phones):
        tilt_deg = MOST_TILT_DEG * (phone + 1) / by_phones
        yield Plan(seed, number + phone, 1, tilt_deg, MARKS[phone % len(MARKS)])


def read(plan: Plan) -> Taken:
    """Render one picture, read it, and hold each cell against what lies there."""
    shot, data = shoot(plan)
    begun_s = time.thread_time()
    observed = _reader().observe(shot.image if data is None else decode_jpeg(data))
    spent_s = time.thread_time() - begun_s
    counts, faults = judged(shot, observed.cards)
    where = f"picture {plan.number}, seed {plan.seed}"
    return Taken(counts, spent_s, tuple(f"{fault}, {where}" for fault in faults))


def shoot(plan: Plan) -> tuple[Shot, bytes | None]:
    """Render a picture, and its JPEG where a phone sends it."""
    chance = np.random.default_rng([plan.seed, plan.number])
    mats = [mat for mat in load_mats(_game()) if mat.grids]
    mine = [mats[n] for n in chance.permutation(len(mats))[: plan.count]]
    if plan.tilt_deg is None:
        return by_camera(_game(), mine, chance), None
    shot = by_phone(_game(), mine[0], plan.tilt_deg, chance, plan.mark)
    return shot, jpeg(shot.image, plan.mark)


def judged(shot: Shot, readings: Sequence[CardReading]) -> tuple[Counter[str], list[str]]:
    """Hold the readings of a picture against what lies in it: counts, and a line a fault."""
    counts: Counter[str] = Counter(cards=len(shot.cards))
    faults = []
    for zone in sorted({zone for zone, _, _ in shot.cards}):
        truth = {(row, column): card for (z, row, column), card in shot.cards.items() if z == zone}
        found = cells_of(readings, _grids()[zone])
        for cell in found.cells:
            lies = truth.get((cell.row, cell.column))
            what = "right" if lies == cell.card else "cells" if lies is None else "wrong"
            counts[what] += 1
            if what != "right":
                faults.append(f"WRONG {zone} {cell.row}, {cell.column}: {cell.card}, not {lies}")
        counts["asked"] += len(found.doubtful)
        for one in found.doubtful:
            card = one.reading.card or one.reading.reason or one.reading.verdict
            faults.append(f"ASKED {zone} {one.cell}: {one.doubt}, {card}")
        told = {(cell.row, cell.column) for cell in found.cells}
        told |= {cell for one in found.doubtful for cell in _near(one.reading, _grids()[zone])}
        for at in sorted(truth.keys() - told):
            counts["lost"] += 1
            faults.append(f"LOST {zone} {at}: {truth[at]}")
    return counts, faults


def _near(reading: CardReading, grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield the cells within a cell of a reading's middle: a question there is about them."""
    for row in range(grid.rows):
        for column in range(grid.columns):
            x, y = grid.middle_mm(row, column)
            left, top = reading.place_mm or (x, y)
            if abs(left - x) < grid.cell_mm[0] and abs(top - y) < grid.cell_mm[1]:
                yield row, column


def _row(seen: str, pictures: Sequence[tuple[Plan, Taken]]) -> TerritoryRow:
    counts = sum((one.counts for _, one in pictures), Counter[str]())
    number = sum(plan.count for plan, _ in pictures)
    return TerritoryRow(
        seen,
        number,
        **{name: counts[name] for name in COUNTS},
        asked_of_100=round(100 * counts["asked"] / max(1, counts["cards"]), 2),
        cpu_s=round(sum(one.spent_s for _, one in pictures) / max(1, number), 2),
        slowest_s=round(max(one.spent_s / plan.count for plan, one in pictures), 2),
        faults=tuple(fault for _, one in pictures for fault in one.faults),
    )


@cache
def _game() -> str:
    return next(name for name, _ in sections("territories"))


@cache
def _grids() -> dict[str, Grid]:
    return {zone: grid for mat in load_mats(_game()) for zone, grid in mat.grids.items()}


@cache
def _reader() -> StillReader:
    reader = StillReader(load_deck(_game()), *load_mats(_game()))
    while reader.precompute():
        pass
    return reader

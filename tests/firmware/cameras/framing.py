"""How high cameras hang over a game's mats, so that they see them whole and read the cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import attrgetter

from firmware.decks import usual_card_mm
from firmware.mats import LEAST_MARKERS, load_mats, mat_names
from firmware.parts import CameraModel
from referee.contract import Value
from vision.calibration.checks import INDEX_PX
from vision.calibration.field import Field
from vision.mat import Mat
from vision.spread import Spread

MOST_MM = 1000.0  # Maximum height. A longer arm sways, and people's heads get in the way.
PLAY_MM = 50.0  # Minimum range of heights, because nobody hangs a camera to the millimetre.
MOST_CAMERAS = 3

Size = tuple[float, float]  # Width and height in mm.


@dataclass(frozen=True)
class MatSet:
    """Mats that lie on the table together.

    `players` lists the numbers of players that use them. If it is empty, every number does.
    """

    name: str
    players: tuple[int, ...]
    mats: tuple[Mat, ...]

    @property
    def size_mm(self) -> Size:
        """The width and height of the area that the mats cover."""
        return Spread.side_by_side(self.mats).size_mm

    @property
    def card_mm(self) -> Size:
        """The width and height of the cards that people lay on the mats."""
        return usual_card_mm(self.name)


@dataclass(frozen=True)
class Framing:
    """How to hang `cameras` cameras of one kind: between `least_mm` and `most_mm` above the mats.

    `size` is the width and height in pixels that their pictures need.
    """

    cameras: int
    least_mm: float
    most_mm: float
    size: tuple[int, int]


def mat_sets() -> tuple[MatSet, ...]:
    """Return the mats of every game, for each number of players."""
    sets: list[MatSet] = []
    for name in mat_names():
        counts = _counts(load_mats(name))
        by_mats: dict[tuple[str, ...], MatSet] = {}
        for count in counts:
            mats = load_mats(name, count)
            key = tuple(mat.name for mat in mats)
            before = by_mats[key].players if key in by_mats else ()
            by_mats[key] = MatSet(name, (*before, count), mats)
        sets += by_mats.values() if len(by_mats) > 1 else [MatSet(name, (), load_mats(name))]
    return tuple(sets)


def _counts(mats: Sequence[Mat]) -> range:
    """Return the numbers of players that need different mats, or none if all use the same mats."""
    fewest = [2 for mat in mats if mat.seat is not None]
    fewest += [mat.players[0] for mat in mats if mat.players is not None]
    most = [mat.seat + 1 for mat in mats if mat.seat is not None]
    most += [mat.players[1] for mat in mats if mat.players is not None]
    return range(min(fewest, default=0), max(most, default=-1) + 1)


def framing(layout: MatSet, camera: CameraModel) -> Framing | None:
    """Return the framing that needs the fewest cameras of a kind. Return None if none is enough.

    Each mat must be seen whole by one camera, from at most `MOST_MM`. Only a single mat may be
    shared by two cameras, if it has markers for both.
    """
    px_per_mm = INDEX_PX / layout.card_mm[1]
    field = Field(*camera.field_deg)
    best: Framing | None = None
    for areas in (*_parted(layout.mats), *_halves(layout)):
        if len(areas) > (MOST_CAMERAS if best is None else best.cameras):
            continue
        least = max(map(field.min_height_mm, areas))
        for size in camera.sizes:
            most = min(field.max_height_mm(size[0], px_per_mm), MOST_MM)
            if least + PLAY_MM <= most:
                framed = Framing(len(areas), least, most, size)
                if best is None or (framed.cameras, least) < (best.cameras, best.least_mm):
                    best = framed
                break
    return best


def _parted(mats: Sequence[Mat]) -> Iterator[list[Size]]:
    """Yield the areas that the cameras see, for the ways to divide the mats among them.

    Cameras hang in a row, along the table or across it, so each sees neighbouring mats.
    """
    placed = Spread.side_by_side(mats).placed
    for count in range(1, min(len(placed), MOST_CAMERAS) + 1):
        for side in ("x_mm", "y_mm"):
            row = sorted(placed, key=attrgetter(side))
            for cuts in combinations(range(1, len(row)), count - 1):
                groups = (row[a:b] for a, b in pairwise((0, *cuts, len(row))))
                yield [Spread.from_placed(group).size_mm for group in groups]


def _halves(layout: MatSet) -> Iterator[list[Size]]:
    """Yield the two halves of a single mat, which overlap by the size of a card."""
    if len(layout.mats) > 1:
        return
    (mat,) = layout.mats
    for axis in (0, 1):
        length = mat.size_mm[axis]
        share = (length + layout.card_mm[1]) / 2
        far = [centre[axis] + mat.marker_mm / 2 for centre in mat.markers.values()]
        near = [length - centre[axis] + mat.marker_mm / 2 for centre in mat.markers.values()]
        if all(sum(edge <= share for edge in side) >= LEAST_MARKERS for side in (far, near)):
            half = (share, mat.size_mm[1]) if axis == 0 else (mat.size_mm[0], share)
            yield [half, half]


def heights_of(framed: Framing) -> dict[str, Value]:
    """Return a camera's heights in whole cm, rounded inwards, and its picture size, for a text."""
    width, height = framed.size
    return {
        "count": framed.cameras,
        "least": math.ceil(framed.least_mm / 10),
        "most": math.floor(framed.most_mm / 10),
        "size": f"{width} × {height}",
    }

"""Non-maximum suppression among places that overlap: what can be read there decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.geometry import Box, area, bounding_box, boxes_apart, overlap
from vision.reading import CardReading, Corners, Found, Verdict

# Below each number: what halving and doubling it changed as the README has it measured; where
# nothing is said, they changed nothing.
MAX_UNCOVERED_OVERLAP = 0.25  # of the smaller card: with more one of them would be covered
MIN_UNNAMED_SUPPORT = 0.55  # of the sides, from which a place is a card though it has no name
#   doubled: 3 cards missed instead of asked about
UNNAMED_AREA = (0.45, 2.2)  # of the known cards' area in the same picture
EXPLAINED_CLUSTER = 0.75  # of a heap's box under cards that were read
#   doubled: 2 strays more
EXPLAINED_CARD = 0.93  # the same of a covered card's own corners
MIN_PROPOSAL_TRUST = 0.3  # of a reading, below which a proposal is no card at all


def select(found: Sequence[Found], read: Callable[[Found], CardReading]) -> tuple[CardReading, ...]:
    """Return the readings that can be true together, the surest first.

    `found` are places of single cards, `read` reads one; cards that are certain suppress all
    else in their place, and nothing more is read there. A proposal is no back unless that is
    certain: backs are patterns, as cloths are. A place without a name counts where its
    sides are clear and its size is that of the others; where it lies half under a card that was
    read, it is an overlap.
    """
    sure = _Chosen()
    rest: list[tuple[Found, CardReading]] = []
    covered: list[Found] = []
    for place in found:
        if not sure.leaves(place.corners):
            covered.append(place)
            continue
        reading = read(place)
        if reading.verdict is Verdict.CERTAIN or (reading.face_down and place.alone):
            sure.add(reading)
        else:
            rest.append((place, reading))
    taken = _Chosen()
    for reading in sorted(sure.readings, key=lambda r: -r.score):
        if taken.leaves(reading.corners):
            taken.add(reading)
    for place, reading in sorted(rest, key=lambda pair: -pair[1].score):
        worth = reading.score >= MIN_PROPOSAL_TRUST and not reading.face_down
        doubtful = reading.card is not None and (place.alone or worth)
        if not taken.leaves(reading.corners):
            covered.append(place)
        elif doubtful:
            taken.add(reading)
    clear = _clear_place_test(taken.readings)
    # Of places without a name the outermost: a card's inner frame is a quad too.
    rest.sort(key=lambda pair: -area(pair[0].corners) * (0.2 + max(pair[0].support, 0.0)))
    for place, reading in rest:
        if reading.card is None and clear(place) and taken.leaves(place.corners):
            taken.add(reading)
    for place in covered:  # a card that lies half under another
        if clear(place) and unexplained_clusters((place,), taken.readings):
            unclear = replace(read(place), card=None, verdict=Verdict.UNCLEAR, reason="overlap")
            taken.add(replace(unclear, remembered=False))
    return tuple(taken.readings)


def _clear_place_test(chosen: Sequence[CardReading]) -> Callable[[Found], bool]:
    """Return what tells whether a place has a card's sides and the size of the known cards."""
    sizes = [area(card.corners) for card in chosen]
    usual = float(np.median(sizes)) if sizes else None

    def clear(place: Found) -> bool:
        size = area(place.corners)
        fits = usual is None or UNNAMED_AREA[0] * usual <= size <= UNNAMED_AREA[1] * usual
        return fits and place.alone and place.support >= MIN_UNNAMED_SUPPORT

    return clear


def unexplained_clusters(heaps: Sequence[Found], cards: Sequence[CardReading]) -> tuple[Found, ...]:
    """Return the heaps that are not mostly under the cards read in them."""
    return tuple(
        heap
        for heap in heaps
        if sum(_covered_share(heap.corners, card.corners) for card in cards)
        < (EXPLAINED_CARD if heap.support else EXPLAINED_CLUSTER)
    )


def _covered_share(heap: Corners, card: Corners) -> float:
    """Return the share of a heap that lies under a card."""
    return overlap(heap, card) * min(area(heap), area(card)) / max(area(heap), 1e-6)


class _Chosen:
    """Readings that were chosen, and whether they leave a place to another."""

    def __init__(self) -> None:
        self.readings: list[CardReading] = []
        self._boxes: list[Box] = []

    def add(self, reading: CardReading) -> None:
        self.readings.append(reading)
        self._boxes.append(bounding_box(reading.corners))

    def leaves(self, corners: Corners) -> bool:
        """Tell whether no card that was chosen takes too much of a place."""
        box = bounding_box(corners)
        return all(
            boxes_apart(box, other) or overlap(corners, reading.corners) < MAX_UNCOVERED_OVERLAP
            for other, reading in zip(self._boxes, self.readings, strict=True)
        )

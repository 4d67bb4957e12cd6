"""What came of reading places whose truth is known: right, asked, missed or wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from vision.geometry import Floats, area, cross, overlap, side_vectors
from vision.reading import CardReading, Corners, Verdict

SAME_CARD = 0.5  # of the area of both quads together, from which they are one card's
WITHIN = 0.6  # of a card that must lie in an unclear place to count as seen


class Outcome(StrEnum):
    """What became of one card, or of one place where nothing may be certain."""

    RIGHT = "right"
    DOUBTFUL = "doubtful"
    UNKNOWN = "unknown"
    UNCLEAR = "unclear"
    MISSED = "missed"
    REFUSED = "refused"  # nothing may be certain here, and nothing was
    WRONG = "wrong"
    BESIDE = "beside"  # wrong, but no card that counts: a place without one, or another card


Answer = tuple[str | None, Outcome]  # the card that is certain, or else what became of it


@dataclass(frozen=True)
class Truth:
    """A card that lies in a picture; where `card` is None nothing may be certain.

    `label` says what lies there. Of a card that is not `counted` only errors are.
    """

    card: str | None
    corners: Corners
    label: str
    counted: bool = True


@dataclass(frozen=True)
class Error:
    """One certain and wrong reading: where, what lay there, and what was said instead."""

    where: str
    lay: str
    read_as: str


@dataclass
class Tally:
    """Outcomes counted, the time that `reads` readings took, and every error by name."""

    counts: Counter[Outcome] = field(default_factory=Counter)
    ms: float = 0.0
    reads: int = 0
    errors: list[Error] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        """Add another tally to this one."""
        self.counts += other.counts
        self.ms += other.ms
        self.reads += other.reads
        self.errors += other.errors
        return self

    def note(self, truth: Truth, answer: Answer, where: str) -> None:
        """Count what was said of a card."""
        read_as, otherwise = answer
        if read_as is not None and read_as != truth.card:
            self._wrong(
                where, truth.label, read_as, Outcome.WRONG if truth.counted else Outcome.BESIDE
            )
        elif truth.counted:
            nothing = Outcome.REFUSED if truth.card is None else otherwise
            self.counts[nothing if read_as is None else Outcome.RIGHT] += 1

    def beside(self, where: str, lay: str, read_as: str) -> None:
        """Count a certain reading of a place where no card lies that may be counted."""
        self._wrong(where, lay, read_as, Outcome.BESIDE)

    def _wrong(self, where: str, lay: str, read_as: str, outcome: Outcome) -> None:
        self.counts[outcome] += 1
        self.errors.append(Error(where, lay, read_as))

    @property
    def cards(self) -> int:
        """Return how many cards were counted, whatever way they were read."""
        return self.counts.total() - self.counts[Outcome.BESIDE]

    @property
    def mistaken(self) -> int:
        """Return how many readings were certain and wrong, wherever they were."""
        return self.counts[Outcome.WRONG] + self.counts[Outcome.BESIDE]

    @property
    def ms_a_card(self) -> float:
        """Return the milliseconds for one reading."""
        return self.ms / max(1, self.reads)


class Tallies(dict[str, Tally]):
    """A tally for each part, made when it is first asked for."""

    def __missing__(self, part: str) -> Tally:
        return self.setdefault(part, Tally())

    def add(self, other: Mapping[str, Tally]) -> None:
        """Add another's tallies to these."""
        for part, tally in other.items():
            self[part] += tally


@contextmanager
def timed(tally: Tally, reads: int) -> Iterator[None]:
    """Count the work of this thread as the time of some readings."""
    started_s = time.thread_time()
    yield
    tally.ms += (time.thread_time() - started_s) * 1e3
    tally.reads += reads


def answer_of(reading: CardReading) -> Answer:
    """Return what a reading is certain of, or else what became of the card."""
    if reading.verdict is Verdict.CERTAIN:
        return reading.card, Outcome.MISSED
    return None, Outcome(reading.verdict.value)


def assign(
    places: Sequence[Corners], answers: Sequence[Answer], truths: Sequence[Truth]
) -> tuple[list[Answer], list[int]]:
    """Return each truth's answer, and the places (by index) that are of none.

    `places` and `answers` are of equal length, as found in one picture.
    """
    pairs = paired(places, truths)
    place_of = {truth: place for place, truth in pairs.items()}
    got: list[Answer] = []
    for number, truth in enumerate(truths):
        if number in place_of:
            got.append(answers[place_of[number]])
            continue
        heap = any(
            otherwise is Outcome.UNCLEAR and holds(corners, truth.corners)
            for corners, (_, otherwise) in zip(places, answers, strict=True)
        )
        got.append((None, Outcome.UNCLEAR if heap else Outcome.MISSED))
    return got, [place for place in range(len(places)) if place not in pairs]


def iou(a: Corners, b: Corners) -> float:
    """Return the intersection over union of two quads (4 x 2); 0 where one is not convex."""
    if not (is_convex(a) and is_convex(b)):
        return 0.0
    both = overlap(a, b) * min(area(a), area(b))
    return both / max(area(a) + area(b) - both, 1e-6)


def paired(places: Sequence[Corners], truths: Sequence[Truth]) -> dict[int, int]:
    """Pair places with truths greedily by intersection over union; return truth by place."""
    score = np.array([[iou(place, truth.corners) for truth in truths] for place in places])
    pairs: dict[int, int] = {}
    while score.size and score.max() >= SAME_CARD:
        place, truth = (int(i) for i in np.unravel_index(score.argmax(), score.shape))
        pairs[place] = truth
        score[place, :] = score[:, truth] = -1
    return pairs


def holds(place: Corners, card: Corners) -> bool:
    """Whether most of a card lies in a place."""
    if not (is_convex(place) and is_convex(card)):
        return False
    return overlap(place, card) * min(area(place), area(card)) >= WITHIN * area(card)


def is_convex(quad: Floats) -> bool:
    """Whether a quad (4 x 2) is convex and no three of its corners are in line."""
    side = side_vectors(quad)
    turn = cross(side, np.roll(side, -1, 0))
    return bool(np.all(turn > 1e-3) or np.all(turn < -1e-3))

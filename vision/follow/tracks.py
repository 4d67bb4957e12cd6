"""Keep the track of one card, from when it is laid until it is taken away."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import cast

import numpy as np

from vision.follow.appearance import similarity
from vision.geometry import Floats
from vision.reading import CardReading, Corners, Verdict

# This many readings in a row must agree on a name, or on having no name. The second number is
# larger because a hand or shadow can cause the same nameless reading for a while.
AGREEING_READINGS = 3
AGREEING_NAMELESS = 6
# A card is gone after this many still frames. The three numbers are for a card that is out of
# sight, for one under something that is not a card, and for a place that never had a name.
TIMEOUT = 8
COVERED_TIMEOUT = 45
NAMELESS_TIMEOUT = 2
TRIES = 8  # After this many readings that disagree, the card becomes a question.
SAME_APPEARANCE = 0.9  # Minimum similarity of two appearances of one card.
# A question is read again if the picture is this many times as sharp as when the card last became a
# question. Each further reading needs the same improvement again, so a card does not become certain
# by chance.
SHARPER = 1.5


class TrackUpdate(Enum):
    """The meaning of a reading for the track of the card in that place."""

    SAME = auto()  # The reading is of the same card, or the card has not settled.
    DOUBTED = auto()  # Another card may be there, so more readings are needed.
    OTHER = auto()  # Another card is there now.


class Due(Enum):
    """The next step for a card whose place did not change."""

    NOTHING = auto()
    READING = auto()  # One routine reading.
    SETTLING = auto()  # It must settle again, as if it had just been laid.


@dataclass(eq=False)
class Track:
    """One card on the table.

    `reading` is the reading on which the card settled, or its last one. `place` contains its
    corners (4 x 2) on its mat in mm, or in pixels if there is no mat. `settled_id` is empty until
    the card has settled.
    """

    reading: CardReading
    place: Corners
    settled_id: str = ""
    name: str | None = None  # The last name is kept while the card is covered.
    appearance: Floats | None = None
    missing: int = 0  # Number of still frames in which the card was not found.
    covered: bool = False  # Something without a name is in the card's place.
    # A certain card has covered nearly all of this card since it was seen. Until it is seen again,
    # a reading without a name is not a reading of this card.
    buried: bool = False
    hidden: bool = False  # Something moves over the card, or the mat is out of view.
    due: Due = Due.NOTHING
    changed: bool = False  # The place looks different from when it was read.
    sharp: float = math.inf  # Sharpness when the card last became a question.
    # The readings since the card was laid or became doubtful.
    history: list[CardReading] = field(default_factory=list)

    @property
    def mat(self) -> str:
        """Return the name of the card's mat."""
        return self.reading.mat

    @property
    def doubted(self) -> bool:
        """Whether the card must be read again, because another card may be there."""
        return self.changed or bool(self.history and self.settled_id)

    @property
    def unidentified(self) -> bool:
        """Whether the card is face up but has no certain name."""
        face_down = self.reading.card is not None and self.reading.face_down
        return not self.reading.certain and not face_down

    @property
    def is_reliable(self) -> bool:
        """Whether the reading is good enough to keep while light moves over the card."""
        return bool(self.settled_id) or self.reading.certain

    @property
    def in_sight(self) -> bool:
        """Whether the card is in view and not under anything else."""
        under = self.name is not None and self.reading.card is None  # Something lies on the card.
        return not (self._lost or under)

    @property
    def needs_frame(self) -> bool:
        """Whether the next frame must be read to know more about the card."""
        return not self.settled_id or self._lost or self.doubted

    @property
    def has_valid_reading(self) -> bool:
        """Whether the card's reading stays valid in the next frame that is read."""
        return bool(self.settled_id) and not self.doubted and self.due is Due.NOTHING

    @property
    def timeout(self) -> int:
        """Return the number of still frames out of sight after which the card is gone."""
        if not self.settled_id and self.reading.card is None:
            return NAMELESS_TIMEOUT
        return COVERED_TIMEOUT + 1 if self.covered else TIMEOUT

    @property
    def _lost(self) -> bool:
        return bool(self.missing or self.hidden or (self.changed and self.history))

    def note_sharpness(self, sharp: float) -> None:
        """Reread a question if the picture there is now much sharper, at `sharp`."""
        if self.settled_id and self.unidentified and self.in_sight and sharp > SHARPER * self.sharp:
            self.due, self.sharp = Due.SETTLING, sharp

    @property
    def is_gone(self) -> bool:
        """Whether the card was out of sight for so long that it is gone."""
        return self.missing >= self.timeout

    def request_reading(self) -> None:
        """Read the card again, although nothing changed."""
        if self.due is Due.NOTHING:
            self.due = Due.READING

    def mark_changed(self) -> None:
        """Note that the place looks different from when it was read."""
        self.changed = True

    def note_motion(self, *, hides: bool, changes: bool) -> None:
        """Note whether something moves over the card, and whether its place has changed."""
        self.hidden = hides
        self.changed |= changes

    def hide(self) -> None:
        """Note that something is over the card, or its mat is out of view."""
        self.hidden = True

    def reveal(self) -> None:
        """Note that a reading was made at the card's place."""
        self.hidden = False

    def bury(self) -> None:
        """Note that a certain card covers nearly all of this card."""
        self.buried = True

    def mark_covered(self) -> None:
        """Note that something without a name is in the card's place."""
        self.covered = True

    def mark_missing(self) -> None:
        """Note that the card was not found in a still frame."""
        self.missing += 1

    def mark_present(self) -> None:
        """Note that the place still looks like the card, although it was not found."""
        self.missing = 0

    def mark_seen(self) -> None:
        """Note that the card is in its place and in sight."""
        self.missing, self.covered, self.buried = 0, False, False

    def note_question(self, sharp: float) -> None:
        """Note the sharpness of the picture in which the card became a question."""
        self.sharp = sharp

    def update(
        self, reading: CardReading, place: Corners, look: Floats, ids: Iterator[str]
    ) -> TrackUpdate:
        """Process a reading made at this card's place."""
        if self.due is Due.READING:
            self.due = Due.NOTHING
        self.mark_seen()
        if self.settled_id and self.due is Due.NOTHING and self._agrees(reading, look):
            self._confirm(reading, place, look)
            return TrackUpdate.SAME
        self.history.append(reading)
        agreed = _agreed_reading(self.history)
        if not self.settled_id:
            self.reading, self.place, self.appearance = agreed or reading, place, look
            if agreed is not None:
                self._settle(agreed)
                self.settled_id = next(ids)
            return TrackUpdate.SAME
        if agreed is None:
            return TrackUpdate.DOUBTED
        if self._is_another(agreed, look):
            return TrackUpdate.OTHER
        self.reading, self.appearance = agreed, look
        # Otherwise the reading is of the thing that hides the card, and so is its place.
        if agreed.card is not None or self.name is None:
            self.place = place
        self._settle(agreed)
        return TrackUpdate.SAME

    def move_to(self, place: Corners) -> None:
        """Move the card, because it may have been pushed; it must settle again in its new place."""
        self.place = place
        self.history.clear()
        self.changed, self.due = True, Due.SETTLING

    def cover_with(self, reading: CardReading, look: Floats) -> None:
        """Replace the card's reading by that of the thing on top of it."""
        self.missing, self.covered = 0, False
        self.reading, self.appearance = reading, look
        self._settle(reading)

    def successor(self, place: Corners, look: Floats, ids: Iterator[str]) -> Track:
        """Return a new track for the other card that is there now."""
        agreed = _agreed_reading(self.history) or self.history[-1]
        return Track(agreed, place, next(ids), agreed.card, look)

    def _agrees(self, reading: CardReading, look: Floats) -> bool:
        same = agreement(reading) == agreement(self.reading)
        return same and (reading.card is not None or self.matches_appearance(look))

    def _is_another(self, agreed: CardReading, look: Floats) -> bool:
        """Whether the readings agree on another card; a missing name is not enough."""
        if self.name is None:
            return not self.matches_appearance(look)
        return agreed.card not in (None, self.name)

    def matches_appearance(self, look: Floats, least: float = SAME_APPEARANCE) -> bool:
        """Whether the card's place looks as it did when it was last read."""
        return self.appearance is not None and similarity(self.appearance, look) >= least

    def _settle(self, agreed: CardReading) -> None:
        self.name = agreed.card or self.name
        self.history.clear()
        self.changed, self.due = False, Due.NOTHING

    def _confirm(self, reading: CardReading, place: Corners, look: Floats) -> None:
        """Keep the settled reading, with the new place."""
        self.reading = replace(
            self.reading,
            corners=reading.corners,
            turn_deg=reading.turn_deg,
            place_mm=reading.place_mm,
            zone=reading.zone,
        )
        self.appearance = look
        if reading.card is not None or self.name is None:
            self.place = place
        self._settle(self.reading)


def agreement(reading: CardReading) -> tuple[str | None, bool, str]:
    """Return what must be equal in two readings if they agree."""
    kind = "" if reading.card is not None else reading.verdict.value
    return reading.card, reading.face_down, kind


def distance(one: Corners, other: Corners) -> float:
    """Return the distance between the middles of two places, in heights of the smaller one."""
    return float(distances(one[None], other[None])[0, 0])


def distances(ones: Floats, others: Floats) -> Floats:
    """Return all distances between places (n x 4 x 2) and other places (k x 4 x 2), (n, k)."""
    high, others_high = (np.linalg.norm(of[:, 3] - of[:, 0], axis=1) for of in (ones, others))
    heights = np.maximum(np.minimum(high[:, None], others_high), 1e-6)
    apart = others.mean(1) - ones.mean(1)[:, None]
    return cast(Floats, np.linalg.norm(apart, axis=2) / heights)


def _agreed_reading(history: list[CardReading]) -> CardReading | None:
    """Return the best reading if the last ones agree; it is doubtful if any of them is.

    After `TRIES` readings that disagree, return a doubtful or nameless reading. Before that, return
    None.
    """
    for many in (AGREEING_READINGS, AGREEING_NAMELESS):
        last = history[-many:]
        if len(last) < many or len({agreement(r) for r in last}) > 1:
            continue
        if last[0].card is None and many < AGREEING_NAMELESS:
            continue
        best = max(last, key=lambda r: r.score)
        if any(r.verdict is Verdict.DOUBTFUL for r in last):
            return replace(best, verdict=Verdict.DOUBTFUL)
        return best
    if len(history) < TRIES:
        return None
    named = Counter(r.card for r in history[-TRIES:] if r.card is not None)
    if not named:
        return history[-1]
    card, _ = named.most_common(1)[0]
    best = max((r for r in history if r.card == card), key=lambda r: r.score)
    rivals = tuple((name, 0.0) for name in named if name != card)
    known = {name for name, _ in best.runners_up}
    extra = tuple(r for r in rivals if r[0] not in known)
    return replace(best, verdict=Verdict.DOUBTFUL, runners_up=best.runners_up + extra)

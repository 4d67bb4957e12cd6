"""What the reader says of a picture: cards, verdicts, places and the picture's quality."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]  # height x width x 3, BGR
Corners = NDArray[np.float32]  # 4 x 2 pixels: TL, TR, BR, BL of the upright card


MIN_PX = 32  # of a picture's sides; in a smaller one there is no card to find

BACK = "BACK"  # what a card that lies face down is read as

USED = "used"  # why a card is doubtful: its picture proved something before

HAND = "hand"  # why nothing can be told of a place: something reaches in from beyond the mat, or
CROWD = "crowd"  # far more lies there than cards
COVER = "cover"  # what lies upon a card for so long that nobody knows what is below


# Why a picture is hard to read, what is to be mended first before what follows from it: in the dark
# no marker is found, nor is a blurred one.
WEIGHTIEST_FIRST = (CROWD, "dark", "burnt", "blurred", "moving", HAND, "glare", "no_mat")
UNFIT = frozenset({CROWD, "dark", "burnt", "blurred"})  # by which all else is lost, a mat, too


class Verdict(StrEnum):
    """How far a reading can be trusted."""

    CERTAIN = "certain"
    DOUBTFUL = "doubtful"  # a known card, but not safely told from another
    UNKNOWN = "unknown"  # no card of this deck
    UNCLEAR = "unclear"  # something lies there that cannot be parted or seen


@dataclass(frozen=True)
class Found:
    """A card's place: corners (4 x 2) in pixels of the picture, and how sure its sides are.

    With a `reason` it is no place of one card: ``overlap`` is a heap not yet told apart, ``hand``
    what reaches in from beyond the mat, ``crowd`` a whole picture or mat on which far more lies
    than cards. A place that is not `alone` was guessed from what sticks out of a heap, so only
    its reading makes it a card. `known` is what was read there before, where nothing has changed
    since: it is not read again. `mat` is the name of the mat that it lies on; `light` is how burnt
    and how sharp it was when that was measured (`vision.quality`), None before.
    """

    corners: Corners
    support: float
    reason: str = ""
    alone: bool = True
    known: CardReading | None = None
    mat: str = ""
    light: tuple[float, float] | None = None


@dataclass(frozen=True)
class CardReading:
    """One card, or one unclear place, in a picture.

    `card` is set where the verdict is certain or doubtful; with `face_down` it is ``BACK``,
    which no game ever asks for. `corners` (4 x 2) are in pixels of the picture, `crop` is the
    straightened, upright card (height x width x 3, BGR). `place_mm` is the card's centre on the
    mat of the name `mat`, and `zone` the part of it that it lies in, both None without a mat.
    `reason` is a key such as ``overlap``. A `remembered` reading was made in an earlier picture
    and still stands.
    """

    card: str | None
    verdict: Verdict
    score: float
    margin: float
    runners_up: tuple[tuple[str, float], ...]
    corners: Corners
    turn_deg: float
    crop: Image
    place_mm: tuple[float, float] | None = None
    zone: str | None = None
    face_down: bool = False
    reason: str = ""
    remembered: bool = False
    mat: str = ""


@dataclass(frozen=True)
class Quality:
    """Whether a picture is fit for reading; `reasons` are keys: ``dark``, ``burnt``,
    ``blurred``, ``moving``, ``hand``, ``crowd``, ``glare``, ``no_mat`` (none was found).
    Empty means good."""

    reasons: tuple[str, ...] = ()
    measures: dict[str, float] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        """Tell whether nothing speaks against reading this picture."""
        return not self.reasons

    @property
    def by_weight(self) -> tuple[str, ...]:
        """Return the reasons, what is to be mended first before what may follow from it."""
        known = {reason: place for place, reason in enumerate(WEIGHTIEST_FIRST)}
        return tuple(sorted(self.reasons, key=lambda reason: known.get(reason, len(known))))


@dataclass(frozen=True)
class Reading:
    """All that was read in one picture, which took `ms` milliseconds."""

    width: int
    height: int
    cards: tuple[CardReading, ...]
    quality: Quality
    mat: bool
    ms: float

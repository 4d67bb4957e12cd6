"""Define the results of reading a picture: cards, verdicts, places and the picture's quality."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]  # height x width x 3, BGR
Corners = NDArray[np.float32]  # 4 x 2 pixels: TL, TR, BR, BL of the upright card


MIN_PX = 32  # Minimum side of a picture; a smaller one has no room for a card.

BACK = "BACK"  # The name of a face-down card.

# Reasons for an unclear place: something reaches in from outside the mat, there is far too much to
# tell apart, or a card has been covered for so long that the card below is unknown.
HAND = "hand"
CROWD = "crowd"
PATTERN = "pattern"  # The table shows a pattern of squares, which look like cards.
COVER = "cover"
STEEP = "steep"  # A card or a picture was seen too much from the side.
OVERLAP = "overlap"  # Another card covers a part of a card.
HIDDEN = "hidden"  # Something that is no card covers a part of a card.
OUTSIDE = "outside"  # A part of a card is outside the picture.
# The picture is to blame for such a place, not the card.
UNREAD = ("burnt", "blurred", STEEP, HIDDEN, OUTSIDE)


# Problems with the picture's quality. Each comes before the problems that it may cause: in the dark
# or in a blurred picture, no marker is found.
WEIGHTIEST_FIRST: tuple[str, ...] = (CROWD, "dark", "burnt", "blurred", "moving", HAND, "glare")
WEIGHTIEST_FIRST += (STEEP, PATTERN, HIDDEN, OUTSIDE, "no_mat")
# With one of these problems nothing else works, not even finding the mat.
UNFIT = frozenset({CROWD, "dark", "burnt", "blurred"})


class Verdict(StrEnum):
    """How certain a reading of a card is."""

    CERTAIN = "certain"
    DOUBTFUL = "doubtful"  # The best match in the deck, but it could be another card.
    UNKNOWN = "unknown"  # It is not a card of this deck.
    # It is hidden, cannot be separated from other things, or the picture shows it too badly.
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Found:
    """A card's place: corners (4 x 2) in pixels of the picture, and how clear its sides are.

    A place with a `reason` is not that of one card: ``overlap`` is a cluster of cards, ``hand`` is
    a thing that reaches in from outside the mat, and ``crowd`` is a whole picture or mat with far
    too much on it. Without a mat, ``hidden`` and ``outside`` are parts of a card, and ``pattern``
    is a picture of a patterned table. A place that is not `alone` was guessed from the corners of a
    cluster, and only reading it shows whether it is a card. `known` is an earlier reading that is
    still valid because nothing changed there. `mat` is the name of the place's mat. `light` is the
    share of overexposed pixels and the sharpness (`vision.quality`), or None if not measured.
    """

    corners: Corners
    support: float
    reason: str = ""
    alone: bool = True
    known: CardReading | None = None
    mat: str = ""
    light: tuple[float, float] | None = None

    @property
    def single(self) -> bool:
        """Whether the place was found as that of one card, and not only guessed."""
        return self.alone and not self.reason


@dataclass(frozen=True)
class CardReading:
    """One card, or one unclear place, in a picture.

    `card` is set if the verdict is certain or doubtful. With `face_down` it is ``BACK``, which no
    game ever asks for. `corners` (4 x 2) are in pixels of the picture; `crop` is the rectified,
    upright card (height x width x 3, BGR). `place_mm` is the card's centre on the mat named `mat`,
    and `zone` the zone it is in; both are None without a mat. `reason` is a key such as
    ``overlap``. A `remembered` reading was made in an earlier picture and is still valid. A
    `vetoed` one would be certain without the pair and tint verifiers.
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
    vetoed: bool = False

    @property
    def certain(self) -> bool:
        """Whether it is certain which card this is, or that it is face down."""
        return self.verdict is Verdict.CERTAIN


@dataclass(frozen=True)
class Quality:
    """Whether a picture is good enough for reading; no `reasons` means good.

    The reasons are keys: ``dark``, ``burnt``, ``blurred``, ``moving``, ``hand``, ``crowd``,
    ``glare`` and ``no_mat`` (no mat was found). Without a mat there are also ``steep`` (taken from
    the side), ``pattern``, ``hidden`` and ``outside``.
    """

    reasons: tuple[str, ...] = ()
    measures: dict[str, float] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        """Whether the picture is good enough for reading."""
        return not self.reasons

    @property
    def by_weight(self) -> tuple[str, ...]:
        """Return the reasons, with causes before their effects."""
        known = {reason: place for place, reason in enumerate(WEIGHTIEST_FIRST)}
        return tuple(sorted(self.reasons, key=lambda reason: known.get(reason, len(known))))


@dataclass(frozen=True)
class Reading:
    """The result of reading one picture, which took `ms` milliseconds."""

    width: int
    height: int
    cards: tuple[CardReading, ...]
    quality: Quality
    mat: bool
    ms: float

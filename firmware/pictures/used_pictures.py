"""Pictures that prove a move. Tells whether a new picture is such a picture that was sent again.

The corners of the cards in a picture depend on the position of the camera, to a thousandth of a
card's height. If a picture was cropped, turned, resized or recompressed, its copy has the corners
in the same places. But nobody holds a camera in exactly the same position twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from referee.match.desk import Desk, Snapshot
from referee.match.journal.journal import JournalError
from vision.observation import Observation
from vision.reading import USED, Corners, Verdict

_log = logging.getLogger(__name__)

KEY = "pictures.used"
MOST_CARDS = 1_500  # Maximum in all remembered pictures; the oldest are forgotten first.

# The root mean square difference of all corners, as a share of a card's height. Measured on
# rendered cards 200 pixels high, it was at most 0.0006 for a copy at 0.37 of the size or at JPEG
# quality 30. It was 0.001 to 0.0036 if the camera was tilted by 2 more degrees or hung a twentieth
# higher.
SAME_SHAPE = 0.001
NEAR = 0.3  # Maximum distance of a card from its match before the fit, in card heights.

Complex = NDArray[np.complex128]


class CardShape(msgspec.Struct, frozen=True):
    """A card in a picture: its name, and x and y of each corner (TL, TR, BR, BL) in pixels."""

    card: str
    corners: tuple[float, ...]

    @property
    def points(self) -> Complex:
        """The four corners of the card as complex numbers."""
        return np.array(self.corners).view(np.complex128)


class UsedPicture(msgspec.Struct, frozen=True):
    """A picture that proves a move, with its match and the ids of its card pictures."""

    match: int
    proofs: tuple[str, ...]
    cards: tuple[CardShape, ...]


def certain_cards(observed: Observation) -> tuple[CardShape, ...]:
    """Return the shapes of those cards in a picture that are face up and certain."""
    readings = (card.reading for card in observed.settled)
    return tuple(
        CardShape(reading.card, _numbers(reading.corners))
        for reading in readings
        if reading.card is not None and reading.verdict is Verdict.CERTAIN and not reading.face_down
    )


def as_doubtful(observed: Observation) -> Observation:
    """Return an observation in which no card is certain, because its picture was used before."""
    settled = tuple(
        replace(card, reading=replace(card.reading, verdict=Verdict.DOUBTFUL, reason=USED))
        if card.reading.verdict is Verdict.CERTAIN and not card.reading.face_down
        else card
        for card in observed.settled
    )
    return replace(observed, settled=settled, cards=tuple(card.reading for card in settled))


class UsedPictures:
    """The pictures that prove moves. They are remembered after restarts and in later matches."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        try:
            kept = msgspec.convert(desk.get(KEY, []), tuple[UsedPicture, ...])
        except msgspec.ValidationError:
            kept = ()
        self._used = list(kept)

    def is_reused(self, cards: Sequence[CardShape], match: Snapshot) -> bool:
        """Whether a picture shows only cards of a picture that proves a move still standing."""
        return bool(cards) and any(
            _is_part_of(cards, used.cards)
            for used in self._used
            if used.match != match.match or not match.cited_pictures.isdisjoint(used.proofs)
        )

    def keep(self, match: int, proofs: Iterable[str], cards: Sequence[CardShape]) -> None:
        """Remember a picture that proves a move."""
        ids = tuple(proofs)
        if not (ids and cards):
            return
        self._used.append(UsedPicture(match, ids, tuple(cards)))
        while sum(len(used.cards) for used in self._used[1:]) > MOST_CARDS:
            del self._used[0]
        try:
            self._desk.put(KEY, msgspec.to_builtins(self._used))
        except JournalError as error:
            _log.warning("Which pictures proved a move is not kept: %s", error)


def _numbers(corners: Corners) -> tuple[float, ...]:
    return tuple(round(float(number), 2) for number in corners.ravel())


def _is_part_of(cards: Sequence[CardShape], used: Sequence[CardShape]) -> bool:
    """Whether all cards of a picture are in a used one, in the same relative positions."""
    first = cards[0]
    return any(_fits_from(cards, used, first, shape) for shape in used if shape.card == first.card)


def _fits_from(
    cards: Sequence[CardShape], used: Sequence[CardShape], first: CardShape, one: CardShape
) -> bool:
    """Whether the cards fit a used picture, provided that the card `first` is its card `one`."""
    scale, shift = _similarity(first.points, one.points)
    left, pairs = list(used), list[tuple[CardShape, CardShape]]()
    for card in cards:
        alike = [other for other in left if other.card == card.card]
        middle = scale * card.points.mean() + shift
        near = min(alike, key=lambda other: abs(other.points.mean() - middle), default=None)
        if near is None or abs(near.points.mean() - middle) > NEAR * _height(near):
            return False
        left.remove(near)
        pairs.append((card, near))
    now = np.concatenate([card.points for card, _ in pairs])
    was = np.concatenate([other.points for _, other in pairs])
    scale, shift = _similarity(now, was)
    off = np.abs(scale * now + shift - was)
    height = float(np.mean([_height(other) for _, other in pairs]))
    return float(np.sqrt((off**2).mean())) < SAME_SHAPE * height


def _similarity(now: Complex, was: Complex) -> tuple[complex, complex]:
    """Return the factor and the shift, as complex numbers, that best map `now` to `was`."""
    here, there = now - now.mean(), was - was.mean()
    scale = complex(np.vdot(here, there) / max(float(np.vdot(here, here).real), 1e-9))
    return scale, complex(was.mean() - scale * now.mean())


def _height(card: CardShape) -> float:
    points = [*card.points, card.points[0]]
    return float(max(abs(b - a) for a, b in pairwise(points)))

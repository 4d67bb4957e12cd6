"""Pictures that proved a move: whether another one is no more than such a one, sent again.

Where a photograph's corners lie depends on where the camera was, to a thousandth of a card's
height: copied, cropped, turned, resized or compressed anew it keeps their shape, and nobody holds
a camera in the same place twice.
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
MOST_CARDS = 1_500  # in all pictures that are remembered; the oldest are forgotten first

# Of a card's height, off the shape that it had, root of the mean square over all corners. Of
# rendered cards 200 pixels high a copy at 0.37 of its size, or at JPEG quality 30, was 0.0006 off
# at most; a camera that leans by 2 degrees more, or hangs a twentieth higher, 0.001 to 0.0036.
SAME_SHAPE = 0.001
NEAR = 0.3  # of a card's height: so far off is a card still the one meant, before all are fitted

Complex = NDArray[np.complex128]


class CardShape(msgspec.Struct, frozen=True):
    """A card in a picture: its name, and its corners (TL, TR, BR, BL), x and y in turn, pixels."""

    card: str
    corners: tuple[float, ...]

    @property
    def points(self) -> Complex:
        """Return the corners as complex numbers, (4,)."""
        return np.array(self.corners).view(np.complex128)


class UsedPicture(msgspec.Struct, frozen=True):
    """A picture that proved a move of a match: the ids of its proofs, and how its cards lay."""

    match: int
    proofs: tuple[str, ...]
    cards: tuple[CardShape, ...]


def certain_cards(observed: Observation) -> tuple[CardShape, ...]:
    """Return how the cards lie in a picture that are certain, face up."""
    found = (card.reading for card in observed.settled)
    return tuple(
        CardShape(one.card, _numbers(one.corners))
        for one in found
        if one.card is not None and one.verdict is Verdict.CERTAIN and not one.face_down
    )


def as_doubtful(observed: Observation) -> Observation:
    """Return an observation of which nothing is certain, as its picture was proof before."""
    settled = tuple(
        replace(card, reading=replace(card.reading, verdict=Verdict.DOUBTFUL, reason=USED))
        if card.reading.verdict is Verdict.CERTAIN and not card.reading.face_down
        else card
        for card in observed.settled
    )
    return replace(observed, settled=settled, cards=tuple(card.reading for card in settled))


class UsedPictures:
    """Remembers the pictures that proved moves, over restarts and matches."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        try:
            kept = msgspec.convert(desk.get(KEY, []), tuple[UsedPicture, ...])
        except msgspec.ValidationError:
            kept = ()
        self._used = list(kept)

    def is_reused(self, cards: Sequence[CardShape], match: Snapshot) -> bool:
        """Tell whether a picture shows nothing but what one showed whose proofs still stand."""
        return bool(cards) and any(
            _is_part_of(cards, used.cards)
            for used in self._used
            if used.match != match.match or not match.proven.isdisjoint(used.proofs)
        )

    def keep(self, match: int, proofs: Iterable[str], cards: Sequence[CardShape]) -> None:
        """Remember a picture that proved a move."""
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
    return tuple(round(float(one), 2) for one in corners.ravel())


def _is_part_of(cards: Sequence[CardShape], used: Sequence[CardShape]) -> bool:
    """Tell whether all cards of a picture are such of one that was used, in the same shape."""
    first = cards[0]
    return any(_fits_from(cards, used, first, one) for one in used if one.card == first.card)


def _fits_from(
    cards: Sequence[CardShape], used: Sequence[CardShape], first: CardShape, one: CardShape
) -> bool:
    """Tell the same, if one card is another one of the picture that was used."""
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
    """Return the factor and the shift that bring points nearest to others, as numbers."""
    here, there = now - now.mean(), was - was.mean()
    scale = complex(np.vdot(here, there) / max(float(np.vdot(here, here).real), 1e-9))
    return scale, complex(was.mean() - scale * now.mean())


def _height(card: CardShape) -> float:
    points = [*card.points, card.points[0]]
    return float(max(abs(b - a) for a, b in pairwise(points)))

"""Cards on a game's mats, known at once and without a picture: what a perfect camera would know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import hypot

import numpy as np

from tests.bench.table.seen import Seen
from vision.mat import WHOLE
from vision.observation import Observation, SettledCard
from vision.reading import BACK, CardReading, Quality, Verdict
from vision.spread import Spread
from vision.synthetic.scene import Hand, PlacedCard

SLID_MM = 30.0  # A card that slides no farther keeps its id.
UPON_MM = 20.0  # A card that lies this near below another one is hidden.
HAND_FRAMES = 5  # In so many frames after a change, a hand is still over the table.
_PICTURE = np.full((8, 6, 3), 90, np.uint8)
_CORNERS = np.zeros((4, 2), np.float32)


class Sighted(Seen):
    """Cards whose names and places are certain, but for cards of another deck."""

    def __init__(self, game: str, deck: str, seats: int) -> None:
        super().__init__(game, deck, seats)
        self._sight = Sight()

    def look(self, hand: Hand | None = None) -> Observation:
        """Return what lies there. No frame is taken."""
        assert hand is None, "Hands are for rendered tables."
        return self._sight.look(self.lying, self.deck, self.spread)


class Sight:
    """What a perfect camera knows of all cards. A hand stays above them for some frames."""

    def __init__(self, hand_frames: int = HAND_FRAMES) -> None:
        self._ids: dict[PlacedCard, str] = {}
        self._new_ids: Iterator[int] = count(1)
        self._seen: tuple[PlacedCard, ...] = ()
        self._followed: tuple[PlacedCard, ...] = ()
        self._settled: tuple[SettledCard, ...] = ()
        self._hand_frames, self._hand_leaves_in = hand_frames, 0

    def look(self, lying: tuple[PlacedCard, ...], deck: str, spread: Spread) -> Observation:
        """Return what lies on the mats. Only cards of the deck have names."""
        if lying != self._seen:
            self._seen, self._hand_leaves_in = lying, self._hand_frames
        elif self._hand_leaves_in:
            self._hand_leaves_in -= 1
        moving = frozenset({WHOLE} if self._hand_leaves_in else ())
        if not moving and lying != self._followed:
            self._followed = lying
            self._follow(_uppermost(lying), deck, spread)
        readings = tuple(card.reading for card in self._settled)
        return Observation(
            _PICTURE, self._settled, (), readings, Quality(), True, moving, idle=not moving
        )

    def _follow(self, lying: tuple[PlacedCard, ...], deck: str, spread: Spread) -> None:
        """Give each new card an id; one that only slid keeps its own."""
        gone = {was: id_ for was, id_ in self._ids.items() if was not in lying}
        for card in lying:
            if card not in self._ids:
                slid = (was for was in gone if _slid(was, card))
                was = next(slid, None)
                self._ids[card] = str(next(self._new_ids)) if was is None else gone.pop(was)
        self._ids = {card: id_ for card, id_ in self._ids.items() if card in lying}
        laid = sorted(self._ids, key=lambda card: int(self._ids[card]))
        self._settled = tuple(
            SettledCard(self._ids[placed_card], _reading(placed_card, deck, spread))
            for placed_card in laid
        )


def _reading(card: PlacedCard, deck: str, spread: Spread) -> CardReading:
    own = card.deck == deck
    mat = spread.mat_at(card.x_mm, card.y_mm)
    return CardReading(
        BACK if not card.face_up else card.card if own else None,
        Verdict.CERTAIN if own or not card.face_up else Verdict.UNKNOWN,
        score=0.9,
        margin=0.1,
        runners_up=(),
        corners=_CORNERS,
        turn_deg=card.turn_deg,
        crop=_PICTURE,
        place_mm=None if mat is None else mat.on_mat(card.x_mm, card.y_mm),
        zone=spread.zone_of(card.x_mm, card.y_mm),
        face_down=not card.face_up,
        mat="" if mat is None else mat.mat.name,
    )


def _uppermost(lying: tuple[PlacedCard, ...]) -> tuple[PlacedCard, ...]:
    """Return the cards that no later card hides."""
    return tuple(
        card
        for number, card in enumerate(lying)
        if not any(_is_near(card, upon, UPON_MM) for upon in lying[number + 1 :])
    )


def _slid(was: PlacedCard, card: PlacedCard) -> bool:
    same = (was.deck, was.card, was.face_up) == (card.deck, card.card, card.face_up)
    return same and _is_near(was, card, SLID_MM)


def _is_near(card: PlacedCard, other: PlacedCard, within_mm: float) -> bool:
    return hypot(card.x_mm - other.x_mm, card.y_mm - other.y_mm) < within_mm

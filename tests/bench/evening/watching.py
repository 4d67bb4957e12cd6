"""Evenings played through the tracker, and what it made of them beside what really happened.

Faults: a *wrong* name, which never lay there; a *stale* one, which lies there no more; a *lost*
card, which lies in full view and is not known; a *doubled* one, under a second id. Goal: none.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tests.bench.scenes.evenings import KINDS, evening
from tests.bench.scenes.film import Film
from tests.bench.scenes.script import Instant, Piece
from vision.deck import load_deck
from vision.follow.tracker import Tracker
from vision.mat import Mat
from vision.observation import Observation, SettledCard
from vision.reader import Reader
from vision.reading import Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render_card import card_corners_mm
from vision.synthetic.render_hand import hand_shape
from vision.synthetic.render_print import Press

# What decides what counts
SIZE = (960, 540)  # pixels: a card is 135 of them high, and read as well as in larger pictures
SAME_MM = 30.0  # between a card's middle and where it is told to lie
CLEAR_MM = 22.0  # between a hand and a card that nothing, not even a shadow, falls on
STALE_S = 0.5  # a name that lies there no more, in full view for so long
STALE_UNSEEN_S = 2.0  # the same where no frame tells that time was lost
LOST_S = 1.0  # a card in full view for so long must be known
LATE_FRAMES = 6  # from full view to known: 400 ms at 15 frames a second
TILTS = (4.0, 9.0, 14.0)  # degrees: the cameras, one for each number in turn

FAULTS = ("wrong", "stale", "lost", "doubled")


@dataclass(frozen=True)
class Plan:
    """An evening that can be played again: its kind, deck, seed and number."""

    kind: str
    deck: str
    seed: int
    number: int

    @property
    def where(self) -> str:
        """Return the words by which the evening is found again."""
        return f"{self.kind} {self.number} with {self.deck}, seed {self.seed}"


@dataclass
class Played:
    """What came of one evening or of several.

    `counts` has the `FAULTS`, what was ``late``, ``asked`` and ``unreadable`` (not found in single
    pictures either), ``stray`` places, ``known`` cards, and ``frames``, the ``steady`` and ``idle``
    ones among them. `ms` is the tracker's time.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    ms: float = 0.0

    def __iadd__(self, other: Played) -> Played:
        """Add another evening to this one."""
        self.counts += other.counts
        self.faults += other.faults
        self.ms += other.ms
        return self


def plans(count: int, seed: int, decks: Sequence[str], kinds: Sequence[str] = ()) -> list[Plan]:
    """Return so many evenings, all kinds and decks in turn, those of one deck together."""
    chosen = tuple(kinds) or tuple(KINDS)
    made = [
        Plan(chosen[n % len(chosen)], decks[n // len(chosen) % len(decks)], seed, n)
        for n in range(count)
    ]
    return sorted(made, key=lambda plan: decks.index(plan.deck))


class Evenings:
    """Plays evenings; the last deck's reader and the films of its cameras are kept."""

    def __init__(self, mat: Mat, size: tuple[int, int] = SIZE) -> None:
        self.mat = mat
        self._size = size
        self._reader = lru_cache(maxsize=1)(self._read)
        self._film = lru_cache(maxsize=len(TILTS))(self._filmed)
        self._press = Press(seed=3)

    def play(self, plan: Plan, seen: Seen | None = None) -> Played:
        """Play an evening through a tracker of its own; `seen` is told of each observation."""
        reader = self._reader(plan.deck)
        script = evening(plan.kind, self.mat, plan.deck, reader.deck.names, plan.seed, plan.number)
        tracker = Tracker(reader)
        judge = Judge(plan.where, reader, self._press.size_mm(plan.deck))
        spent_s = 0.0
        for instant, picture in self._film(TILTS[plan.number % len(TILTS)]).shoot(script):
            begun_s = time.thread_time()
            observed = tracker.update(picture)
            spent_s += time.thread_time() - begun_s
            judge.note(instant, observed)
            if seen is not None:
                seen(instant, observed, judge)
        played = judge.done()
        played.ms = spent_s * 1e3
        return played

    def _read(self, deck: str) -> Reader:
        reader = Reader(load_deck(deck), self.mat)
        while reader.precompute():
            pass
        return reader

    def _filmed(self, tilt_deg: float) -> Film:
        return Film(
            PinholeCamera.over(self.mat.size_mm, *self._size, tilt_deg=tilt_deg),
            self.mat,
            self._press,
        )


@dataclass
class _Lying:
    """What the judge keeps of one real card where it lies."""

    piece: Piece
    free_s: float | None = None  # since when it lies there in full view
    frames: int = 0  # so many frames long
    ids: set[str] = field(default_factory=set)
    told: bool = False  # known since it lies there
    lost: bool = False
    asked: bool = False


class Judge:
    """Holds what is observed against what lies there."""

    def __init__(self, where: str, reader: Reader, card_mm: tuple[float, float]) -> None:
        self._where, self._reader, self._card_mm = where, reader, card_mm
        self._lying: dict[int, _Lying] = {}
        self._named: dict[str, tuple[str, int]] = {}  # by id: the card and piece that it was
        self._been: list[Piece] = []  # all places that cards ever lay in
        self._bared: list[tuple[Piece, float]] = []  # cards gone from a place, and when
        self._said: set[tuple[str, str]] = set()  # faults told, by kind and id
        self._before: Instant | None = None
        self._calm_s = 0.0  # since when light and camera are as they are
        self._played = Played()

    def note(self, instant: Instant, observed: Observation) -> None:
        """Take what was observed of an instant."""
        self._follow(instant)
        counts = self._played.counts
        counts["frames"] += 1
        counts["steady"] += observed.steady
        counts["idle"] += observed.idle
        if instant.frozen:
            return
        known = [card for card in observed.settled if card.in_sight]
        for card in known:
            self._check(instant, card)
        for lying in self._lying.values():
            self._expect(instant, lying, known, observed.picture)

    def free_s(self, number: int) -> float | None:
        """Return since when a card lies in full view, in seconds; None where it does not."""
        one = self._lying.get(number)
        return None if one is None else one.free_s

    def done(self) -> Played:
        """Return what came of the evening."""
        counts = self._played.counts
        counts["known"] += sum(one.told for one in self._lying.values())
        counts["asked"] += sum(one.asked for one in self._lying.values())
        return self._played

    # -- what lies there -----------------------------------------------------------------------

    def _follow(self, instant: Instant) -> None:
        before, self._before = self._before, instant
        if before is None or _view(before) != _view(instant):
            self._calm_s = instant.stamp_s
        there = {piece.number for piece in instant.pieces}
        for number in self._lying.keys() - there:
            self._bared.append((self._lying.pop(number).piece, instant.stamp_s))
        for piece in instant.pieces:
            one = self._lying.setdefault(piece.number, _Lying(piece))
            if one.piece.card != piece.card or one.piece.held != piece.held:
                if not one.piece.held:
                    self._bared.append((one.piece, instant.stamp_s))
                one.piece, one.free_s, one.told = piece, None, False
            if not piece.held and piece not in self._been:
                self._been.append(piece)
            if instant.frozen:
                continue
            free = not piece.held and not self._covered(piece, instant)
            if not free:
                one.free_s, one.frames = None, 0
            elif one.free_s is None:
                one.free_s, one.frames = instant.stamp_s, 1
            else:
                one.frames += 1

    def _covered(self, piece: Piece, instant: Instant) -> bool:
        """Tell whether a hand or another card in a hand is over a card, or near it."""
        ground = _grid(card_corners_mm(piece.card, self._card_mm))
        if any(hand_shape(hand, ground)[0].min() < CLEAR_MM for hand in instant.hands):
            return True
        reach = math.hypot(*self._card_mm)
        return any(o.held and _away(o, piece.card.x_mm, piece.card.y_mm) < reach
                   for o in instant.pieces)  # fmt: skip

    # -- what is told --------------------------------------------------------------------------

    def _check(self, instant: Instant, card: SettledCard) -> None:
        """Hold a settled card against what lies in its place."""
        at = card.reading.place_mm
        if at is None:
            return
        near = [o for o in self._lying.values() if _away(o.piece, *at) < SAME_MM]
        one = min(near, key=lambda o: _away(o.piece, *at), default=None)
        certain = card.reading.verdict is Verdict.CERTAIN
        if one is not None and not one.piece.held:
            self._know(card, one)
        name = card.reading.card if certain else None
        if name is None:
            if one is None and not any(_away(p, *at) < 2 * SAME_MM for p in self._been):
                self._tell("stray", card.id, f"{card.reading.verdict} at {at}")
            return
        if one is not None and one.piece.card.card == name:
            return
        if not any(p.card.card == name and _away(p, *at) < 2 * SAME_MM for p in self._been):
            lies = "nothing" if one is None else one.piece.card.card
            self._tell("wrong", card.id, f"{name} where {lies} lies")
            return
        since_s, allowed_s = self._since(one, at)
        if since_s is not None and instant.stamp_s - max(since_s, self._calm_s) > allowed_s:
            self._tell("stale", card.id, f"{name} at {at}, {instant.stamp_s - since_s:.1f} s on")

    def _since(self, one: _Lying | None, at: tuple[float, float]) -> tuple[float | None, float]:
        """Return since when a place shows something else, and how long that may be overlooked."""
        if one is not None:
            return one.free_s, STALE_UNSEEN_S if one.piece.unseen else STALE_S
        gone = [when_s for piece, when_s in self._bared if _away(piece, *at) < SAME_MM]
        if self._before is not None and any(
            hand_shape(hand, np.array([[at]], np.float32))[0].min() < 60.0
            for hand in self._before.hands
        ):
            return None, STALE_S
        # A card that is taken away is known to be gone after some looks.
        return max(gone, default=None), 2 * STALE_S

    def _know(self, card: SettledCard, one: _Lying) -> None:
        """Take a settled card's id as that of the real card in its place."""
        name = one.piece.card.card
        right = card.reading.card == name or card.reading.card is None
        if not right:
            return
        was = self._named.setdefault(card.id, (name, one.piece.number))
        if was[1] != one.piece.number:
            self._tell("wrong", card.id, f"the id of {was[0]} was given to {name}")
            return
        if card.id not in one.ids and one.ids:
            self._tell("doubled", card.id, f"{name} has {len(one.ids) + 1} ids")
        one.ids.add(card.id)

    def _expect(
        self, instant: Instant, one: _Lying, known: Sequence[SettledCard], picture: Image
    ) -> None:
        """Expect a card in full view to be known, and soon."""
        if one.free_s is None or one.lost:
            return
        name = one.piece.card.card
        here = [
            card
            for card in known
            if (at := card.reading.place_mm) and _away(one.piece, *at) < SAME_MM
            and (card.reading.verdict is not Verdict.CERTAIN or card.reading.card == name)
        ]  # fmt: skip
        if here:
            if not one.told and one.frames > LATE_FRAMES and self._calm_s < one.free_s:
                self._played.counts["late"] += 1
            one.told = True
            one.asked = here[0].reading.verdict is not Verdict.CERTAIN
        allowed_s = STALE_UNSEEN_S if one.piece.unseen else LOST_S
        if not here and instant.stamp_s - max(one.free_s, self._calm_s) > allowed_s:
            one.lost = True
            if self._readable(one, picture):
                self._tell("lost", str(one.piece.number), name)
            else:
                self._played.counts["unreadable"] += 1

    def _readable(self, one: _Lying, picture: Image) -> bool:
        """Tell whether a single picture shows what the tracker does not know."""
        cards = self._reader.read(picture).cards
        return any(
            card.card == one.piece.card.card and card.verdict is Verdict.CERTAIN for card in cards
        )

    def _tell(self, fault: str, id_: str, what: str) -> None:
        if (fault, id_) in self._said:
            return
        self._said.add((fault, id_))
        self._played.counts[fault] += 1
        if fault in FAULTS:
            self._played.faults.append(f"{fault.upper():<8} {self._where}: {what}")


Seen = Callable[[Instant, Observation, Judge], None]


def _view(instant: Instant) -> tuple[object, ...]:
    return instant.gain, instant.turn_deg


def _away(piece: Piece, x_mm: float, y_mm: float) -> float:
    return math.hypot(piece.card.x_mm - x_mm, piece.card.y_mm - y_mm)


def _grid(corners: NDArray[np.float64], steps: int = 5) -> NDArray[np.float32]:
    """Return points all over a card (n x n x 2, mm), `steps` each way."""
    across = np.linspace(0, 1, steps)[:, None, None]
    down = np.linspace(0, 1, steps)[None, :, None]
    top = corners[0] + (corners[1] - corners[0]) * across
    low = corners[3] + (corners[2] - corners[3]) * across
    return np.asarray(top + (low - top) * down, np.float32)

"""What an observer makes of an evening beside what really happened, fault by fault.

Faults: a *wrong* name, which never lay there; a *stale* one, which lies there no more; a *lost*
card, which lies there and is not known, or is forgotten under a hand while the table counts as
steady or whole; a *doubled* one, under a second id. Goal: none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tests.bench.scenes.script import BEGUN_S, Instant, Piece
from tests.bench.scenes.sight import Sight
from vision.mat import WHOLE
from vision.observation import UNSEEN, Observation, SettledCard
from vision.reader import Reader
from vision.reading import Image, Verdict
from vision.synthetic.render_card import card_corners_mm
from vision.synthetic.render_hand import hand_shape

# What decides what counts
SAME_MM = 30.0  # between a card's middle and where it is told to lie
CLEAR_MM = 22.0  # between a hand and a card that nothing, not even a shadow, falls on
STALE_S = 0.5  # a name that lies there no more, in full view for so long
STALE_UNSEEN_S = 2.0  # the same where no frame tells that time was lost
LOST_S = 1.0  # a card in full view for so long must be known
LATE_FRAMES = 6  # from full view to known: 400 ms at 15 frames a second
JUMP = 0.06  # of a colour's gain within a frame: what changes more slowly is no excuse
SHARP_PX, LIGHT = 1.5, 0.3  # blur and gain of a frame that counts among those

FAULTS = ("wrong", "stale", "lost", "doubled")
TOLD = (*FAULTS, "late", "asked")  # of which each is told in words
UNFIT = UNSEEN | {"glare"}  # reasons for which a card may be out of sight


@dataclass
class Played:
    """What came of one evening or of several.

    `counts` has the `FAULTS`, what was ``late``, ``asked`` and ``unreadable`` (not found in single
    pictures either, which is said), ``stray`` places, places without a name asked about ``anew``,
    ``known`` cards, cards ``without`` a template that were rightly asked about, and ``frames``,
    the ``steady`` and ``idle`` ones among them.
    `ms` is the tracker's time, `cpu_s` all of it.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    ms: float = 0.0
    cpu_s: float = 0.0

    def __iadd__(self, other: Played) -> Played:
        """Add another evening to this one."""
        self.counts += other.counts
        self.faults += other.faults
        self.ms += other.ms
        self.cpu_s += other.cpu_s
        return self


@dataclass
class _Lying:
    """What the judge keeps of one real card where it lies."""

    piece: Piece
    free_s: float | None = None  # since when it lies there in full view
    frames: int = 0  # so many frames long
    ids: set[str] = field(default_factory=set)
    told: bool = False  # known since it lies there
    named: bool = False  # with certainty, whether there or elsewhere
    seen_s: float = -math.inf  # when it was last known there, or asked about
    lost: bool = False
    asked: str = ""  # what is asked about it


class Judge:
    """Holds what is observed against what lies there."""

    def __init__(
        self,
        where: str,
        reader: Reader,
        card_mm: tuple[float, float],
        known: Collection[str] | None = None,
    ) -> None:
        self._where, self._reader, self._card_mm = where, reader, card_mm
        self._known = frozenset(reader.deck.templates if known is None else known)
        self._lying: dict[int, _Lying] = {}
        self._named: dict[str, tuple[str, int]] = {}  # by id: the card and piece that it was
        self._been: list[Piece] = []  # all places that cards ever lay in
        self._bared: list[tuple[Piece, float]] = []  # cards gone from a place, and when
        self._said: set[tuple[str, str]] = set()  # faults told, by kind and id
        self._before: Instant | None = None
        self._calm_s = 0.0  # since when light and camera are as they are
        self._froze = False  # the last frames were one and the same
        self._played = Played()

    def note(self, instant: Instant, observed: Observation) -> None:
        """Take what was observed of an instant."""
        self._follow(instant)
        counts = self._played.counts
        counts["frames"] += 1
        counts["steady"] += observed.steady
        counts["idle"] += observed.idle
        if instant.frozen:
            self._froze = True
            return
        if self._froze:  # meanwhile nobody could know what lies there
            self._froze, self._calm_s = False, instant.stamp_s
        for card in observed.settled:
            if card.in_sight:
                self._check(instant, card)
        for lying in self._lying.values():
            self._expect(instant, lying, observed)

    def free_s(self, number: int) -> float | None:
        """Return since when a card lies in full view, in seconds; None where it does not."""
        one = self._lying.get(number)
        return None if one is None else one.free_s

    def done(self) -> Played:
        """Return what came of the evening."""
        counts = self._played.counts
        counts["known"] = counts["without"] = 0
        for one in self._lying.values():
            name = one.piece.card.card
            counts["known" if name in self._known else "without"] += one.told
            if one.asked and name in self._known:
                self._tell("asked", str(one.piece.number), f"{name}: {one.asked}")
        return self._played

    # -- what lies there -----------------------------------------------------------------------

    def _follow(self, instant: Instant) -> None:
        before, self._before = self._before, instant
        if before is None or _jumps(before.sight, instant.sight):
            self._calm_s = instant.stamp_s
        swept = _swept(before, instant)
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
            if piece.held or self._covered(piece, instant, swept):
                one.free_s, one.frames = None, 0
            else:
                if one.free_s is None:
                    one.free_s, one.frames = instant.stamp_s, 0
                one.frames += _is_sharp(instant.sight)

    def _covered(self, piece: Piece, instant: Instant, swept_mm: float) -> bool:
        """Tell whether a hand or another card in a hand is over a card, or near it; each may be
        seen aside by as much as it moves while a frame is taken."""
        ground = _grid(card_corners_mm(piece.card, self._card_mm))
        if any(hand_shape(hand, ground)[0].min() < CLEAR_MM + swept_mm for hand in instant.hands):
            return True
        reach = math.hypot(*self._card_mm) + swept_mm
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
            # What never had a name may be another card: it is asked about anew.
            fault = "doubled" if one.named else "anew"
            self._tell(fault, card.id, f"{name} has {len(one.ids) + 1} ids")
        one.ids.add(card.id)
        one.named |= card.reading.verdict is Verdict.CERTAIN

    def _expect(self, instant: Instant, one: _Lying, observed: Observation) -> None:
        """Expect a card in full view to be known, and soon; and one under a hand to be kept."""
        if one.piece.held or one.lost:
            return
        name = one.piece.card.card
        kept = [
            card
            for card in observed.settled
            if (at := card.reading.place_mm) and _away(one.piece, *at) < SAME_MM
            and (card.reading.verdict is not Verdict.CERTAIN or card.reading.card == name)
        ]  # fmt: skip
        whole = observed.steady or observed.whole_in(WHOLE)
        if one.told and not kept and whole and UNFIT.isdisjoint(observed.quality.reasons):
            self._lose(one, f"{name}, forgotten while the table counts as steady or whole")
            return
        if one.free_s is None:
            return
        # One without a template may lie where a known one lay: nobody can tell it from a thing
        # upon that, and what is asked is told of that one's place.
        unnamed = name not in self._known
        here = [card for card in kept if card.in_sight or (unnamed and card.reading.card is None)]
        if here:
            late = one.frames > LATE_FRAMES and self._calm_s < one.free_s
            if late and not one.told and name in self._known:
                number = str(one.piece.number)
                self._tell("late", number, f"{name}, after {one.frames} frames in full view")
            one.told, one.seen_s = True, instant.stamp_s
            reading = here[0].reading
            certain = reading.verdict is Verdict.CERTAIN
            one.asked = "" if certain else f"{reading.verdict} {reading.reason}".strip()
            return
        allowed_s = STALE_UNSEEN_S if one.piece.unseen else LOST_S
        if instant.stamp_s - max(one.free_s, self._calm_s, one.seen_s) <= allowed_s:
            return
        fit = UNFIT.isdisjoint(observed.quality.reasons)
        if (fit or name in self._known) and self._is_readable(one, observed.picture):
            self._lose(one, name)
        elif fit and observed.steady:
            self._lose(one, f"{name}, in silence: a single picture does not show it either")
        else:
            one.lost = True
            self._played.counts["unreadable"] += 1

    def _is_readable(self, one: _Lying, picture: Image) -> bool:
        """Tell whether a single picture shows what the tracker does not know."""
        name = one.piece.card.card
        for card in self._reader.read(picture).cards:
            if name in self._known and card.card == name and card.verdict is Verdict.CERTAIN:
                return True
            if (
                name not in self._known
                and (at := card.place_mm)
                and _away(one.piece, *at) < SAME_MM
            ):
                return True
        return False

    def _lose(self, one: _Lying, what: str) -> None:
        one.lost = True
        self._tell("lost", str(one.piece.number), what)

    def _tell(self, fault: str, id_: str, what: str) -> None:
        if (fault, id_) in self._said:
            return
        self._said.add((fault, id_))
        self._played.counts[fault] += 1
        if fault in TOLD:
            at_s = self._before.stamp_s - BEGUN_S if self._before else 0.0
            self._played.faults.append(f"{fault.upper():<8} {self._where}, {at_s:.1f} s: {what}")


def _jumps(before: Sight, now: Sight) -> bool:
    """Tell whether light or camera changed so suddenly that all must be looked at anew."""
    gains = zip(before.gain, now.gain, strict=True)
    return (
        any(abs(b / a - 1) > JUMP for a, b in gains)
        or before.turn_deg != now.turn_deg
        or before.zoom != now.zoom
    )


def _is_sharp(sight: Sight) -> bool:
    return sight.lens.blur_px < SHARP_PX and min(sight.gain) > LIGHT


def _swept(before: Instant | None, now: Instant) -> float:
    """Return how far, in mm, a hand may be seen from where it is, as the shutter is slow."""
    if before is None or len(before.hands) != len(now.hands):
        return 0.0
    shutter = now.sight.shutter
    far = (
        math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
        for a, b in zip(before.hands, now.hands, strict=True)
    )
    share = (shutter.exposure_s + shutter.readout_s) / (now.stamp_s - before.stamp_s)
    return max(far, default=0.0) * share


def is_at(piece: Piece, place_mm: tuple[float, float]) -> bool:
    """Tell whether what is told of a place is told of a card that lies there."""
    return _away(piece, *place_mm) < SAME_MM


def _away(piece: Piece, x_mm: float, y_mm: float) -> float:
    return math.hypot(piece.card.x_mm - x_mm, piece.card.y_mm - y_mm)


def _grid(corners: NDArray[np.float64], steps: int = 5) -> NDArray[np.float32]:
    """Return points all over a card (n x n x 2, mm), `steps` each way."""
    across = np.linspace(0, 1, steps)[:, None, None]
    down = np.linspace(0, 1, steps)[None, :, None]
    top = corners[0] + (corners[1] - corners[0]) * across
    low = corners[3] + (corners[2] - corners[3]) * across
    return np.asarray(top + (low - top) * down, np.float32)

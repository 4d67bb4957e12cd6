"""The light show: what each lamp does, following the offers' cues and the answers to presses.

A pattern is a function of time. The answer to a press overrides it: if the press is accepted, the
lamp inverts once; if it is refused, the lamp flickers twice. When a banner is about some seats,
their lamps flare for a second.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from firmware.service.supervisor import Worker
from referee.contract import Cue

Pattern = Callable[[float], float]
FRAME_S = 0.04
CHATTER_S = 0.03
HALF = 0.5  # A lamp above this level counts as lit.


class Lamps(Protocol):
    """The lamps and the buzzer of the panel."""

    @property
    def seats(self) -> int:
        """Return the number of lamps."""

    def light(self, seat: int, level: float) -> None:
        """Set a lamp to a level from 0 (dark) to 1 (full)."""

    def tone(self, frequency_hz: float | None) -> None:
        """Sound the buzzer at a frequency. None is silence."""


def _breathe(at_s: float) -> float:
    return 0.55 - 0.45 * math.cos(at_s * math.tau / 2.4)


def _flashes(
    period_s: float, *flashes: tuple[float, float], low: float = 0.0, high: float = 1.0
) -> Pattern:
    """Return a pattern that is `high` in each flash: (from, to), in seconds of the period."""
    return lambda at_s: (
        high if any(begin <= at_s % period_s < end for begin, end in flashes) else low
    )


_blink = _flashes(0.8, (0.0, 0.4))
_slow = _flashes(1.0, (0.0, 0.6))


def _answer(at_s: float) -> float:
    return _breathe(at_s) if at_s % 4.8 < 2.4 else _blink(at_s)


def _lost(at_s: float) -> float:
    return _slow(at_s) if at_s < 3.0 else 0.1


PATTERNS: dict[str, Pattern] = {
    "off": lambda _: 0.0,
    "dim": lambda _: 0.1,
    "steady": lambda _: 1.0,
    "breathe": _breathe,
    "blink": _blink,
    "answer": _answer,
    "lost": _lost,
    "won": _flashes(1.2, (0.0, 0.12), (0.24, 0.36), low=0.25),
    "paused": _flashes(3.0, (0.0, 0.15), high=0.5),
    "amiss": _flashes(1.6, (0.0, 0.1), (0.2, 0.3), (0.4, 0.5)),
}
STILL = {"off", "dim", "steady"}
# When a phone asks for the seat, its lamp inverts four times in a row, every two seconds. No cue
# does that, and people can still read the cue in between.
_asked = _flashes(2.0, *((n / 10, n / 10 + 0.05) for n in range(4)))
_flare = _flashes(0.2, (0.0, 0.1))
FLARE_S = 1.0
FLARE_TONE = (2637.0, 0.5)
BY_CUE = {
    Cue.IDLE: "off",
    Cue.TURN: "steady",
    Cue.MAY_CHALLENGE: "breathe",
    Cue.MAY_BLOCK: "blink",
    Cue.MAY_ANSWER: "answer",
    Cue.WAIT: "dim",
    Cue.LOST: "lost",
    Cue.WON: "won",
    Cue.OUT: "off",
    Cue.PAUSED: "paused",
    Cue.MISPLACED: "amiss",
}

# Answers to a press, as steps: seconds, and whether the lamp is inverted. The tones are in Hz and
# seconds; they differ in both. A small piezo is silent below the tones in parts.toml.
ACCEPTED = ((0.12, True), (0.10, False))
REFUSED = ((0.06, True), (0.06, False), (0.06, True), (0.06, False))
ACCEPTED_TONE = (3951.0, 0.06)
REFUSED_TONE = (2093.0, 0.25)


class LightShow:
    """Controls the lamps and the buzzer. Its thread is `run`; call the rest from any thread."""

    def __init__(
        self, lamps: Lamps, sound: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lamps = lamps
        self.sound = sound
        self._clock = clock
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._names = ["off"] * lamps.seats
        self._since_s = [0.0] * lamps.seats
        self._levels = [-1.0] * lamps.seats
        self._touched: dict[int, float] = {}  # By seat: level until an answer.
        self._asked: frozenset[int] = frozenset()  # Seats for which phones ask.
        self._flares: dict[int, float] = {}  # By seat: start of the flare.
        self._masked: set[int] = set()  # Seats whose contacts must stay invisible.
        self._answers: dict[int, tuple[float, float, tuple[tuple[float, bool], ...]]] = {}
        self._quiet_at_s: float | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each lamp's pattern."""
        return tuple(self._names)

    def show(self, cues: Sequence[Cue], asked: Collection[int] = ()) -> None:
        """Give each lamp the pattern of its seat's cue. The lamp of a seat without a cue stays
        dark.

        The lamps of the seats in `asked` also show that a phone asks for the seat.
        """
        with self._lock:
            self._asked = frozenset(asked)
            now_s = self._clock()
            for seat in range(self._lamps.seats):
                name = BY_CUE[cues[seat]] if seat < len(cues) else "off"
                if name != self._names[seat]:
                    self._names[seat], self._since_s[seat] = name, now_s
        self._wake.set()

    def renew(self) -> None:
        """Set every lamp again, because new pins have replaced the old ones."""
        with self._lock:
            self._levels = [-1.0] * self._lamps.seats
            self._masked.clear()
        self._wake.set()

    def touch(self, seat: int) -> None:
        """At a contact, invert the lamp until the press is answered or released.

        If the last press still bounces, the lamp continues the answer to it.
        """
        with self._lock:
            if seat in self._masked:
                return
            answered_s = self._answers[seat][0] if seat in self._answers else float("-inf")
            if seat not in self._touched and self._clock() - answered_s > CHATTER_S:
                self._touched[seat] = self._opposite(seat)
                self._set(seat, self._touched[seat])

    def let_go(self, seat: int) -> None:
        """Return the lamp to its pattern, unless the contact was answered."""
        with self._lock:
            if seat not in self._masked:
                self._let_go(seat)

    def mask(self, seat: int) -> None:
        """Keep a lamp inverted until the press is answered, and show no contact until `unmask`."""
        with self._lock:
            self._answers.pop(seat, None)
            self._touched.setdefault(seat, self._opposite(seat))
            self._set(seat, self._touched[seat])
            self._masked.add(seat)

    def unmask(self, seat: int) -> None:
        """Show contacts again. If the press was not answered, the lamp returns to its pattern."""
        with self._lock:
            self._masked.discard(seat)
            self._let_go(seat)

    def accept(self, seat: int) -> None:
        """Show that a press acts. The lamp is set at once, in the caller's thread."""
        self._answer(seat, ACCEPTED, ACCEPTED_TONE)

    def refuse(self, seat: int) -> None:
        """Show that a press does nothing."""
        self._answer(seat, REFUSED, REFUSED_TONE)

    def _answer(
        self, seat: int, beats: tuple[tuple[float, bool], ...], tone: tuple[float, float]
    ) -> None:
        with self._lock:
            now_s = self._clock()
            opposite = self._touched.pop(seat, self._opposite(seat))
            self._answers[seat] = (now_s, opposite, beats)
            self._set(seat, opposite)
            self._sound(tone, now_s)
        self._wake.set()

    def _sound(self, tone: tuple[float, float], now_s: float) -> None:
        if self.sound:
            self._lamps.tone(tone[0])
            self._quiet_at_s = now_s + tone[1]

    def flare(self, seats: Collection[int]) -> None:
        """For a banner, make the lamps of some seats flare, and sound the buzzer."""
        with self._lock:
            now_s = self._clock()
            self._flares = {seat: now_s for seat in seats if seat < self._lamps.seats}
            self._sound(FLARE_TONE, now_s)
        self._wake.set()

    def frame(self) -> float | None:
        """Set every lamp for this moment. Return in how many seconds to call again, or None."""
        with self._lock:
            now_s = self._clock()
            for seat in range(self._lamps.seats):
                self._set(seat, self._level(seat, now_s))
            if self._quiet_at_s is not None and now_s >= self._quiet_at_s:
                self._lamps.tone(None)
                self._quiet_at_s = None
            moving = self._answers or self._asked or self._flares or self._quiet_at_s is not None
            return FRAME_S if moving or not STILL.issuperset(self._names) else None

    def run(self, worker: Worker) -> None:
        """Keep the lamps moving until stopped."""
        while not worker.stop.is_set():
            worker.beat()
            pause_s = self.frame()
            self._wake.wait(1.0 if pause_s is None else pause_s)
            self._wake.clear()

    def _let_go(self, seat: int) -> None:
        if self._touched.pop(seat, None) is not None:
            self._set(seat, self._level(seat, self._clock()))

    def _opposite(self, seat: int) -> float:
        """Return the opposite of a lamp's current level: 0 if it is lit, or else 1."""
        return 0.0 if self._levels[seat] > HALF else 1.0

    def _set(self, seat: int, level: float) -> None:
        if level != self._levels[seat]:
            self._levels[seat] = level
            self._lamps.light(seat, level)

    def _base(self, seat: int, now_s: float) -> float:
        level = PATTERNS[self._names[seat]](now_s - self._since_s[seat])
        turned = seat in self._asked and _asked(now_s) > 0
        if seat in self._flares:
            at_s = now_s - self._flares[seat]
            turned = _flare(at_s) > 0
            if at_s >= FLARE_S:
                del self._flares[seat]
        return (0.0 if level > HALF else 1.0) if turned else level

    def _level(self, seat: int, now_s: float) -> float:
        base = self._base(seat, now_s)
        if seat in self._touched:
            return self._touched[seat]
        if seat in self._answers:
            began_s, opposite, beats = self._answers[seat]
            at_s = now_s - began_s
            for length_s, turned in beats:
                if at_s < length_s:
                    return opposite if turned else 1.0 - opposite
                at_s -= length_s
            del self._answers[seat]
        return base

"""Evenings played through a tracker: which, with which deck and hardships, before which camera."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from tests.bench.evening.decks import Dealt, cards_of, press_of, taught
from tests.bench.evening.judge import Judge, Played
from tests.bench.scenes.evenings import KINDS, evening, trick
from tests.bench.scenes.film import Film
from tests.bench.scenes.hardships import SOME, some
from tests.bench.scenes.script import Instant
from vision.follow.tracker import Tracker
from vision.mat import Mat
from vision.observation import Observation
from vision.reader import Reader
from vision.synthetic.camera import PinholeCamera

SIZES = {"540p": (960, 540), "1080p": (1920, 1080), "1296p": (2304, 1296)}
SIZE = "1080p"
TILTS = (4.0, 9.0, 14.0)  # degrees: the cameras, one for each number in turn

Seen = Callable[[Instant, Observation, Judge], None]


@dataclass(frozen=True)
class Plan:
    """An evening that can be played again: its kind, deck, seed, number, hardships and size."""

    kind: str
    deck: Dealt
    seed: int
    number: int
    hardships: tuple[str, ...] = ()
    size: str = SIZE

    @property
    def tilt_deg(self) -> float:
        """Return how far the camera leans."""
        return TILTS[self.number % len(TILTS)]

    @property
    def where(self) -> str:
        """Return the words by which the evening is found again."""
        harder = "".join(f" + {name}" for name in self.hardships)
        deck, size = _file_name(self.deck), self.size
        return f"{self.kind}{harder} {self.number} with {deck}, {size}, seed {self.seed}"


def plan_of(where: str, decks: Sequence[Dealt]) -> Plan:
    """Return the evening that is found by such words; raises `LookupError` for no such evening."""
    told = re.fullmatch(r"(\w+)((?: \+ \w+)*) (\d+) with (.+), (\w+), seed (\d+)", where)
    if told is None:
        raise LookupError(f"{where!r} names no evening")
    kind, harder, number, name, size, seed = told.groups()
    deck = next((one for one in decks if _file_name(one) == name), None)
    hard = tuple(harder.split(" + ")[1:])
    if deck is None or kind not in KINDS or size not in SIZES or not set(hard) <= set(SOME):
        raise LookupError(f"{where!r} names no evening that can be played here")
    return Plan(kind, deck, int(seed), int(number), hard, size)


def _file_name(deck: Dealt) -> str:
    return Path(deck.told).name


@dataclass(frozen=True)
class Wanted:
    """Which evenings are to be played: so many from number `first`; what is empty is not limited.

    With `harder` none, each has a few hardships by chance, else those.
    """

    count: int
    first: int = 0
    seed: int = 0
    kinds: tuple[str, ...] = ()
    harder: tuple[str, ...] | None = None
    sizes: tuple[str, ...] = (SIZE,)


def plans(wanted: Wanted, decks: Sequence[Dealt]) -> list[Plan]:
    """Return the evenings wanted, kinds and decks in turn, those of a deck and camera together."""
    kinds, sizes = wanted.kinds or tuple(KINDS), wanted.sizes
    made = []
    for number in range(wanted.first, wanted.first + wanted.count):
        chance = np.random.default_rng([wanted.seed, number])
        harder = some(chance) if wanted.harder is None else wanted.harder
        # One deck further with each round of the kinds, so that each kind meets each deck.
        deck = decks[(number // len(kinds) + number % len(kinds)) % len(decks)]
        size = sizes[int(chance.integers(len(sizes)))]
        made.append(Plan(kinds[number % len(kinds)], deck, wanted.seed, number, harder, size))
    return sorted(made, key=lambda p: (decks.index(p.deck), sizes.index(p.size), p.tilt_deg))


class Evenings:
    """Plays evenings with the decks taught into a folder; the last reader and film are kept."""

    def __init__(self, mat: Mat, folder: Path) -> None:
        self.mat, self._folder = mat, folder
        self._reader = lru_cache(maxsize=1)(self._read)
        self._film = lru_cache(maxsize=1)(self._filmed)

    def play(self, plan: Plan, seen: Seen | None = None) -> Played:
        """Play an evening through a tracker of its own; `seen` is told of each observation."""
        begun_s = time.thread_time()
        reader, name = self._reader(plan.deck), plan.deck.name
        dealt = cards_of(name) if plan.kind != trick.__name__ else tuple(reader.deck.templates)
        script = evening(plan.kind, self.mat, name, dealt, plan.seed, plan.number, plan.hardships)
        tracker = Tracker(reader)
        judge = Judge(plan.where, reader, press_of(name).size_mm(name))
        film = self._film(name, plan.size, plan.tilt_deg)
        spent_s = 0.0
        for instant, picture in film.shoot(script):
            before_s = time.thread_time()
            observed = tracker.update(picture)
            spent_s += time.thread_time() - before_s
            judge.note(instant, observed)
            if seen is not None:
                seen(instant, observed, judge)
        played = judge.done()
        played.ms, played.cpu_s = spent_s * 1e3, time.thread_time() - begun_s
        return played

    def _read(self, deck: Dealt) -> Reader:
        reader = Reader(taught(deck, self._folder), self.mat)
        while reader.precompute():
            pass
        return reader

    def _filmed(self, deck: str, size: str, tilt_deg: float) -> Film:
        camera = PinholeCamera.above(self.mat.size_mm, *SIZES[size], tilt_deg=tilt_deg)
        return Film(camera, self.mat, press_of(deck))

"""Matches that are played by camera: cards on rendered mats, moves read from the frames alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, TypeVar

import msgspec

from firmware.bench import Judged
from firmware.bench.spread import spread
from firmware.mats import load_mats
from firmware.reading.asking import Asker, Submission
from referee.actor import TABLE
from referee.match.bodies import Begun, Moved
from referee.match.entries import Line
from referee.match.running import Running, Snapshot
from referee.reports.status import Question
from vision.deck import load_deck
from vision.follow.tracker import Tracker
from vision.mat import Grid
from vision.observation import Observation
from vision.reader import Reader
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Hand, Lying, Scene

FRAMES = 14  # enough for every card to be read or given up
FRAME_S, PATIENCE_S = 0.1, 10.0

Plan = tuple[int, int, int]  # a seed, the number of a match, and how much of it is played


class PlayedRow(Judged, frozen=True, kw_only=True):
    """What came of so many moves.

    `wrong` moves were others than the cards made, `lost` cards made none; `asked` is how many
    questions came up, `alarms` how many of them although all lay as it had to.
    """

    NEVER = ("wrong", "lost", "alarms")

    moves: int
    wrong: int
    lost: int
    asked: int
    alarms: int
    frames: int


Row = TypeVar("Row", bound=PlayedRow)


def played(
    play: Callable[[Plan], Row], count: int, each: int, seed: int, processes: int, label: str
) -> Row:
    """Play so much, so much of it `each` match, over processes; return what came of all."""
    plans = [(seed, one, min(each, count - one)) for one in range(0, count, each)]
    return summed(list(spread(play, plans, processes, label)))


def summed(rows: Sequence[Row]) -> Row:
    """Return rows as one: counts added up, faults one after the other, of `most` the largest."""
    fields = [msgspec.structs.asdict(row) for row in rows]
    summed: dict[str, Any] = {
        name: max(values) if name == "most" else sum(values)
        for name in fields[0]
        if name != "faults" and (values := [one[name] for one in fields])
    }
    return type(rows[0])(**summed, faults=tuple(fault for row in rows for fault in row.faults))


class Filmed(ABC):
    """Cards on rendered mats, and the camera above that knows nothing of them."""

    grids: Mapping[str, Grid]

    def __init__(self, renderer: Renderer, reader: Reader) -> None:
        self.renderer, self.tracker, self.frames = renderer, Tracker(reader), 0

    @property
    @abstractmethod
    def lying(self) -> tuple[Lying, ...]:
        """The cards as they lie."""

    def look(self, hand: Hand | None = None) -> Observation:
        """Take one frame and return what the tracker knows then."""
        self.frames += 1
        scene = Scene(self.lying, hands=() if hand is None else (hand,))
        return self.tracker.update(self.renderer.render(scene, seed=self.frames).image)

    def looks(self) -> Iterator[Observation]:
        """Yield what is known after each frame until no more is to come."""
        for _ in range(FRAMES):
            seen = self.look()
            yield seen
            if seen.steady and seen.idle:
                return


Table = TypeVar("Table", bound=Filmed)


class ByCamera(ABC):
    """A match, and what a camera makes of the table that it lies on; it counts what came of that.

    `over` is a match that ended, or went astray.
    """

    COUNTS: ClassVar[tuple[str, ...]] = ("wrong", "lost", "asked", "alarms")

    def __init__(self, head: dict[str, Any], table: Filmed, random: Random) -> None:
        self.running = Running(Line(1, 1, Begun(**head), TABLE, 0.0))
        self.random, self._filmed = random, table
        self.asker, self.now_s = Asker(), 0.0
        self.moves, self.over = 0, False
        self._counts = dict.fromkeys(self.COUNTS, 0)
        self._faults: list[str] = []

    @property
    def snapshot(self) -> Snapshot:
        """The match as it stands."""
        return self.running.snapshot()

    @abstractmethod
    def chosen(self) -> dict[str, Any]:
        """Return a random move."""

    def make(self, *moves: dict[str, Any]) -> None:
        """Make moves that nobody reads."""
        for move in moves:
            self.running.add(Line(self.running.seq + 1, 1, Moved(move), TABLE, 0.0))

    def play_on(self, moves: int) -> None:
        """Make some random moves that nobody reads."""
        for _ in range(moves):
            if self.snapshot.outcome is None:
                self.make(self.chosen())
        self.over = self.snapshot.outcome is not None

    def look(self) -> Question | Submission | None:
        """Look until cards make a move, or until people had time to be asked."""
        for seen in self._filmed.looks():
            if (told := self.consider(seen, FRAME_S)) is not None:
                return told
        for _ in range(3):
            if (told := self.consider(seen, PATIENCE_S)) is not None:
                return told
        return self.asker.question

    def consider(self, seen: Observation, later_s: float) -> Submission | None:
        """Judge what is seen, so much later than what was seen before."""
        self.now_s += later_s
        return self.asker.consider(self.snapshot, seen, self.now_s, self._filmed.grids)

    def note(self, what: str, told: str) -> None:
        """Count what came about, and keep it with its circumstances."""
        self._counts[what] += 1
        self._faults.append(f"{what.upper()}: {told}")

    def came_of(self, where: str) -> dict[str, Any]:
        """Return what came of the moves, by the names of a row's fields."""
        return {
            "moves": self.moves,
            "frames": self._filmed.frames,
            "faults": tuple(f"{where}, {fault}" for fault in self._faults),
            **self._counts,
        }


def reader_of(game: str, seats: int) -> Reader:
    """Return the reader of a game's deck on its mats for so many seats."""
    return reader_of_deck(game, game, seats)


@lru_cache(maxsize=2)
def reader_of_deck(game: str, deck: str, seats: int) -> Reader:
    """Return the reader of a deck on a game's mats for so many seats."""
    return Reader(load_deck(deck), *load_mats(game, seats))

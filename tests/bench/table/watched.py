"""A match and counts of what a camera makes of its table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from firmware.reading.asker import Asker
from firmware.reading.submission import Submission
from referee import library
from referee.actor import TABLE
from referee.contract import Game
from referee.match.journal.bodies import Begun, Moved
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch, Snapshot
from referee.reports.questions import Question
from referee.table import Change, Laid, Taken
from tests.bench import Judged
from tests.bench.spread import spread

NEW = ("table.ask.new", "table.ask.pile.new")  # whether a card is one


class ReadRow(Judged, frozen=True, kw_only=True):
    """What came of so many moves that were read.

    `wrong` moves were others than the cards made, `lost` cards made none; `asked` is how many
    questions came up.
    """

    NEVER: ClassVar[tuple[str, ...]] = ("wrong", "lost")

    wrong: int
    lost: int
    asked: int
    frames: int


Row = TypeVar("Row", bound=ReadRow)
Plan = TypeVar("Plan")


def played(play: Callable[[Plan], Row], plans: Sequence[Plan], processes: int, label: str) -> Row:
    """Play by some plans over processes; return what came of all."""
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


class Watched:
    """A running match, and the asker that is shown its table."""

    COUNTS: ClassVar[tuple[str, ...]] = ("wrong", "lost", "asked")

    def __init__(self, game: str, options: dict[str, Any], seats: int) -> None:
        plain = library.to_plain(library.options(library.game(game), options))
        self.running = PlayedMatch(Line(1, 1, Begun(game, plain, seats), TABLE, 0.0))
        self.asker, self.now_s = Asker(), 0.0
        self.counts = dict.fromkeys(self.COUNTS, 0)
        self.faults: list[str] = []

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played."""
        return self.running.game

    @property
    def snapshot(self) -> Snapshot:
        """The match as it stands."""
        return self.running.snapshot()

    def make(self, *moves: dict[str, Any]) -> None:
        """Make moves that nobody reads."""
        for move in moves:
            self.running.add(Line(self.running.seq + 1, 1, Moved(move), TABLE, 0.0))

    def answered(self, asked: Question, moves: Iterable[Any], changes: Iterable[Change]) -> bool:
        """Answer a question by what was really done, where a tap can; tell whether one could."""
        offers = self.snapshot.offers
        labels = [offer.shown.label for move in moves for offer in offers.matching(move)]
        way = next((one.id for one in asked.choices if one.label in labels), None)
        if way is not None:
            self.asker.choose(asked.id, way, TABLE)
            return True
        done = [(_name(one), _zone(one)) for one in changes]
        if asked.message.key in NEW:
            item = asked.items[0]
            is_new = (item.guess, asked.zone) in done
            self.asker.answer(asked.id, item.id, item.guess if is_new else None, TABLE)
            return True
        for item in asked.items:
            may = {one.card for one in item.candidates}
            card = next((name for name, _ in done if name in may), None)
            if card is not None and not item.certain:
                self.asker.answer(asked.id, item.id, card, TABLE)
                return True
        return False

    def note(self, what: str, told: str) -> None:
        """Count what came about, and keep it with its circumstances."""
        self.counts[what] += 1
        self.faults.append(f"{what.upper()}: {told}")

    def came_of(self, where: str) -> dict[str, Any]:
        """Return what came of it, by the names of a row's fields."""
        return {**self.counts, "faults": tuple(f"{where}, {fault}" for fault in self.faults)}


def unproven(told: Submission) -> dict[str, Any]:
    """Return the move that was read, without its pictures."""
    return {name: value for name, value in told.move.items() if name != "proof"}


def _name(change: Change) -> str:
    return change.card if isinstance(change, Laid) else change.was.name


def _zone(change: Change) -> str:
    return str(change.was.zone if isinstance(change, Taken) else change.zone)

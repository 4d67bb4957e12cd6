"""The steps of a match that count, and the undone steps that a redo can restore."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile

from referee.actor import Actor
from referee.contract import IllegalMove, Message
from referee.match.journal.bodies import DEAL, MOVE, STEPS
from referee.match.log import AppliedMove, Entry, applied_moves
from referee.match.snapshot import UndoneEntry


@dataclass(frozen=True)
class Step:
    """The effect of one undo, and the last move before and after it.

    It is a move, a correction, a new deal, or the end of a match that `stops` here with the
    standings as the result. `cut` are the entries that a correction or a new deal took back.
    """

    entry: Entry
    before: AppliedMove | None
    after: AppliedMove | None
    cut: frozenset[int] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    stops: bool = False


@dataclass(frozen=True)
class SoFar:
    """The totals of all steps so far, so that nobody has to look at each of them again.

    `cut` and `renamed` are as in a `Step`. `others` are the entries that are no moves. `dealt_seq`
    is the newest entry that ordered a new deal, or 0. `stops` says whether the match was stopped. A
    correction that takes moves back lets it go on.
    """

    cut: frozenset[int] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    others: tuple[Entry, ...] = ()
    dealt_seq: int = 0
    stops: bool = False

    def with_step(self, step: Step) -> SoFar:
        """Return the totals of all steps, with one more."""
        entry = step.entry
        if entry.kind == MOVE:
            return self
        return SoFar(
            self.cut | step.cut,
            {**self.renamed, **step.renamed},
            (*self.others, entry),
            entry.seq if entry.kind == DEAL else self.dealt_seq,
            step.stops if step.stops or step.cut else self.stops,
        )


class Steps:
    """The steps that were `done`, oldest first, and groups of undone ones for one redo each."""

    def __init__(self) -> None:
        self.done: list[Step] = []
        self._so_far = [SoFar()]  # At the beginning, and after each step that was done.
        self._undone: list[tuple[tuple[Step, ...], Actor]] = []
        self._undone_by: dict[int, Actor] = {}

    @property
    def last(self) -> AppliedMove | None:
        """The last move that counts, or None."""
        return self.done[-1].after if self.done else None

    @property
    def so_far(self) -> SoFar:
        """The totals of all steps that were done."""
        return self._so_far[-1]

    @property
    def redo(self) -> UndoneEntry | None:
        """The step that a redo restores, or None."""
        if not self._undone:
            return None
        steps, by = self._undone[-1]
        return UndoneEntry(steps[0].entry, len(steps), by)

    def add(self, step: Step) -> Entry:
        """Add a step, and return its entry. Nothing can be redone after it."""
        self._do(step)
        self._undone.clear()
        self._undone_by.update(dict.fromkeys(step.cut, step.entry.by))
        return step.entry

    def _do(self, step: Step) -> None:
        self.done.append(step)
        self._so_far.append(self.so_far.with_step(step))

    def last_done(self) -> Entry:
        """Return what an undo takes back. Raise `IllegalMove` if there is nothing."""
        if not self.done:
            raise IllegalMove("desk", Message("desk.nothing_to_undo"))
        return self.done[-1].entry

    def check_redo(self) -> None:
        """Raise `IllegalMove` if a redo can restore nothing."""
        if not self._undone:
            raise IllegalMove("desk", Message("desk.nothing_to_redo"))

    def count_back(self, to: int) -> int:
        """Return how many entries going back to just before the entry `to` takes back.

        Raise `IllegalMove` if that entry no longer counts.
        """
        if to not in (standing := self.standing(to)):
            raise IllegalMove("desk", Message("desk.no_such_entry"))
        return len(standing)

    def take_back(self, to: int, by: Actor) -> None:
        """Take back all steps from the entry `to` on."""
        at = bisect_left(self.done, to, key=lambda step: step.entry.seq)
        steps = tuple(self.done[at:])
        del self.done[at:], self._so_far[at + 1 :]
        self._undone.append((steps, by))
        self._undone_by.update(dict.fromkeys((step.entry.seq for step in steps), by))

    def make_again(self, by: Actor) -> int:
        """Restore the steps that were taken back last, and return the first one's entry.

        Raise `IllegalMove` if there is none.
        """
        self.check_redo()
        steps, _ = self._undone.pop()
        for step in steps:
            self._do(step)
            self._undone_by.update(dict.fromkeys(step.cut, by))
        return steps[0].entry.seq

    def standing(self, since: int = 0) -> dict[int, Entry]:
        """Return the entries from `since` on that count now, by number."""
        made = takewhile(lambda made: made.entry.seq >= since, applied_moves(self.last))
        now = {step.entry.seq: step.entry for step in made}
        others = (other for other in self.so_far.others if other.seq not in self.so_far.cut)
        return now | {other.seq: other for other in others if other.seq >= since}

    def current(self, log: list[Entry]) -> Iterator[Entry]:
        """Yield each entry of a log in its current form: corrected, or marked as undone."""
        now = self.standing(log[0].seq if log else 0)
        for entry in log:
            if entry.kind not in STEPS:
                yield entry
            elif entry.seq in now:
                yield now[entry.seq]
            else:
                yield replace(entry, undone=True, undone_by=self._undone_by.get(entry.seq))

    def corrections_of(self, moves: Iterable[int]) -> frozenset[int]:
        """Return the entries that corrected one of these moves."""
        corrected = set(moves)
        return frozenset(other.seq for other in self.so_far.others if other.of in corrected)

"""Reasons to wait: a change has not lasted long enough, or an undo has just taken it back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from firmware.reading.seen_cards import TablePass
from referee.match.desk import Snapshot
from referee.match.journal.bodies import BACK, CORRECT, MOVE, REDO, UNDO
from referee.table import Change, Laid, Taken, Zone

ChangeKey = tuple[object, ...]  # Identifies the same change in every pass.


def change_key(change: Change) -> ChangeKey:
    """Return the key by which the next pass recognises the same change."""
    if isinstance(change, Laid):
        return ("laid", change.id, change.card)
    was = change.was
    return ("taken" if isinstance(change, Taken) else "moved", was.name, was.zone, was.at)


class Durations:
    """Tells for how long something has had its value. If `still`, the answer is always infinity."""

    def __init__(self, still: bool = False) -> None:
        self.still = still
        self._since: dict[object, tuple[object, float]] = {}

    def lasted_s(self, what: object, value: object, now_s: float) -> float:
        """Return for how many seconds `what` has had this value. `now_s` is monotonic time."""
        if what not in self._since or self._since[what][0] != value:
            self._since[what] = (value, now_s)
        return math.inf if self.still else now_s - self._since[what][1]


class UndoneChanges:
    """Changes that an undo took back but that are still on the table. They are not judged (SL-9).

    All changes of a move are held back until one of them is gone, the move is redone, or people let
    them count. A card that the table knows to be laid since then counts at once.
    """

    def __init__(self) -> None:
        self._groups: list[dict[ChangeKey, Zone | None]] = []  # Per move: changes and their zones.
        self._seq = -1  # Number (seq) of the match in the last pass.
        self.counted: set[ChangeKey] = set()  # Undone changes that count because people said so.

    def update(
        self, match: Snapshot, changes: Iterable[Change], table_pass: TablePass
    ) -> frozenset[ChangeKey]:
        """Return the changes that must not be judged now."""
        old = (change for change in changes if not table_pass.is_fresh(getattr(change, "id", "")))
        marks = {change_key(change): change for change in old}
        self.counted &= marks.keys()
        if match.seq != self._seq:
            kinds = (MOVE, UNDO, BACK, REDO, CORRECT)
            since = [entry for entry in match.log if entry.kind in kinds and entry.seq > self._seq]
            for entry in since[-1:] if self._seq < 0 else since:
                if entry.kind == REDO:
                    self._groups = []
                elif entry.kind == UNDO or entry.cut:
                    self._groups += self._taken_back(match, marks, table_pass)
            self._seq = match.seq
        self._groups = [
            group
            for group in self._groups
            if group
            and all(key in marks or not table_pass.zones.is_still(at) for key, at in group.items())
        ]
        return frozenset[ChangeKey]().union(*self._groups)

    def let_count(self, mark: ChangeKey) -> None:
        """Let a change count again, together with the other changes of its move."""
        self.counted |= {item for group in self._groups if mark in group for item in group}
        self._groups = [group for group in self._groups if mark not in group]

    def _taken_back(
        self, match: Snapshot, marks: Mapping[ChangeKey, Change], table_pass: TablePass
    ) -> Iterator[dict[ChangeKey, Zone | None]]:
        """Yield the changes that undone moves left on the table.

        After a restart, nobody knows the cards of an undone move, so all differences are held back.
        """
        laid = {change.id: mark for mark, change in marks.items() if isinstance(change, Laid)}
        if self._seq < 0:
            yield {mark: _zone(marks[mark]) for mark in laid.values()}
        there = {seen.id for seen in table_pass.seen}
        for entry in match.log:
            if entry.kind == MOVE and entry.undone and entry.move is not None:
                ids = getattr(entry.move, "proof", ())
                if ids and there.issuperset(ids):
                    yield {laid[id_]: _zone(marks[laid[id_]]) for id_ in ids if id_ in laid}
        yield {key: _zone(change) for key, change in marks.items() if not isinstance(change, Laid)}


def _zone(change: Change) -> Zone | None:
    return change.zone if isinstance(change, Laid) else change.was.zone

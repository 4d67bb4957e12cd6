"""When to hold back: what has not been so for long, and cards whose reading was just undone."""

from __future__ import annotations

import math

from referee.match.desk import Snapshot
from referee.match.entries import CORRECT, MOVE, REDO, UNDO
from vision.mat import WHOLE
from vision.observation import Observation

Lying = frozenset[tuple[str, str]]  # zones and ids of cards


class Lasting:
    """Tells for how long a thing has had its value: of a `still` picture, for ever."""

    def __init__(self, still: bool = False) -> None:
        self._still = still
        self._since: dict[str, tuple[tuple[object, ...], float]] = {}

    def for_s(self, what: str, value: tuple[object, ...], now_s: float) -> float:
        """Return for how long `what` has been `value`; both times in monotonic seconds."""
        if what not in self._since or self._since[what][0] != value:
            self._since[what] = (value, now_s)
        return math.inf if self._still else now_s - self._since[what][1]


class Undone:
    """The cards that lay there when the table took moves back, until they change.

    To read the same cards again would undo the undo.
    """

    def __init__(self) -> None:
        self._lying: Lying | None = None  # each zone as it was when last steady
        self._undone: tuple[int, Lying] | None = None  # the match's seq, and what lay there

    def update(self, match: Snapshot, observed: Observation) -> None:
        """Take what lies there now, in the match as it stands now."""
        there = frozenset((card.reading.zone or WHOLE, card.id) for card in observed.settled)
        kinds = (MOVE, UNDO, REDO, CORRECT)
        changes = (entry for entry in reversed(match.log) if entry.kind in kinds)
        last = next(changes, None)
        if last is None or (last.kind != UNDO and not last.cut):
            self._undone = None
        elif self._undone is None or self._undone[0] != last.seq:
            self._undone = (last.seq, there if self._lying is None else self._lying)
        zones = {zone for zone, _ in there | (self._lying or frozenset())}
        steady = {zone for zone in zones if observed.steady_in(zone)}
        if steady or observed.steady:
            before = frozenset() if self._lying is None else self._lying
            known = {one for one in before if one[0] not in steady}
            self._lying = frozenset(known | {one for one in there if one[0] in steady})

    @property
    def unchanged(self) -> bool:
        """Tell whether a move was taken back and the same cards still lie there."""
        return self._undone is not None and self._undone[1] == self._lying

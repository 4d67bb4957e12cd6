"""The entries of a match, and its current moves. Each move is linked to the one before it.

A correction makes new moves that are linked to the same beginning. The old moves stay as they were,
so an undo only needs to restore a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.actor import Actor
from referee.contract import Ruling
from referee.match.journal.bodies import MOVE
from referee.match.people.players import PlaceGoesTo


@dataclass(frozen=True)
class Entry:
    """One entry of a match's log: a move, or an undo, redo or correction of the entry `of`.

    - `undone` marks a move that was taken back, by the actor `undone_by`.
    - `corrected_by` is the actor who corrected the cards that it read.
    - In a correction, `move` is the corrected reading. `cut` is the number of later moves that a
      correction, a new deal or going back took back, and `restored` the number of entries that a
      redo restored.
    - `round` is the round of a move, or 0.
    - `seat` was handed to another player, a bot if there is a `level`. `place` says who takes the
      place at the end. If the entry has an `of`, it says only this about that handover.
    """

    seq: int
    kind: str
    by: Actor
    at_s: float
    move: Any = None
    rulings: tuple[Ruling, ...] = ()
    of: int | None = None
    undone: bool = False
    undone_by: Actor | None = None
    corrected_by: Actor | None = None
    cut: int = 0
    restored: int = 0
    round: int = 0
    seat: int | None = None
    level: str = ""
    place: PlaceGoesTo = ""


def ended_s(log: Sequence[Entry]) -> float:
    """Return when the last move was made, in Unix time. Without a move, when the match began.

    Corrections by a host days later are no part of the playing time.
    """
    return (log[0], *(entry for entry in log if entry.kind == MOVE))[-1].at_s


def visible_entries(log: Iterable[Entry], seat: int | None) -> tuple[Entry, ...]:
    """Return the entries without the secrets of other seats."""
    shown = []
    for entry in log:
        rulings = visible_rulings(entry.rulings, seat)
        if len(rulings) == len(entry.rulings):
            shown.append(entry)
        elif rulings:
            shown.append(replace(entry, move=None, rulings=rulings))
    return tuple(shown)


def visible_rulings(rulings: tuple[Ruling, ...], seat: int | None) -> tuple[Ruling, ...]:
    """Return the rulings that a seat, or a stranger (None), may see."""
    return tuple(ruling for ruling in rulings if ruling.only is None or ruling.only == seat)


@dataclass(frozen=True, eq=False)
class AppliedMove:
    """A current move: its entry, the state after it, and the current move before it.

    `cited` are the ids of the pictures behind this move and all before it, in groups. A group is
    larger than the next one, so that one more move changes few of them.
    """

    entry: Entry
    state: Any
    before: AppliedMove | None
    cited: tuple[frozenset[str], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        groups = () if self.before is None else self.before.cited
        if group := frozenset(getattr(self.entry.move, "proof", ())):
            while groups and len(groups[-1]) <= len(group):
                group, groups = group | groups[-1], groups[:-1]
            groups = (*groups, group)
        object.__setattr__(self, "cited", groups)


def applied_moves(last: AppliedMove | None) -> Iterator[AppliedMove]:
    """Yield the current moves, the last one first."""
    while last is not None:
        yield last
        last = last.before

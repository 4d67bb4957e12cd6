"""The entries of a match, and those of its moves that stand, each linked to the one before it.

What is corrected links a new end to the same beginning: the old end stays as it was, so that an
undo has only to take it up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.actor import Actor
from referee.contract import Ruling


@dataclass(frozen=True)
class Entry:
    """One entry of a match's log: a move, or an undo, a redo or a correction of the entry `of`.

    A move that was `undone` was taken back `by` whom `undone_by` says; `corrected_by` set right
    what it reads. Of a correction `move` is the reading as it was set right, and `cut` says how
    many later moves it took back. `seat` is the one that was handed to another player, who
    is one of the table's own where there is a `level`.
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
    seat: int | None = None
    level: str = ""


def visible_entries(log: Iterable[Entry], seat: int | None) -> tuple[Entry, ...]:
    """Return entries without what is for other eyes than a seat's."""
    shown = []
    for entry in log:
        rulings = visible_rulings(entry.rulings, seat)
        if len(rulings) == len(entry.rulings):
            shown.append(entry)
        elif rulings:
            shown.append(replace(entry, move=None, rulings=rulings))
    return tuple(shown)


def visible_rulings(rulings: tuple[Ruling, ...], seat: int | None) -> tuple[Ruling, ...]:
    """Return the rulings that a seat, or (None) a stranger, may hear."""
    return tuple(ruling for ruling in rulings if ruling.only is None or ruling.only == seat)


@dataclass(frozen=True, eq=False)
class AppliedMove:
    """A move that stands: its entry, the state after it, and the move before it."""

    entry: Entry
    state: Any
    before: AppliedMove | None


def applied_moves(last: AppliedMove | None) -> Iterator[AppliedMove]:
    """Yield the moves that stand, the last one first."""
    while last is not None:
        yield last
        last = last.before

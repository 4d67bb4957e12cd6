"""The cards follow the match: after a move that no hand made, a new deal, and going back."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from firmware.virtual.settling import is_typed, settling_after
from firmware.virtual.state import TableState
from firmware.virtual.table import VirtualTable
from referee.match.back.readings import cards_of
from referee.match.desk import Snapshot
from referee.match.journal.bodies import BACK, DEAL, MOVE, REDO, UNDO
from referee.reports.tabletop import Placed
from referee.table import Layout

MOST = 400  # States; one takes 5 kB. Beyond them, people bring the cards back themselves.


class _Noted(NamedTuple):
    """A state of the match with its layout, the cards on the mat then, and the table as JSON."""

    state: Any
    layout: Layout
    dealt: int
    placed: list[Placed]
    table: bytes


class Follower:
    """Follows the match with the cards of a virtual table.

    Whenever the match goes back, the cards lie as they did then. After a restart, nothing is known
    of earlier states, so people bring the cards back.
    """

    def __init__(self, virtual: VirtualTable) -> None:
        self._virtual = virtual
        self._last: Snapshot | None = None
        self._noted: dict[int, _Noted] = {}  # By the identity of the state, the oldest first.

    def follow(self, match: Snapshot) -> None:
        """Lay the cards as the match has them now."""
        was, self._last = self._last, match
        if was is not None and was.match == match.match:
            if was.state is match.state:
                return
            self._follow_from(was, match)
        self._noted.pop(id(match.state), None)
        self.note(match)

    def _follow_from(self, was: Snapshot, match: Snapshot) -> None:
        entry = match.log[-1]
        if entry.kind == DEAL:
            self._virtual.take_up()
        elif (noted := self._earlier(was, match)) is not None:
            self._virtual.restore(msgspec.json.decode(noted.table, type=TableState))
        elif (how := settling_after(was, match)) is not None:
            self._virtual.settle(how)
        if entry.kind == MOVE:
            self._virtual.count(cards_of(entry.move), entry.seq)

    def _earlier(self, was: Snapshot, match: Snapshot) -> _Noted | None:
        """Return the earlier state to which an entry goes back, or None.

        A typed move that lays gathered cards out again leads to a new state with an earlier layout.
        """
        entry, lay = match.log[-1], match.layout
        if entry.kind in (UNDO, BACK, REDO):
            return self._noted.get(id(match.state))
        held = zip(was.layout.held, lay.held, strict=False)
        again = any(card not in was.layout.cards for card in lay.cards)
        if is_typed(entry) and again and any(before < now for before, now in held):
            now = lay.cards, lay.held
            notes = reversed([*self._noted.values()])
            return next(
                (item for item in notes if (item.layout.cards, item.layout.held) == now), None
            )
        return None

    def note(self, match: Snapshot | None) -> None:
        """Note the table of this state.

        Cards that are dealt or drawn later belong to the state, too. Cards laid later do not.
        """
        if match is None:
            return
        (table, _), noted = self._virtual.snapshot(), self._noted.get(id(match.state))
        if noted is None or noted.dealt != table.dealt or noted.placed == table.placed:
            plain = msgspec.json.encode(table)
            self._noted[id(match.state)] = _Noted(
                match.state, match.layout, table.dealt, table.placed, plain
            )
        if len(self._noted) > MOST:
            del self._noted[next(iter(self._noted))]

"""Where the cards lay in earlier states of the match, so that going back needs no hands."""

from __future__ import annotations

from collections import deque
from typing import Any

from firmware.virtual.state import TableState
from firmware.virtual.table import VirtualTable
from referee.match.desk import Snapshot
from referee.match.journal.bodies import BACK

MOST = 400  # States; one takes a few kB. Beyond them, people bring the cards back themselves.


class TableHistory:
    """Follows the match, and lays the cards out as they lay when the match goes back.

    It is empty after a restart.
    """

    def __init__(self, virtual: VirtualTable) -> None:
        self._virtual = virtual
        self._tables: deque[tuple[Any, TableState]] = deque(maxlen=MOST)

    def follow(self, match: Snapshot) -> bool:
        """Follow the match to another deal, or back over several moves. Return whether all cards
        lie as they lay then.
        """
        anew, entry = match.dealt_seq, match.log[-1]
        self._virtual.become(
            lambda table, brief, chance: (
                table
                if table.anew == anew
                else table.in_deal(anew, brief.deal, brief.layout.set_aside, chance)
            )
        )
        known = self._table_of(match)
        if known is None or not (entry.kind == BACK or entry.restored > 1):
            return False
        self._virtual.become(lambda table, *_: table.with_cards_of(known))
        return True

    def note(self, match: Snapshot) -> None:
        """Note where the cards lie when the match first comes to this state."""
        if self._table_of(match) is None:
            self._tables.append((match.state, self._virtual.snapshot()[0]))

    def note_deal(self, match: Snapshot | None) -> None:
        """Note the cards of this state anew if they were dealt since. A deal is no move."""
        known = None if match is None else self._table_of(match)
        if match is None or known is None:
            return
        table, _ = self._virtual.snapshot()
        if known.dealt != table.dealt:
            others = [(state, one) for state, one in self._tables if one is not known]
            self._tables = deque([*others, (match.state, table)], maxlen=MOST)

    def _table_of(self, match: Snapshot) -> TableState | None:
        return next((table for state, table in self._tables if state is match.state), None)

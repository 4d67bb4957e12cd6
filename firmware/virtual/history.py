"""The places of the cards in earlier states of the match. Going back moves the cards by itself."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import msgspec

from firmware.virtual.state import TableState
from firmware.virtual.table import VirtualTable
from referee.match.desk import Snapshot
from referee.match.journal.bodies import BACK

MOST = 400  # States; one takes 5 kB. Beyond them, people bring the cards back themselves.


class _Noted(NamedTuple):
    """A state of the match, the round for which cards were dealt then, and the table as JSON."""

    state: Any
    dealt: int
    table: bytes


class TableHistory:
    """Follows the match, and lays the cards out as they lay when the match goes back.

    It is empty after a restart.
    """

    def __init__(self, virtual: VirtualTable) -> None:
        self._virtual = virtual
        self._noted: deque[_Noted] = deque(maxlen=MOST)
        self._seq = -1  # The newest entry that was followed.

    def follow(self, match: Snapshot) -> bool:
        """Follow the match to another deal, or back over several moves. Return whether all cards
        are back in their earlier places.
        """
        anew, entry = match.dealt_seq, match.log[-1]
        self._virtual.become(
            lambda table, brief, chance: (
                table
                if table.anew == anew
                else table.in_deal(anew, brief.deal, brief.layout.set_aside, chance)
            )
        )
        is_new, self._seq = entry.seq > self._seq, match.seq
        noted = self._find(match)
        if not is_new or noted is None or not (entry.kind == BACK or entry.restored > 1):
            return False
        earlier = msgspec.json.decode(noted.table, type=TableState)
        self._virtual.become(lambda table, *_: table.with_cards_of(earlier))
        return True

    def note(self, match: Snapshot) -> None:
        """Note the places of the cards if this state of the match is new."""
        if self._find(match) is None:
            self._noted.append(self._now(match))

    def note_deal(self, match: Snapshot | None) -> None:
        """Note the cards of this state again if they were dealt since. A deal is no move."""
        noted = None if match is None else self._find(match)
        if match is None or noted is None:
            return
        now = self._now(match)
        if now.dealt != noted.dealt:
            self._noted = deque([*(item for item in self._noted if item is not noted), now], MOST)

    def _find(self, match: Snapshot) -> _Noted | None:
        return next((item for item in self._noted if item.state is match.state), None)

    def _now(self, match: Snapshot) -> _Noted:
        table, _ = self._virtual.snapshot()
        table.others = []
        return _Noted(match.state, table.dealt, msgspec.json.encode(table))

"""The club's tables as everybody may see them: what each shows, and never its key."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.hub.messages import Live
from referee.reports.public_values import Values
from referee.values import Message

QUIET_S = 120.0  # After this long without news of its match, a table needs the director.


class Shown(NamedTuple):
    """A table's live state and when it came. `here` says whether the table is connected.

    `at_s` is the monotonic time: the date of a machine without a battery jumps.
    """

    live: Live | None = None
    at_s: float = 0.0
    here: bool = False

    @property
    def values(self) -> Values | None:
        """The values that the table shows, or None before its first report."""
        return None if self.live is None else self.live.values

    @property
    def plays(self) -> bool:
        """Whether a match goes on at the table, or is paused."""
        return self.values is not None and bool(self.values.game) and not self.values.winner

    def names(self, is_called: Callable[[str], bool]) -> bool:
        """Whether the table shows a player of that name."""
        return self.values is not None and any(is_called(seat.name) for seat in self.values.seats)

    def quiet_min(self, now_s: float) -> int:
        """Return the minutes without news of a running match, or 0 if that is not long."""
        quiet_s = now_s - self.at_s
        if self.values is None or not self.plays or self.values.paused or quiet_s <= QUIET_S:
            return 0
        return int(quiet_s // 60)


class ClubTable(NamedTuple):
    """A table of the club. `trouble` says why the director should look at it."""

    table: str
    name: str
    shown: Shown
    trouble: Message | None


def natural_order(table: ClubTable) -> tuple[list[tuple[bool, int, str]], str]:
    """Return a sort key that orders names as people do: table 9 before table 10.

    >>> tables = [ClubTable("", name, Shown(), None) for name in ("Table 10", "Table 9", "Bar")]
    >>> [one.name for one in sorted(tables, key=natural_order)]
    ['Bar', 'Table 9', 'Table 10']
    """
    words = table.name.casefold().split()
    key = [(word.isdecimal(), int(word) if word.isdecimal() else 0, word) for word in words]
    return key, table.table

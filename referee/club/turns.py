"""Which match of a round is next at each of the club's tables."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from referee.club.meetings import DrawnTable


def matches_now(drawn: Iterable[DrawnTable]) -> dict[str, DrawnTable]:
    """Return the match to play now at each of the club's tables, by the table's id.

    If a round has more matches than the club has tables, each match that was drawn without a table
    goes to the table that has been free longest. An assignment does not change later.
    """
    now: dict[str, DrawnTable] = {}
    free: list[tuple[int, str]] = []  # The tables without a match, and since which line of the log.
    for one in sorted(drawn, key=lambda one: (not one.at, one.table)):
        since, at = (0, one.at) if one.at else heappop(free) if free else (0, "")
        best = one.counts()
        if best is not None and at:
            heappush(free, (max(since, best.counted), at))
        elif at:
            now[at] = one
    return now

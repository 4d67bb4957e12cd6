"""The matches of one evening: matches that ended without a long break between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.contract import IllegalMove
from referee.match.desk import Desk
from referee.match.past.history import PastMatch, past_match

BREAK_S = 4 * 3600.0  # The longest break in seconds between two matches of one evening.
MOST = 12  # Maximum number of matches in the result.


def evening(desk: Desk, match: int) -> tuple[PastMatch, ...]:
    """Return the matches of the same evening as a past match, in order.

    If there are more than `MOST`, return only the last ones up to the given match. Raise
    `IllegalMove` as `past_match` does.
    """
    found = past_match(desk, match)
    every = sorted(desk.journal.last_entries())
    at = every.index(match)
    before = _before_break(desk, found, reversed(every[:at]))
    after = _before_break(desk, found, every[at + 1 :])
    together = (*reversed([*before]), found, *after)
    return tuple(one for one in together if one.outcome is not None)[-MOST:]


def _before_break(desk: Desk, last: PastMatch, others: Iterable[int]) -> Iterator[PastMatch]:
    """Yield one match after another, and stop at the first long break between two of them."""
    for many, match in enumerate(others):
        if many == MOST:
            return
        try:
            one = past_match(desk, match)
        except IllegalMove:  # The match is running, a teach-in, or damaged.
            continue
        first, second = sorted((last, one), key=lambda past_: past_.began_s)
        if second.began_s - first.log[-1].at_s > BREAK_S:
            return
        yield one
        last = one

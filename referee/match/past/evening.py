"""The matches of one evening: matches that ended without a long break between them.

The order of the journal says what came first. How long a break was is read from the time since the
machine's start, if both matches are of the same start. Only between two starts does the date
decide, and only if it can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.contract import IllegalMove
from referee.match.desk import Desk
from referee.match.journal.clock import Clock
from referee.match.log import ended_s
from referee.match.past.history import past_match
from referee.match.running import PlayedMatch

BREAK_S = 4 * 3600.0  # The longest break in seconds between two matches of one evening.
MOST = 12  # Maximum number of matches in the result.


class Span(NamedTuple):
    """When a match began and ended by the date, and the machine's clocks at its beginning."""

    began_s: float
    ended_s: float
    clock: Clock | None


def evening(desk: Desk, match: int) -> tuple[PlayedMatch, ...]:
    """Return the matches of the same evening as a past match, in order.

    If there are more than `MOST`, return only the last ones up to the given match. Raise
    `IllegalMove` as `past_match` does.
    """
    past = past_match(desk, match)
    every = sorted(desk.journal.last_entries())
    at = every.index(match)
    before = _before_break(desk, past, reversed(every[:at]))
    after = _before_break(desk, past, every[at + 1 :])
    together = (*reversed([*before]), past, *after)
    return tuple(past_ for past_ in together if past_.outcome is not None)[-MOST:]


def _before_break(desk: Desk, last: PlayedMatch, others: Iterable[int]) -> Iterator[PlayedMatch]:
    """Yield one match after another, and stop at the first long break between two of them."""
    for many, match in enumerate(others):
        if many == MOST:
            return
        try:
            near = past_match(desk, match)
        except IllegalMove:  # The match is running, a teach-in, or damaged.
            continue
        first, second = sorted((last, near), key=lambda past_: past_.match)
        if is_break(_span(first), _span(second)):
            return
        yield near
        last = near


def is_break(first: Span, second: Span) -> bool:
    """Whether a long break lies between two matches."""
    a, b = first.clock, second.clock
    if a is not None and b is not None and a.boot == b.boot:
        lasted_s = max(0.0, first.ended_s - first.began_s)  # Wrong if the date was set meanwhile.
        return b.up_s - a.up_s - lasted_s > BREAK_S
    if b is not None and not b.sure:  # Without a date, a new start counts as a new evening.
        return True
    return not -BREAK_S <= second.began_s - first.ended_s <= BREAK_S


def _span(past: PlayedMatch) -> Span:
    return Span(past.began_s, ended_s(past.log), past.clock)

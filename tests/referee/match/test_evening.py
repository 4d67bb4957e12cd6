"""Which matches are of one evening, whatever the date of the machine is."""

from __future__ import annotations

import pytest

from referee.match.journal.clock import Clock
from referee.match.past.evening import Span, is_break

HOUR, WEEK = 3600.0, 7 * 24 * 3600.0
NOW = 1_800_000_000.0
STOPPED = NOW - 5 * WEEK  # Where a clock without a battery stopped.


def span(began_s: float, clock: Clock | None, lasted_s: float = HOUR) -> Span:
    return Span(began_s, began_s + lasted_s, clock)


def up(boot: str, hours: float, sure: bool) -> Clock:
    return Clock(boot, hours * HOUR, sure)


CASES: dict[str, tuple[Span, Span, bool]] = {
    "the date arrives between two matches": (
        span(STOPPED, up("a", 0, False)),
        span(NOW, up("a", 1.5, True)),
        False,
    ),
    "weeks apart, and the date went on where it stopped": (
        span(STOPPED, up("a", 0, False)),
        span(STOPPED + 1.1 * HOUR, up("b", 0, False)),
        True,
    ),
    "old entries of one evening": (span(NOW, None), span(NOW + 2 * HOUR, None), False),
    "old entries of two evenings": (span(NOW, None), span(NOW + 24 * HOUR, None), True),
    "old entries, and the date began in 1970 again": (span(NOW, None), span(9.0, None), True),
}


@pytest.mark.parametrize("case", CASES)
def test_weeks_are_not_joined_and_an_evening_of_one_start_is_not_halved(case: str) -> None:
    first, second, broken = CASES[case]
    assert is_break(first, second) is broken

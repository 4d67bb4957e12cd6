"""How many matches a random test plays: those asked for, and more until all was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

MOST = 5_000


def matches(least: int, seen: Callable[[], bool]) -> Iterator[int]:
    """Yield the numbers of `least` matches, then of more until `seen`; fails after `MOST`."""
    for number in count():
        if number >= least and seen():
            return
        assert number < MOST, "what the test is to see never came"
        yield number

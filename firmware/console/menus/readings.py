"""The cards read in a match, with the other cards that each of them could be."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from referee.match.correcting import Correction, Corrector


class PastReadings:
    """The public readings of a match, newest first. They are computed when first needed.

    `visible` returns the numbers of those journal entries that everybody may see.
    """

    def __init__(self, corrector: Callable[[], Corrector], visible: Callable[[], set[int]]) -> None:
        self._make = corrector
        self._visible = visible
        self._possible: dict[tuple[int, int], tuple[Correction, ...]] = {}

    @cached_property
    def _corrector(self) -> Corrector:
        return self._make()

    @cached_property
    def readings(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The entry number of each reading, with the cards read."""
        visible = self._visible()
        return tuple(
            reading for reading in self._corrector.readings()[::-1] if reading[0] in visible
        )

    def possible(self, of: int, at: int) -> tuple[Correction, ...]:
        """Return a correction for each card that may be at place `at` of entry `of`."""
        if (of, at) not in self._possible:
            self._possible[of, at] = self._corrector.possible(of, at)
        return self._possible[of, at]

"""The cards that were read in a match, and what each of them could be instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from referee.match.correcting import Correction, Corrector


class PastReadings:
    """The cards read in a match that everybody may see, newest first; worked out when asked for.

    `visible` are the numbers of the entries that stand and that a stranger may see.
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
        """Each reading's entry and its cards."""
        visible = self._visible()
        return tuple(
            reading for reading in self._corrector.readings()[::-1] if reading[0] in visible
        )

    def possible(self, of: int, at: int) -> tuple[Correction, ...]:
        """Return what another card at a place of entry `of` would come to, for each that can be."""
        if (of, at) not in self._possible:
            self._possible[of, at] = self._corrector.possible(of, at)
        return self._possible[of, at]

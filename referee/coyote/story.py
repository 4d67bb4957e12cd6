"""What is kept of the rounds that were counted: what was said, and what could be seen then."""

from __future__ import annotations

from referee.contract import Frozen

Cards = tuple[str, ...]


class Said(Frozen):
    """A seat announced a number, or took one over as its own."""

    seat: int
    number: int


class Told(Frozen):
    """A round that was counted: all that was `said` in order, the last of it challenged.

    The announcer saw `seen` and `apart`, cards swapped out, which do not count; the `discards` are
    known. Of the cards `among` so many were their `own`, unseen, and `hidden` is how many they had
    swapped out unseen. `own` is None where what lay there does not tell what they saw.
    """

    said: tuple[Said, ...]
    challenger: int
    total: int
    seen: Cards = ()
    among: Cards = ()
    apart: Cards = ()
    discards: tuple[tuple[str, int], ...] = ()
    own: int | None = 1
    hidden: int = 0

    @property
    def standing(self) -> Said:
        """The announcement that was challenged."""
        return self.said[-1]

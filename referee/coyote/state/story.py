"""What is kept of the rounds that were counted: what was said, and what lay there then."""

from __future__ import annotations

from msgspec import field

from referee.contract import Frozen
from referee.coyote.state.acts import NO_ACTS, Acts

Cards = tuple[str, ...]


class Said(Frozen):
    """A seat announced a number, or took one over as its own."""

    seat: int
    number: int


class Told(Frozen):
    """A round that was counted: all that was `said` in order, the last of it challenged.

    The `base` counted to the `total`, and what it turned up; `acts` and `discards` are as they were
    then. Not `sure` is which cards the draw cards turned up. It is worked out where somebody looks
    (`boldness`).
    """

    said: tuple[Said, ...]
    challenger: int
    total: int
    base: Cards
    acts: Acts = NO_ACTS
    discards: dict[str, int] = field(default_factory=dict)
    sure: bool = True

    @property
    def standing(self) -> Said:
        """The announcement that was challenged."""
        return self.said[-1]

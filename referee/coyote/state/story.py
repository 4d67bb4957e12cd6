"""The story of the counted rounds: announcements, cards and totals."""

from __future__ import annotations

from msgspec import field

from referee.contract import Frozen
from referee.coyote.state.action_effects import NO_EFFECTS, ActionEffects

Cards = tuple[str, ...]


class Announcement(Frozen):
    """An announcement that a seat made or took over."""

    seat: int
    number: int


class CountedRound(Frozen):
    """A counted round. `said` has its announcements in order; the last one was challenged.

    The cards of `base`, together with the cards that they turned up, counted `total`. `acts` and
    `discards` are as they were at the count. `sure` is false if nobody knows which cards the draw
    cards turned up. The chances (`boldness`) are computed only when somebody looks at them.
    """

    said: tuple[Announcement, ...]
    challenger: int
    total: int
    base: Cards
    acts: ActionEffects = NO_EFFECTS
    discards: dict[str, int] = field(default_factory=dict)
    sure: bool = True

    @property
    def current_number(self) -> Announcement:
        """The announcement that was challenged."""
        return self.said[-1]

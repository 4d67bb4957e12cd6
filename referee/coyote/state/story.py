"""The record of the counted rounds: announcements, cards and totals."""

from __future__ import annotations

from msgspec import field

from referee.contract import Frozen
from referee.coyote.state.action_effects import NO_EFFECTS, ActionEffects

Cards = tuple[str, ...]


class Announcement(Frozen):
    """A seat announced a number, or took one over."""

    seat: int
    number: int


class CountedRound(Frozen):
    """A counted round: all that was `said`, in order; the last announcement was challenged.

    The cards of `base`, with the cards they turned up, counted `total`. `acts` and `discards` are
    those of that moment. `sure` is false if it is unknown which cards the draw cards turned up. The
    chances (`boldness`) are computed only when somebody looks.
    """

    said: tuple[Announcement, ...]
    challenger: int
    total: int
    base: Cards
    acts: ActionEffects = NO_EFFECTS
    discards: dict[str, int] = field(default_factory=dict)
    sure: bool = True

    @property
    def standing(self) -> Announcement:
        """The announcement that was challenged."""
        return self.said[-1]

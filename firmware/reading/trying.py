"""What would follow from moves that cards may make, by the game itself, before they are made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee import library
from referee.contract import AskPlace, Game, IllegalMove, Message, Offer, Offers, Want
from referee.forms import FORM
from referee.match.desk import Snapshot


@dataclass(frozen=True)
class Trial:
    """A match as it would stand after some moves."""

    game: Game[Any, Any, Any]
    state: Any

    @classmethod
    def of(cls, match: Snapshot) -> Trial:
        """Return a match as it stands."""
        return cls(match.game, match.state)

    @cached_property
    def wanted(self) -> tuple[Want, ...]:
        """Return what must lie where then."""
        return self.game.wanted(self.state)

    @cached_property
    def offers(self) -> Offers:
        """Return what may be done then."""
        return self.game.offers(self.state)

    def places(self, zone: str) -> list[tuple[Offer, AskPlace]]:
        """Return what may then be laid in a grid, or taken from it."""
        return [(offer, ask) for offer, ask in self.offers.places() if ask.zone == zone]

    def after(self, move: dict[str, Any]) -> Trial | Message:
        """Return the match after one more move, or why the referee would refuse it.

        What is no move of the game at all changes nothing.
        """
        try:
            state, _ = self.game.apply(self.state, library.move(self.game, move))
        except IllegalMove as error:
            return self if error.rule == FORM else error.message
        return Trial(self.game, state)

    def comes_to(self, other: Trial) -> bool:
        """Tell whether nobody could do or find anything else than after other moves."""
        return self.wanted == other.wanted and self.offers == other.offers

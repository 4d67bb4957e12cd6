"""The places of a picture's cards without a mat: known, to be asked for, or impossible to find.

The match gives the zones around a middle, and the grids in which cards count by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.contract import Message
from referee.reports.picture import PhotoChoice
from vision.observation import Observation


@dataclass(frozen=True)
class Located:
    """Cards with their places. `said` are messages that name the seat of each card.

    A `whole` trick makes several moves. If some of its cards are doubtful, people are asked about
    them even after the first move.
    """

    observed: Observation
    said: tuple[Message, ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class AskWhere:
    """The question where cards lie, with the possible answers and the placement for each answer."""

    message: Message
    ways: Sequence[PhotoChoice]
    then: Callable[[str], Placement]

    def say(self, way: str) -> Placement:
        """Return the placement for a person's answer. Raise `LookupError` for any other answer."""
        if way not in {one.id for one in self.ways}:
            raise LookupError(way)
        return self.then(way)


@dataclass(frozen=True)
class Unplaced:
    """Cards for which no place was found, and the reason."""

    why: Message


Placement = Located | AskWhere | Unplaced

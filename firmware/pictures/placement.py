"""The placement of a picture's cards without a mat: found, to be asked for, or impossible.

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

    If they are meant as a `whole`, they make several moves, and doubts among them are asked about
    even after the first move.
    """

    observed: Observation
    said: tuple[Message, ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class AskWhere:
    """A question to people before cards have a place: the ways, and the placement for each."""

    message: Message
    ways: Sequence[PhotoChoice]
    then: Callable[[str], Placement]

    def say(self, way: str) -> Placement:
        """Return the placement for a person's answer. Raise `LookupError` if there is no
        such way.
        """
        if way not in {one.id for one in self.ways}:
            raise LookupError(way)
        return self.then(way)


@dataclass(frozen=True)
class Unplaced:
    """Cards without a place, and why."""

    why: Message


Placement = Located | AskWhere | Unplaced

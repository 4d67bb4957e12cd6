"""Where the cards of a picture lie that shows no mat: as far as a rule-free look tells, else asked.

Which zones lie around a middle, where cards lie by cells and what comes of it, the match says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.contract import Message
from referee.reports.picture import PhotoWay
from vision.observation import Observation


@dataclass(frozen=True)
class Located:
    """Cards that have their places; `said` is in words what was taken to lie where.

    Those that are meant as a `whole` are several moves: what is in doubt among them is asked about
    after the first of these, too.
    """

    observed: Observation
    said: tuple[Message, ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class AskWhere:
    """What a person is asked before cards have a place: the ways, and what follows from each."""

    message: Message
    ways: Sequence[PhotoWay]
    then: Callable[[str], Placement]

    def say(self, way: str) -> Placement:
        """Return what follows from a person's word; raises `LookupError` where that is no way."""
        if way not in {one.id for one in self.ways}:
            raise LookupError(way)
        return self.then(way)


@dataclass(frozen=True)
class Unplaced:
    """Cards that have no place, and why."""

    why: Message


Placement = Located | AskWhere | Unplaced

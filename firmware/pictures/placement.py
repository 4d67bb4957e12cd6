"""The places of a picture's cards without a mat: known, to be asked for, or impossible to find.

The match gives the zones around a middle, and the grids in which cards count by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.pictures.preview import Preview, sent
from firmware.reading.asker import Asker
from referee.actor import Actor
from referee.contract import Message
from referee.reports.picture import PhotoChoice, PhotoOutcome, ReadPhoto
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
        if way not in {choice.id for choice in self.ways}:
            raise LookupError(way)
        return self.then(way)


@dataclass(frozen=True)
class Unplaced:
    """Cards for which no place was found, and the reason."""

    why: Message


Placement = Located | AskWhere | Unplaced


@dataclass(frozen=True, eq=False)
class PlacedPicture:
    """A picture after it was read. It is dropped when the match moves on.

    `as_read` is the picture's reading before people gave its cards a place.
    """

    id: str
    seq: int
    sender: Actor
    look: Preview
    as_read: Observation
    asker: Asker
    placed: Placement
    partly: bool = False  # It shows some of the pending cards, but not all.

    @property
    def observed(self) -> Observation:
        """The picture's cards, with their places if these are known."""
        return self.placed.observed if isinstance(self.placed, Located) else self.as_read

    def report(
        self,
        came: PhotoOutcome,
        *messages: Message,
        question: str | None = None,
        ways: Sequence[PhotoChoice] = (),
    ) -> ReadPhoto:
        """Return what the picture's sender is told."""
        return sent(
            self.id, self.look, self.observed, came, *messages, question=question, ways=ways
        )

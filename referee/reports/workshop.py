"""The progress of setting up a table: camera checks, and a deck that is being taught."""

from __future__ import annotations

import msgspec

from referee.values import Message


class CheckResult(msgspec.Struct, frozen=True):
    """One check of the camera's view. `well` is None if the check could not measure anything.

    `where` names the mat if there are several.
    """

    name: str
    well: bool | None
    message: Message
    where: Message | None = None


class CardList(msgspec.Struct, frozen=True):
    """A list of cards for teaching a deck."""

    name: str
    cards: tuple[str, ...]
    size_mm: tuple[float, float]


class Taught(msgspec.Struct, frozen=True):
    """A card of a lesson. `picture` changes with its stored pictures; None if it has none.

    `grown` is the number of pictures that were added later, during play.
    """

    card: str
    picture: str | None = None
    grown: int = 0


class LessonState(msgspec.Struct, frozen=True):
    """A deck that is being taught: the next card, what to do, and the stored pictures.

    `doubt` means that a person must confirm a picture. After the last card, `alike` has the
    confusable pairs. It is None until they have been computed.
    """

    deck: str
    cards: tuple[Taught, ...]
    asked: str | None
    message: Message
    doubt: bool = False
    alike: tuple[tuple[str, str], ...] | None = None
    trying: bool = False
    plays: str | None = None  # the project's deck that it can replace
    chosen: bool = False  # it is used in matches now

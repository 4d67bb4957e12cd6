"""How setting up a table goes: the camera checked, a deck taught."""

from __future__ import annotations

import msgspec

from referee.values import Message


class CheckResult(msgspec.Struct, frozen=True):
    """One check of the camera's view; `well` is None where nothing could be measured.

    `where` says on which of several mats.
    """

    name: str
    well: bool | None
    message: Message
    where: Message | None = None


class CardList(msgspec.Struct, frozen=True):
    """A list of cards that a deck may be taught by."""

    name: str
    cards: tuple[str, ...]
    size_mm: tuple[float, float]


class Taught(msgspec.Struct, frozen=True):
    """A card of a lesson; `picture` changes with what was kept of it, None before that.

    `grown` is how many pictures of it were added since, in play.
    """

    card: str
    picture: str | None = None
    grown: int = 0


class LessonState(msgspec.Struct, frozen=True):
    """A deck that is being taught: what is asked for, what to do, what was kept.

    `doubt` tells whether a picture waits for a person's word. When all is asked for, `alike`
    names the pairs that cannot be parted safely; it is None until that has been tried.
    """

    deck: str
    cards: tuple[Taught, ...]
    asked: str | None
    message: Message
    doubt: bool = False
    alike: tuple[tuple[str, str], ...] | None = None
    trying: bool = False
    plays: str | None = None  # the deck of the project's own that it can stand in for
    chosen: bool = False  # matches are read by it now

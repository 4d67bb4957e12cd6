"""How far the table is set up: the camera checks, and the deck that somebody is teaching."""

from __future__ import annotations

import msgspec

from referee.values import Message


class CheckResult(msgspec.Struct, frozen=True):
    """One check of the camera's view. `well` is None if there was nothing to measure.

    `where` names the mat if there are several.
    """

    name: str
    well: bool | None
    message: Message
    where: Message | None = None


class CardList(msgspec.Struct, frozen=True):
    """A list of the cards with which somebody teaches a deck."""

    name: str
    cards: tuple[str, ...]
    size_mm: tuple[float, float]


class Taught(msgspec.Struct, frozen=True):
    """A card of a lesson. `picture` changes with the card's pictures and is None without any.

    `grown` is the number of pictures that were added later, during play.
    """

    card: str
    picture: str | None = None
    grown: int = 0


class LessonState(msgspec.Struct, frozen=True):
    """A deck that somebody is teaching: the next card, what to do, and the stored pictures.

    `doubt` means that a person must confirm a picture. After the last card, `alike` has the
    confusable pairs. It is None while a test is `trying` to find them, and if that test failed.
    `short` means that a person must say whether the deck has only the saved cards.
    """

    deck: str
    cards: tuple[Taught, ...]
    asked: str | None
    message: Message
    doubt: bool = False
    alike: tuple[tuple[str, str], ...] | None = None
    trying: bool = False
    plays: str | None = None  # The project's deck that this one can replace.
    chosen: bool = False  # Matches now use this deck.
    short: bool = False

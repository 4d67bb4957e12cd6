"""The tools of the host's set-up pages: protocols that `firmware` implements, as `port`."""

from __future__ import annotations

from typing import Protocol

import msgspec

from referee.reports.workshop import CardList, CheckResult, LessonState


class Calibration(Protocol):
    """Checks of the camera's view."""

    def checks(self) -> tuple[CheckResult, ...]:
        """Check the camera's newest picture; return nothing if there is no picture."""

    def keep_lens(self) -> None:
        """Measure the lens in the newest picture and save the result.

        If this fails, the error's message says why.
        """

    def mirror(self) -> None:
        """Mirror the camera's pictures, or no longer, and save that.

        If this fails, the error's message says why.
        """

    def relight(self) -> None:
        """Let the camera adjust exposure, white balance and focus again. Returns at once."""


class Teaching(Protocol):
    """Teach the table a deck, card by card. The `message` of an error says what to do."""

    def lists(self) -> tuple[CardList, ...]:
        """Return the card lists to choose from."""

    def decks(self) -> tuple[str, ...]:
        """Return the decks that were taught before, including unfinished ones."""

    def lesson(self) -> LessonState | None:
        """Return the current lesson. Each call prevents the lesson from timing out."""

    def begin(
        self, name: str, cards: tuple[str, ...], size_mm: tuple[float, float], plays: str | None
    ) -> None:
        """Start to teach a new deck. A name that occurs twice means two equal cards."""

    def resume(self, name: str) -> None:
        """Continue with a deck that was begun earlier."""

    def ask(self, card: str) -> None:
        """Ask for a card again; raise `LookupError` if the list does not contain it."""

    def skip(self) -> None:
        """Leave out the card that the lesson asks for now."""

    def keep(self) -> None:
        """Save a picture in spite of its doubts; raise `LookupError` if there is none."""

    def whole(self) -> None:
        """Drop the cards without a picture: the deck has no such cards."""

    def choose(self, own: bool) -> None:
        """Use this deck in matches if `own` is true, otherwise use the project's deck."""

    def close(self) -> None:
        """End the lesson. The saved pictures stay."""

    def picture(self, card: str) -> bytes | None:
        """Return the picture that was saved for a card, as PNG, or None."""


class Workshop(msgspec.Struct, frozen=True):
    """The tools of the host's set-up pages."""

    calibration: Calibration
    teaching: Teaching

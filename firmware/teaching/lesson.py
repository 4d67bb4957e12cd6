"""A lesson, in which the table learns a deck card by card.

The lesson stores each card at once, so that the card survives a power cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from firmware.teaching.calibrating import check_message
from referee.contract import Message
from vision.decks.deck import Deck, file_name
from vision.enrol.capture import STILL_PICTURES, CaptureResult, CardCapture, similarity
from vision.enrol.enrol import with_picture
from vision.reading import Image

BACK = "BACK"  # Asks for the back of the cards. Its picture has the same name.
MOST_NAMED = 8  # Number of missing cards to name in a sentence.
SAME_CARD = 0.8  # Two pictures this similar show the same card.
CONFUSABLE = 0.93  # A picture this similar to another card counts as that one, until confirmed.

Save = Callable[[Deck], None]


class Lesson:
    """Asks for the cards of a deck in turn and stores their pictures.

    It has no thread and no clock.
    """

    def __init__(self, deck: Deck, taker: CardCapture, save: Save) -> None:
        self.deck = deck
        self.asked: str | None = None
        self.doubt: Image | None = None  # A picture that looks like another card.
        self._taker = taker
        self._save = save
        self._skipped: set[str] = set()
        self._short = False
        self._lying: Image | None = None  # A card to ignore until it leaves the mat.
        self._lying_key = ""  # Key of the message to show while that card is on the mat.
        self._begun = False  # True once the mat was empty, or its first card is known.
        self.message = Message("table.teach.done")
        self._next()

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards without a picture, including the back."""
        return (*self.deck.missing, *(() if self.deck.backs else (BACK,)))

    def picture(self, card: str) -> Image | None:
        """Return the stored picture of a card, or None."""
        if card == BACK:
            return self.deck.backs[0] if self.deck.backs else None
        return self.deck.templates.get(card)

    def see(self, picture: Image) -> None:
        """Take the next picture of the mat."""
        if self.asked is None:
            return
        taken = self._taker.update(picture)
        if taken.reason == "empty":
            self._lying, self._begun = None, True
        if taken.reason == "moving" and self.doubt is not None:
            return
        self.doubt = None
        if taken.card is None:
            self.message = self._why(taken, self.asked)
            return
        if not self._begun:
            self._lying, self._lying_key, self._begun = taken.card, "table.teach.before", True
        if self._lying is not None and similarity(self._lying, taken.card) > SAME_CARD:
            self.message = _show(self.asked, self._lying_key)
            return
        self._lying = None
        other = self._confusable_card(self.asked, taken.card)
        if other is None:
            self._keep(self.asked, taken.card)
        else:
            self.doubt = taken.card
            key = "table.teach.is_back" if other == BACK else "table.teach.twin"
            self.message = Message(key, {"card": other, "other": self.asked})

    def begin(self, picture: Image | None) -> None:
        """Begin with the mat as it is now. A card on it was not laid for this lesson.

        The picture is None while the camera is starting. Then the first card seen counts as a card
        that was there before.
        """
        if picture is None:
            self.message = Message("table.camera.opening") if self.asked else self.message
            return
        for _ in range(STILL_PICTURES + 1):
            self.see(picture)

    def ask(self, card: str) -> None:
        """Ask for a card, even a stored one. Raise `LookupError` if the deck lacks it."""
        if card not in (*self.deck.names, BACK):
            raise LookupError(card)
        self._skipped.discard(card)
        self._turn_to(card)

    def skip(self) -> None:
        """Leave the current card for later."""
        if self.asked is not None:
            self._skipped.add(self.asked)
            self._short = True
        self._next()

    def keep(self) -> None:
        """Store the doubtful picture after all. Raise `LookupError` if there is none."""
        if self.doubt is None or self.asked is None:
            raise LookupError("doubt")
        self._keep(self.asked, self.doubt)

    @property
    def short(self) -> bool:
        """Whether the deck may have only the saved cards: others were skipped since the last."""
        return self._short and bool(self.deck.missing) and bool(self.deck.templates)

    def whole(self) -> None:
        """Drop the faces without a picture. Raise `LookupError` if the deck is not `short`."""
        if not self.short:
            raise LookupError("short")
        kept = tuple(card for card in self.deck.cards if card.name in self.deck.templates)
        deck = replace(self.deck, cards=kept)
        self._save(deck)
        self.deck = deck
        self._next()

    def limit(self, limits: Mapping[str, Any]) -> None:
        """Store the limits that a test of the deck found."""
        deck = replace(self.deck, limits=limits)
        self._save(deck)
        self.deck = deck

    def _confusable_card(self, asked: str, card: Image) -> str | None:
        """Return the stored card that the picture resembles too closely, or None."""
        others = {name: p for name, p in self.deck.templates.items() if name != asked}
        if asked != BACK and self.deck.backs:
            others[BACK] = self.deck.backs[0]
        alike = {name: similarity(card, picture) for name, picture in others.items()}
        best = max(alike, key=lambda name: alike[name], default=None)
        return best if best is not None and alike[best] > CONFUSABLE else None

    def _keep(self, name: str, picture: Image) -> None:
        deck = self.deck
        if name == BACK:
            deck = replace(deck, backs=(picture,), back_files=(file_name(BACK),))
        else:
            deck = with_picture(deck, name, picture)
        self._save(deck)  # save before showing the card as stored
        self.deck, self.doubt, self._lying = deck, None, picture
        self._short = False
        self._lying_key = "table.teach.swap"
        self._next()

    def _next(self) -> None:
        self._turn_to(next((name for name in self.missing if name not in self._skipped), None))

    def _turn_to(self, card: str | None) -> None:
        self.asked, self.doubt = card, None
        if card is not None:
            self.message = _show(card, self._lying_key if self._lying is not None else "")
        elif len(self.missing) > MOST_NAMED:
            self.message = Message("table.teach.lacks_many", {"count": len(self.missing)})
        elif self.missing:
            self.message = Message("table.teach.lacks", {"cards": self.missing})
        else:
            self.message = Message("table.teach.done")

    def _why(self, taken: CaptureResult, asked: str) -> Message:
        width, height = self.deck.size_mm
        match taken.reason:
            case "moving":
                return Message("table.teach.still") if taken.count else self.message
            case "empty":
                return _show(asked)
            case "many":
                return Message("table.teach.many", {"number": taken.count})
            case "heap":
                size = f"{width:g} × {height:g}"
                return Message("table.teach.heap", {"size": size})
            case "no_mat" | "mirrored" | "glare":
                return Message(f"table.quality.{taken.reason}")
        return check_message(taken.failed) if taken.failed is not None else self.message


def _show(card: str, lying: str = "") -> Message:
    """Return the message that asks for a card.

    If `lying` is given, it is the key of a message about a card still on the mat.
    """
    if card == BACK:
        return Message("table.teach.show_back")
    return Message(lying or "table.teach.show", {"card": card})

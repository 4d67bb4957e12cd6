"""A voice speaks to one reader: it has the reader's language and seat, and the player names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.values import Message
from referee.words import sentences
from referee.words.catalogue import has_key


@dataclass(frozen=True)
class Voice:
    """Turns messages into text for one person, in a language and with the players' own names.

    Some messages address the person at `seat` as "you". A stranger has no seat (None). A screen
    that only the person at `you` watches addresses that person, but shows no secrets of a seat.
    """

    locale: str
    names: Mapping[int, str] = field(default_factory=dict)
    seat: int | None = None
    you: int | None = None

    def say(self, message: Message) -> str:
        """Return a message as text."""
        to = self.seat if self.you is None else self.you
        return sentences.say(message, self.locale, self.names, to)

    def key(self, key: str, **params: Any) -> str:
        """Return the text that belongs to a key, with its parameters filled in."""
        return self.say(Message(key, params))

    def card(self, card: str) -> str:
        """Return a card's name."""
        return sentences.card(card, self.locale)

    def about(self, card: str) -> str:
        """Return the name and effect of a special card, or an empty text for another card."""
        key = f"card.about.{card}"
        return self.key(key) if has_key(key, self.locale) else ""

"""For whom things are said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.values import Message
from referee.words import sentences
from referee.words.catalogue import has_key


@dataclass(frozen=True)
class Voice:
    """Says things to one person: in a language, by the names that players gave themselves.

    `seat` is where that person sits, whom some messages call "you"; None is a stranger.
    """

    locale: str
    names: Mapping[int, str] = field(default_factory=dict)
    seat: int | None = None

    def say(self, message: Message) -> str:
        """Return a message in words."""
        return sentences.say(message, self.locale, self.names, self.seat)

    def key(self, key: str, **params: Any) -> str:
        """Return the words of a key."""
        return self.say(Message(key, params))

    def card(self, card: str) -> str:
        """Return a card's name."""
        return sentences.card(card, self.locale)

    def about(self, card: str) -> str:
        """Return what a special card is called and does; nothing for any other."""
        key = f"card.about.{card}"
        return self.key(key) if has_key(key, self.locale) else ""

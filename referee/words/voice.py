"""For whom things are said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee import words
from referee.contract import Message


@dataclass(frozen=True)
class Reader:
    """For whom things are said: a language, and the names that players gave themselves."""

    locale: str
    names: Mapping[int, str]
    seat: int | None = None

    def say(self, message: Message) -> str:
        """Return a message in the reader's words."""
        return words.say(message, self.locale, self.names)

    def key(self, key: str, **params: Any) -> str:
        """Return the words of a key."""
        return self.say(Message(key, params))

    def card(self, card: str) -> str:
        """Return a card's name."""
        return words.card(card, self.locale)

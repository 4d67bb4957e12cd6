"""The kinds of pages that a menu is made of, and where each of their entries leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.actor import HOST, Actor
from referee.match.commands import Command
from referee.reports.commands import TableCommand


@dataclass(frozen=True)
class Setting:
    """A setting of the new match that is being put together; the page before it comes back."""

    name: str
    value: Any


@dataclass(frozen=True)
class MenuCommand:
    """A command, and who says it here."""

    command: Command | TableCommand
    by: Actor = HOST


@dataclass(frozen=True)
class Entry:
    """A line to choose; `key` names it among its page's, `opens` whether another page follows."""

    key: str
    label: str
    then: Callable[[], Result]
    opens: bool = True


@dataclass(frozen=True)
class Choice:
    """A page of entries, one of which is taken; `first` is the key to begin at."""

    title: str
    entries: tuple[Entry, ...]
    first: str = ""

    def follow(self, key: str) -> Result | None:
        """Return what an entry leads to; None where it is here no more."""
        return next((entry.then() for entry in self.entries if entry.key == key), None)


@dataclass(frozen=True, kw_only=True)
class Number:
    """A page on which a number is turned, from `least` to `most` (None: no end) by `step`."""

    title: str
    least: int
    most: int | None
    first: int
    then: Callable[[int], Result]
    step: int = 1

    def follow(self, key: str) -> Result | None:
        """Return what a number leads to; None where it is not among them any more."""
        number = int(key) if key.lstrip("-").isdecimal() else None
        return None if number is None or number != self.within(number) else self.then(number)

    def within(self, number: int) -> int:
        """Return the number that is nearest among those possible, the lower of two as near."""
        number = max(number, self.least)
        number = number if self.most is None else min(number, self.most)
        return number - (number - self.least) % self.step


@dataclass(frozen=True)
class Text:
    """A page to read."""

    title: str
    text: str

    def follow(self, key: str) -> None:  # noqa: ARG002
        """Lead nowhere."""
        return


Page = Choice | Number | Text
Result = Page | MenuCommand | Setting


def act(key: str, label: str, done: Command | TableCommand | Setting) -> Entry:
    """Return an entry that does something at once."""
    result = done if isinstance(done, Setting) else MenuCommand(done)
    return Entry(key, label, lambda: result, opens=False)

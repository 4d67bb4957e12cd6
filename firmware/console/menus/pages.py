"""The kinds of pages in a menu, and what each entry leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.actor import HOST, Actor
from referee.match.commands import Command
from referee.reports.commands import TableCommand


@dataclass(frozen=True)
class Setting:
    """A setting of the new match. Whoever chooses it returns to the previous page."""

    name: str
    value: Any


@dataclass(frozen=True)
class MenuCommand:
    """A command, and the actor who gives it."""

    command: Command | TableCommand
    by: Actor = HOST


@dataclass(frozen=True)
class Entry:
    """A line to choose. `key` identifies it on its page; `opens` says whether it opens one."""

    key: str
    label: str
    then: Callable[[], Result]
    opens: bool = True


@dataclass(frozen=True)
class ListPage:
    """A page of entries. `first` is the key of the entry that is marked when the page opens."""

    title: str
    entries: tuple[Entry, ...]
    first: str = ""

    def follow(self, key: str) -> Result | None:
        """Return what an entry leads to, or None if the entry no longer exists."""
        return next((entry.then() for entry in self.entries if entry.key == key), None)


@dataclass(frozen=True, kw_only=True)
class Number:
    """A page that sets a number, by `step`, from `least` to `most` (None: no limit)."""

    title: str
    least: int
    most: int | None
    first: int
    then: Callable[[int], Result]
    step: int = 1

    def follow(self, key: str) -> Result | None:
        """Return what a number leads to, or None if the number is no longer possible."""
        number = int(key) if key.lstrip("-").isdecimal() else None
        return None if number is None or number != self.nearest(number) else self.then(number)

    def nearest(self, number: int) -> int:
        """Return the nearest possible number that is not higher."""
        number = max(number, self.least)
        number = number if self.most is None else min(number, self.most)
        return number - (number - self.least) % self.step


@dataclass(frozen=True)
class Text:
    """A page to read."""

    title: str
    text: str

    def follow(self, key: str) -> None:  # noqa: ARG002
        """Return None, because a text leads nowhere."""
        return


Page = ListPage | Number | Text
Result = Page | MenuCommand | Setting


def act(key: str, label: str, done: Command | TableCommand | Setting) -> Entry:
    """Return an entry that acts as soon as it is pushed."""
    result = done if isinstance(done, Setting) else MenuCommand(done)
    return Entry(key, label, lambda: result, opens=False)

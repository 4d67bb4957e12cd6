"""A page of the menu: a title, and entries to choose from or lines to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.console.menus.screen import ROWS, Screen, choice, reading, wrap
from referee.actor import HOST, Actor
from referee.match.commands import Command
from referee.reports.commands import TableCommand
from referee.reports.virtual_acts import VirtualAct
from referee.words import Voice


@dataclass(frozen=True)
class MenuCommand:
    """A command, and the actor who gives it. An act with virtual cards needs no actor."""

    command: Command | TableCommand | VirtualAct
    by: Actor = HOST


@dataclass(frozen=True)
class Entry:
    """A line of a page. `key` identifies it on its page.

    A push opens a page or gives a command, as `then` says. A line to read has neither.
    """

    key: str
    label: str
    then: Callable[[], Page] | MenuCommand | None = None

    @classmethod
    def act(cls, key: str, label: str, command: Command | TableCommand | VirtualAct) -> Entry:
        """Return an entry that gives a command of the host."""
        return cls(key, label, MenuCommand(command))


@dataclass(frozen=True)
class Page:
    """A page of entries. `first` is the key of the entry that is marked when the page opens."""

    title: str
    entries: tuple[Entry, ...]
    first: str = ""

    @classmethod
    def text(cls, title: str, text: str) -> Page:
        """Return a page of lines to read."""
        return cls(title, tuple(Entry(str(n), line) for n, line in enumerate(wrap(text))))

    @classmethod
    def elsewhere(cls, title: str, voice: Voice) -> Page:
        """Return the page that says that phones and the web page can do this."""
        return cls.text(title, voice.key("console.elsewhere"))

    @property
    def is_text(self) -> bool:
        """Whether the page has only lines to read."""
        return all(entry.then is None for entry in self.entries)

    def index(self, key: str) -> int:
        """Return the place of an entry, or of the first one to mark if there is no such entry."""
        keys = [entry.key for entry in self.entries]
        return next((keys.index(item) for item in (key, self.first) if item in keys), 0)

    def turned(self, key: str, steps: int) -> str:
        """Return the key that is `steps` further down. The list stops at both ends."""
        last = len(self.entries) - (ROWS - 1 if self.is_text else 1)
        place = max(0, min(self.index(key) + steps, last))
        return self.entries[place].key if self.entries else ""

    def screen(self, key: str) -> Screen:
        """Return the screen that shows the page with an entry marked, or a text from a line on."""
        if self.is_text:
            return reading(self.title, [entry.label for entry in self.entries], self.index(key))
        labels = [(entry.label, callable(entry.then)) for entry in self.entries]
        return choice(self.title, labels, self.index(key))

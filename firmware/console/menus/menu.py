"""The menu: the position in a tree of pages. A turn chooses an entry, a push opens it, and a long
push goes back.

Pages are built from the current state each time. A menu stores only the keys that lead to its page,
and falls back to the last page that still exists. So a menu never shows anything outdated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from firmware.console.menus.home import home
from firmware.console.menus.page import MenuCommand, Page
from firmware.console.menus.screen import Screen
from firmware.console.menus.world import World
from referee.contract import Message
from referee.match.commands import Move


@dataclass(frozen=True)
class Menu:
    """A position in the menu of a `world`: the keys pushed so far, and the key of the marked entry.

    A `refusal` has its own page, which any push closes.
    """

    world: World
    path: tuple[str, ...] = ()
    at: str = ""
    refusal: Message | None = None

    def seeing(self, world: World) -> Menu:
        """Return the menu for a new state: on the last page of its path that still exists."""
        menu = replace(self, world=world)
        there = len(menu._pages) - 1
        return menu if there == len(self.path) else replace(menu, path=self.path[:there], at="")

    def turn(self, steps: int) -> Menu:
        """Choose the entry that is `steps` further down, or scroll a text."""
        return replace(self, at=self.page.turned(self.at, steps))

    def push(self) -> tuple[Menu, MenuCommand | None]:
        """Push the marked entry: open its page, or return its command. A text is closed."""
        if self.page.is_text:
            return self.back(), None
        entry = self.page.entries[self.page.index(self.at)]
        if isinstance(entry.then, MenuCommand):
            return Menu(self.world), entry.then
        return Menu(self.world, (*self.path, entry.key)), None

    def back(self) -> Menu:
        """Go back one page, and choose the entry that led here."""
        if self.refusal is not None or not self.path:
            return Menu(self.world, self.path, self.at)
        return Menu(self.world, self.path[:-1], self.path[-1])

    @property
    def page(self) -> Page:
        """The page that is open."""
        if self.refusal is not None:
            voice = self.world.voice
            return Page.text(voice.key("console.refused"), voice.say(self.refusal))
        return self._pages[-1]

    @property
    def screen(self) -> Screen:
        """The screen to display."""
        return self.page.screen(self.at)

    @property
    def push_target(self) -> tuple[Any, ...]:
        """A key for the effect of a push now. It stays equal as long as the effect does.

        A move keeps its key in later states, because the match itself refuses a move whose offer no
        longer stands.
        """
        page = self.page
        if page.is_text:
            return self.path, page.title
        entry = page.entries[page.index(self.at)]
        match entry.then:
            case MenuCommand(Move(move), by):
                return self.path, entry.key, move, by
            case MenuCommand() as given:
                return self.path, entry.key, given
        return self.path, entry.key

    @cached_property
    def _pages(self) -> list[Page]:
        """The pages along the path, from the first one on, as far as they exist."""
        pages = [home(self.world)]
        for key in self.path:
            then = next((entry.then for entry in pages[-1].entries if entry.key == key), None)
            if not callable(then):
                break
            pages.append(then())
        return pages

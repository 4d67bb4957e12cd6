"""The menu: the position in a tree of pages. A turn chooses an entry, a push opens it, and a long
push goes back.

Pages are built from the current state each time. A menu stores only the keys that lead to its page,
and falls back to the last page that still exists. So a menu never shows anything outdated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from firmware.console.menus import screen
from firmware.console.menus.home import home
from firmware.console.menus.newmatch import GAME, PLAYERS
from firmware.console.menus.pages import ListPage, MenuCommand, Number, Page, Setting, Text
from firmware.console.menus.screen import Screen
from firmware.console.menus.world import World
from referee.contract import Message
from referee.match.commands import Move
from referee.options import EDITION


@dataclass(frozen=True)
class Menu:
    """A position in the menu: the keys pushed so far, the choice on the page, and a refusal.

    `at` is the key of an entry, a number, or the first visible line of a text; None means the start
    of the page. A `refusal` and a `remark` have a page of their own. A `notice`
    replaces the title of the page.
    """

    path: tuple[str, ...] = ()
    at: str | int | None = None
    draft: Mapping[str, Any] = field(default_factory=dict)
    refusal: Message | None = None
    remark: Message | None = None
    notice: Message | None = None


HOME = Menu()


def turn(menu: Menu, world: World, steps: int, stride: int = 1) -> Menu:
    """Choose another entry, number or line.

    `steps` counts detents. A clockwise turn moves down a list, or increases a number. In a fast
    turn, each step moves a number to the next multiple of `stride`. Lists stop at their ends.
    """
    menu, page = _settled(menu, world)
    match page:
        case ListPage():
            place = _place(page, menu.at) + steps
            keys = [entry.key for entry in page.entries]
            return replace(menu, at=keys[max(0, min(place, len(keys) - 1))] if keys else None)
        case Number():
            whole, rest = divmod(_number(page, menu.at), page.step)
            turned = _stepped(whole, steps, stride) * page.step + rest
            return replace(menu, at=page.nearest(turned))
        case Text():
            line = (menu.at if isinstance(menu.at, int) else 0) + steps
            return replace(menu, at=screen.text(page.title, page.text, line)[1])


def push(menu: Menu, world: World) -> tuple[Menu, MenuCommand | None]:
    """Push the current choice: open its page, or return its command."""
    menu, page = _settled(menu, world)
    if isinstance(page, Text):
        return go_back(menu, world), None
    key = _key(page, menu.at)
    result = page.follow(key)
    match result:
        case None:
            return menu, None
        case Setting(name, value):
            kept = {GAME: (), EDITION: (GAME, *PLAYERS)}.get(name, menu.draft)
            draft = {one: menu.draft[one] for one in kept if one in menu.draft} | {name: value}
            return replace(menu, path=menu.path[:1], at=name, draft=draft), None
        case ListPage() | Number() | Text():
            return replace(menu, path=(*menu.path, key), at=None), None
    return HOME, result


def settled(menu: Menu, world: World) -> Menu:
    """Return the menu on the last page of its path that still exists."""
    return _settled(menu, world)[0]


def push_target(menu: Menu, world: World) -> tuple[Any, ...]:
    """Return a key for what a push would do now. The key stays equal as long as that stays the
    same.

    A move keeps its key in later states, because the match itself refuses a move whose offer no
    longer stands.
    """
    menu, page = _settled(menu, world)
    if isinstance(page, Text):
        return menu.path, page.title
    key = _key(page, menu.at)
    match page.follow(key):
        case MenuCommand(Move() as made, by):
            return menu.path, key, made.move, by
        case ListPage() | Number() | Text() | None:
            return menu.path, key
        case result:
            return menu.path, key, result


def go_back(menu: Menu, world: World) -> Menu:
    """Go back one page, and choose the entry that led here."""
    menu, _ = _settled(menu, world)
    if menu.refusal is not None or menu.remark is not None:
        return replace(menu, refusal=None, remark=None, at=None)
    if len(menu.path) < 2:
        return replace(HOME, at=menu.path[0] if menu.path else menu.at)
    return replace(menu, path=menu.path[:-1], at=menu.path[-1])


def show(menu: Menu, world: World) -> Screen:
    """Return the screen to display."""
    menu, page = _settled(menu, world)
    if menu.notice is not None:
        page = replace(page, title=world.voice.say(menu.notice))
    match page:
        case ListPage():
            labels = [(entry.label, entry.opens) for entry in page.entries]
            return screen.choice(page.title, labels, _place(page, menu.at))
        case Number():
            value = _number(page, menu.at)
            return screen.number(page.title, value, _limits(page))
        case Text():
            line = menu.at if isinstance(menu.at, int) else 0
            return screen.text(page.title, page.text, line)[0]


def _settled(menu: Menu, world: World) -> tuple[Menu, Page]:
    """Return the menu and its page. The path is followed as far as its pages still exist."""
    for title, said in (("refused", menu.refusal), ("remark", menu.remark)):
        if said is not None:
            return menu, Text(world.voice.key(f"console.{title}"), world.voice.say(said))
    page = home(world, menu.draft)
    for taken, key in enumerate(menu.path):
        found = page.follow(key)
        if not isinstance(found, ListPage | Number | Text):
            return replace(menu, path=menu.path[:taken], at=None), page
        page = found
    return menu, page


def _place(page: ListPage, at: str | int | None) -> int:
    keys = [entry.key for entry in page.entries]
    for key in (at, page.first):
        if key in keys:
            return keys.index(str(key))
    return 0


def _number(page: Number, at: str | int | None) -> int:
    return page.nearest(at if isinstance(at, int) else page.first)


def _key(page: ListPage | Number, at: str | int | None) -> str:
    if isinstance(page, Number):
        return str(_number(page, at))
    return page.entries[_place(page, at)].key if page.entries else ""


def _stepped(number: int, steps: int, stride: int) -> int:
    """Return a number after some steps. With a stride, each step goes to the next multiple of it.

    >>> _stepped(13, 2, 1), _stepped(13, 2, 5), _stepped(13, -2, 5)
    (15, 20, 5)
    """
    for _ in range(abs(steps)):
        number = (
            (number // stride + 1) * stride if steps > 0 else (-(-number // stride) - 1) * stride
        )
    return number


def _limits(page: Number) -> str:
    """Return the range of a number as text.

    >>> low = Number(title="", least=13, most=None, first=13, then=MenuCommand)
    >>> _limits(low), _limits(replace(low, least=0, most=9))
    ('≥ 13', '0 – 9')
    """
    return f"≥ {page.least}" if page.most is None else f"{page.least} – {page.most}"

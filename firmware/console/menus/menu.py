"""The menu: where in its pages somebody is. Turning chooses, a push takes, a long push goes back.

Pages are made anew from the world at every look; a menu keeps only the keys that lead to its page,
and falls back to the last page that there still is. So a menu is never older than its world.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from firmware.console.menus import screen
from firmware.console.menus.home import home
from firmware.console.menus.pages import Choice, MenuCommand, Number, Page, Setting, Text
from firmware.console.menus.screen import Screen
from firmware.console.menus.world import World
from referee.contract import Message
from referee.match.commands import Move

GAME = "game"  # the setting on which all others depend


@dataclass(frozen=True)
class Menu:
    """Where somebody is: the keys taken, what is chosen on the page, and what was refused.

    `at` is an entry's key, a number, or a text's first line; None is where the page begins. A
    `refusal` has a page of its own, a `notice` stands where the page's title does.
    """

    path: tuple[str, ...] = ()
    at: str | int | None = None
    draft: Mapping[str, Any] = field(default_factory=dict)
    refusal: Message | None = None
    notice: Message | None = None


HOME = Menu()


def turn(menu: Menu, world: World, steps: int, stride: int = 1) -> Menu:
    """Choose another entry, number or line: `steps` detents, clockwise is down and more.

    A fast turn has a `stride`: numbers then go to its next multiple a step. A list ends where it
    ends.
    """
    menu, page = _settled(menu, world)
    match page:
        case Choice():
            place = _place(page, menu.at) + steps
            keys = [entry.key for entry in page.entries]
            return replace(menu, at=keys[max(0, min(place, len(keys) - 1))] if keys else None)
        case Number():
            whole, rest = divmod(_number(page, menu.at), page.step)
            turned = _stepped(whole, steps, stride) * page.step + rest
            return replace(menu, at=page.within(turned))
        case Text():
            line = (menu.at if isinstance(menu.at, int) else 0) + steps
            return replace(menu, at=screen.text(page.title, page.text, line)[1])


def push(menu: Menu, world: World) -> tuple[Menu, MenuCommand | None]:
    """Take what is chosen: open its page, or return what is to be done."""
    menu, page = _settled(menu, world)
    if isinstance(page, Text):
        return back(menu, world), None
    key = _key(page, menu.at)
    result = page.follow(key)
    match result:
        case None:
            return menu, None
        case Setting(name, value):
            draft = {name: value} if name == GAME else {**menu.draft, name: value}
            return replace(menu, path=menu.path[:1], at=name, draft=draft), None
        case Choice() | Number() | Text():
            return replace(menu, path=(*menu.path, key), at=None), None
    return HOME, result


def settled(menu: Menu, world: World) -> Menu:
    """Return the menu on the last page that there still is; the others do not come back."""
    return _settled(menu, world)[0]


def push_target(menu: Menu, world: World) -> tuple[Any, ...]:
    """Return what a push would take: alike while it would be the same, whatever else has changed.

    A move is the same on a later state: the desk knows whether its offer has stood all the while.
    """
    menu, page = _settled(menu, world)
    if isinstance(page, Text):
        return menu.path, page.title
    key = _key(page, menu.at)
    match page.follow(key):
        case MenuCommand(Move() as made, by):
            return menu.path, key, made.move, by
        case Choice() | Number() | Text() | None:
            return menu.path, key
        case result:
            return menu.path, key, result


def back(menu: Menu, world: World) -> Menu:
    """Go back a page, with what led here chosen; from the first page nowhere."""
    menu, _ = _settled(menu, world)
    if menu.refusal is not None:
        return replace(menu, refusal=None, at=None)
    if len(menu.path) < 2:
        return replace(HOME, at=menu.path[0] if menu.path else menu.at)
    return replace(menu, path=menu.path[:-1], at=menu.path[-1])


def show(menu: Menu, world: World) -> Screen:
    """Return what the display shows."""
    menu, page = _settled(menu, world)
    if menu.notice is not None:
        page = replace(page, title=world.voice.say(menu.notice))
    match page:
        case Choice():
            labels = [(entry.label, entry.opens) for entry in page.entries]
            return screen.choice(page.title, labels, _place(page, menu.at))
        case Number():
            value = _number(page, menu.at)
            return screen.number(page.title, value, _limits(page))
        case Text():
            line = menu.at if isinstance(menu.at, int) else 0
            return screen.text(page.title, page.text, line)[0]


def _settled(menu: Menu, world: World) -> tuple[Menu, Page]:
    """Return the page that a menu is on, and the menu there: its path as far as it still leads."""
    if menu.refusal is not None:
        return menu, Text(world.voice.key("console.refused"), world.voice.say(menu.refusal))
    page = home(world, menu.draft)
    for taken, key in enumerate(menu.path):
        found = page.follow(key)
        if not isinstance(found, Choice | Number | Text):
            return replace(menu, path=menu.path[:taken], at=None), page
        page = found
    return menu, page


def _place(page: Choice, at: str | int | None) -> int:
    keys = [entry.key for entry in page.entries]
    for key in (at, page.first):
        if key in keys:
            return keys.index(str(key))
    return 0


def _number(page: Number, at: str | int | None) -> int:
    return page.within(at if isinstance(at, int) else page.first)


def _key(page: Choice | Number, at: str | int | None) -> str:
    if isinstance(page, Number):
        return str(_number(page, at))
    return page.entries[_place(page, at)].key if page.entries else ""


def _stepped(number: int, steps: int, stride: int) -> int:
    """Return a number some steps on: with a stride, each goes to the next multiple of it.

    >>> _stepped(13, 2, 1), _stepped(13, 2, 5), _stepped(13, -2, 5)
    (15, 20, 5)
    """
    for _ in range(abs(steps)):
        number = (
            (number // stride + 1) * stride if steps > 0 else (-(-number // stride) - 1) * stride
        )
    return number


def _limits(page: Number) -> str:
    """Say what a number may be.

    >>> low = Number(title="", least=13, most=None, first=13, then=Said)
    >>> _limits(low), _limits(replace(low, least=0, most=9))
    ('≥ 13', '0 – 9')
    """
    return f"≥ {page.least}" if page.most is None else f"{page.least} – {page.most}"

"""A person at one page of the virtual table, who knows no game and presses only what is lit there.

The page is a phone's, used by a finger, or the laptop's, used by a mouse or by the keyboard alone.
"""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Any

from playwright.sync_api import Page, ViewportSize

from referee.reports.status import ACTING
from tests.played.requests import OFTEN
from tests.webui.hands import held

# What a person may press: first gold buttons, then lit cards and places, then whatever is offered.
# An open sheet goes before the rest of the page, unless the person looks past it, as people can if
# it is not modal. If it offers nothing, it is closed: its card may have been played meanwhile.
LOOK = """(past) => {
  const kinds = [
    "button.main",
    `:is(.placed, .stack, .pile)[data-next]:not([data-next=no]), .fit, button.open, button.target,
      :is(.hand, .held)[data-lays=yes]`,
    `#dock button:not(.quiet, .folded *), dialog :is(.option, .way, .doubts .card)`,
  ];
  const isThere = (element) => !element.disabled
    && element.checkVisibility({ visibilityProperty: true });
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const place = sheet && !(past && !sheet.matches(":modal")) ? sheet : document;
  window.choices = kinds.map((kind) => [...place.querySelectorAll(kind)].filter(isThere));
  if (place !== document && window.choices.every((found) => !found.length))
    window.choices[2] = [...place.querySelectorAll("[data-key=close]")];
  const counts = window.choices.map((found) => found.length);
  return { over: document.body.dataset.over === "yes", counts };
}"""
# A point at which a thing can be touched: other cards may lie over a part of it, and a banner over
# all. There is no point (`[]`) if it has gone meanwhile, and null if something covers it.
POINT = """([kind, at]) => {
  const element = window.choices[kind][at];
  if (!element.checkVisibility()) return [];
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.8]) for (const across of [0.5, 0.1, 0.9, 0.3, 0.7]) {
    const point = [left + width * across, top + height * down];
    const found = document.elementFromPoint(...point);
    if (element.contains(found) || found?.closest("#moment, #toast")) return point;
  }
}"""
# Whether the focus is on one of the things that are lit in the same way, or on the very offer; null
# if all of them have gone meanwhile.
IS_REACHED = """([kind, at]) => {
  const found = kind < 2 ? window.choices[kind] : [window.choices[kind][at]];
  const isThere = found.some((element) => element.checkVisibility());
  return isThere ? found.includes(document.activeElement) : null;
}"""
# Whether the headline asks the first seat for something.
ASKS = """async (acting) => {
  const { focus, seats, paused } = await (await fetch("/api/state")).json();
  return focus.seat === 0 && acting.includes(seats[0].cue) && !paused;
}"""
VAIN_LOOKS = 10  # While others answer or a card is read, a page may ask for what is done already.
KEY = "([kind, at]) => window.choices[kind][at].dataset.key ?? null"
NAME = "([kind, at]) => window.choices[kind][at].outerHTML"
OFFERED = 2  # the kind of thing that is neither gold nor lit
PAST = 0.5  # how often a person looks past an open sheet
MOST_TABS = 60
NEAR_TABS = 4  # to a gold button


class Way(StrEnum):
    """How a person plays."""

    PHONE = "phone"
    MOUSE = "mouse"
    KEYS = "keys"

    @property
    def path(self) -> str:
        """The path of the page."""
        return "/" if self is Way.PHONE else "/virtual"

    @property
    def viewport(self) -> ViewportSize:
        """The size of the screen."""
        if self is Way.PHONE:
            return {"width": 390, "height": 844}
        return {"width": 1366, "height": 768}


class Person:
    """The person at the first seat, who presses one thing at each look.

    `_in_vain` is the number of looks, one after another, in which the page asked for something and
    offered nothing for it; `_covered` is that of looks in which something lay over a thing. The key
    `_offered` is that of the offer that was taken last.
    """

    def __init__(self, page: Page, way: Way, random: Random) -> None:
        self._page, self._way, self._random = page, way, random
        self._in_vain = self._covered = 0
        self._offered: str | None = None

    def act(self) -> bool:
        """Press something, if the page offers anything. Return whether the match is over."""
        look: Any = self._page.evaluate(LOOK, self._random.random() < PAST)
        kinds = [kind for kind, count in enumerate(look["counts"]) if count]
        if kinds and not look["over"]:
            kind = kinds[-1] if self._random.random() < OFTEN else kinds[0]
            at = self._random.randrange(look["counts"][kind])
            if kind != OFFERED or not self._repeats(at):
                self._press(kind, at)
        asks = not kinds and self._page.evaluate(ASKS, [*ACTING])
        self._in_vain = self._in_vain + 1 if asks else 0
        assert self._in_vain < VAIN_LOOKS, self._page.locator("main").inner_text()
        return bool(look["over"])

    def _repeats(self, at: int) -> bool:
        """Whether an offer is the one taken last, and the person waits for others instead.

        Or else a card may be laid and taken back for ever.
        """
        before, self._offered = self._offered, self._page.evaluate(KEY, [OFFERED, at])
        return self._offered == before and self._random.random() >= OFTEN

    def _press(self, kind: int, at: int) -> None:
        if self._way is Way.KEYS:
            if self._tab_to(kind, at):
                self._page.keyboard.press("Enter")
            return
        point = self._page.evaluate(POINT, [kind, at])
        self._covered = self._covered + 1 if point is None else 0  # A card may just fly over it.
        assert self._covered < VAIN_LOOKS, self._page.evaluate(NAME, [kind, at])
        if not point:
            return
        if self._way is Way.PHONE:
            self._page.touchscreen.tap(*point)
        else:
            self._page.mouse.click(*point)

    def _tab_to(self, kind: int, at: int) -> bool:
        """Press Tab until the focus is there, and return whether it is. Gold buttons are near."""
        tabs = 0
        while (reached := self._page.evaluate(IS_REACHED, [kind, at])) is False:
            self._page.keyboard.press("Tab")
            tabs += 1
            limit = MOST_TABS if kind else NEAR_TABS
            assert tabs <= limit, [self._page.evaluate(NAME, [kind, at]), held(self._page)]
        return bool(reached)

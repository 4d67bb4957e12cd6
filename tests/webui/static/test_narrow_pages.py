"""Every page besides the match, and every control on it, is whole on narrow phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from referee import words
from referee.match.commands import Begin
from tests.breadth import breadth
from tests.firmware.hub.pages import Club, post
from tests.webui.asking import UNPLAYED, serving
from tests.webui.calm import calm_workshop
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.page.test_history import played
from tests.webui.pages import LOST, PAINTED, Open
from tests.webui.routes.test_settings import Machine
from webui.app import create_app
from webui.serving.serve import Server

WIDTHS_PX = (390, 360, 320)
HEIGHT_PX = 800
# Each page with the controls to tap there, one after the other.
NEW = (
    *("/", "/ #menu", "/ #menu [data-key=join]", "/ [data-game=coyote]"),
    *("/ [data-game=plenty_coups]", "/table", "/virtual", "/virtual #menu", "/settings"),
    *("/history", "/history/players", "/data", "/rules/coyote/oliphante", "/rules/plenty_coups"),
    *("/looks", "/calibrate", "/teach", "/nowhere"),
)

pytestmark = UNPLAYED
PLAYED = ("/", "/ #menu", "/history", "/history/players", "/history/1/amend")
CLUB = ("/", "/standings", "/round", "/matches", "/players", "/tables", "/codes")
# The controls whose words stick out of them, and what looks like a button in a seat's.
STICKING = """() => [...document.querySelectorAll("button, .button, summary, .chip, .pick, .game")]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen"))
  .filter(one => {
    const box = one.getBoundingClientRect(), range = document.createRange();
    const cue = one.querySelector(":scope > .cue")?.getBoundingClientRect();
    if (cue?.right > box.right) return true;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const within = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || within.closest(".unseen, svg, em[title]"))
        continue;
      range.selectNodeContents(texts.currentNode);
      if ([...range.getClientRects()].some(at => at.right > box.right + 2 || at.left < box.left - 2
          || at.bottom > box.bottom + 3 || at.top < box.top - 3)) return true;
    }
    return false;
  }).map(one => `"${one.textContent.trim().slice(0, 40)}" sticks out of ${one.className}`)"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def app(table: FakeTable, virtual: FakeVirtual) -> Flask:
    return create_app(
        table, virtual, calm_workshop(), settings=Machine(), host_code=CODE, bundled=True
    )


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Server]:
    """A club with an event, some tables and a result."""
    club = Club(tmp_path, tables=3)
    names = "Ada\nBo\nCleo\nMaximilienne\nEva"
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names=names)
    post(club, "/event/draw")
    club.shows(0)
    club.shows(1, here=False)
    club.tells(0, "Ada", "Maximilienne")
    with serving(club.app) as server:
        yield server
    club.store.close()


def faults(page: Page, root: str, where: str, widths: tuple[int, ...]) -> Iterator[str]:
    """Yield what is cut off, covered or outside at each width."""
    path, *taps = where.split()
    page.set_viewport_size({"width": widths[0], "height": HEIGHT_PX})
    page.goto(f"{root}{path}")
    if page.locator("#live").count():
        expect(page.locator("#live")).to_have_attribute("data-live", "yes")
    for tap in taps:
        page.click(tap)
        expect(page.locator("#sheet .head h2").first).not_to_be_empty()
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT_PX})
        page.evaluate(PAINTED)
        answer = page.evaluate(LOST) + page.evaluate(STICKING)
        for entry in [*answer, "the page is too wide"] if page.evaluate(WIDE) else answer:
            yield f"{where} at {width} px: {entry}"


@pytest.mark.parametrize(
    ("locale", "widths", "every"),
    breadth([("de", WIDTHS_PX[-1:], 4), *((locale, WIDTHS_PX, 1) for locale in words.LOCALES)]),
)
def test_nothing_of_a_page_is_cut_or_outside_a_narrow_window(
    open_page: Open,
    server: Server,
    hub: Server,
    table: FakeTable,
    locale: str,
    widths: tuple[int, ...],
    every: int,
) -> None:
    page = open_page("/looks", waits=False, locale=locale)
    root = server.url.rstrip("/")
    results = [fault for where in NEW[::every] for fault in faults(page, root, where, widths)]
    table.do(Begin("plenty_coups", {}, 2))
    results += faults(page, root, "/", widths)
    played(table)
    results += [item for where in PLAYED[::every] for item in faults(page, root, where, widths)]
    hub_root = hub.url.rstrip("/")
    results += [fault for where in CLUB[::every] for fault in faults(page, hub_root, where, widths)]
    assert results == [], "\n".join(results)

"""Text at 200 % without loss: nothing is cut off, covered, out of reach or wider than the page.

Both ways to it: the browser's own font size doubled, and the page at 200 %, which is half as many
CSS pixels each way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.breadth import breadth
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import moments
from tests.webui.pages import PHONE, Open, each_unseen, launched, sit
from tests.webui.tapping import shows
from webui.serving.serve import Server

LOST = (Path(__file__).parent / "lost.js").read_text("utf-8")
HALF_PHONE: ViewportSize = {"width": 180, "height": 370}
HALF_DESK: ViewportSize = {"width": 640, "height": 400}
NEW = "#sheet [data-key=new]"
SHEETS = {"/": ["#menu"], "/table": ["#menu"], "/virtual": ["#menu", NEW]}
# Of each game: with a pad or buttons, a question, a sum or pictures to show, and the end.
LOOKED_AT = {"before the deal", "raised", "question", "counted", "challenge", "exchange", "over"}
# What the second game has otherwise than the first.
PATHS = {
    "coyote": (
        "/history",
        "/history/1",
        "/rules/coyote/oliphante",
        "/teach",
        "/calibrate",
        "/looks",
    ),
    "coup": ("/history/1",),
}


@pytest.fixture(scope="module")
def doubled(browser: Browser) -> Iterator[Browser]:
    """A browser whose reader has doubled its font size."""
    with launched(browser, "--blink-settings=defaultFontSize=32") as made:
        yield made


@pytest.fixture(params=breadth(["text", "zoom"]))
def open_at_200(
    request: pytest.FixtureRequest, open_page: Open, doubled: Browser, server: Server
) -> Iterator[Callable[[str], Page]]:
    """Open a page at 200 %, by the reader's font size or by zooming."""
    if request.param == "zoom":
        yield lambda path: open_page(path, HALF_PHONE if path == "/" else HALF_DESK, locale="fr")
        return
    with doubled.new_context(viewport=PHONE, locale="fr") as context:

        def open_(path: str) -> Page:
            page = context.new_page()
            page.goto(server.url.rstrip("/") + path)
            return page

        yield open_


@pytest.mark.verify
@pytest.mark.parametrize("game", breadth(["coyote", "coup"]))
def test_nothing_is_lost_at_200_percent(
    open_at_200: Open,
    app: Flask,
    table: FakeTable,
    virtual: FakeVirtual,
    game: str,
) -> None:
    pages = {path: open_at_200(path) for path in SHEETS}
    em = "matchMedia('(max-width: 19.9em)').matches"  # in the reader's own size
    assert pages["/"].evaluate(em) is True
    sit(pages["/"], 0)
    lost: dict[str, list[str]] = {}

    def look(page: Page, name: str) -> None:
        if texts := page.evaluate(LOST):
            lost[name] = texts

    walk = (name for name in moments(game, table, virtual) if name in LOOKED_AT)
    for moment in each_unseen(app, walk):
        for path, page in pages.items():
            shows(page, table)
            asked = page.locator('#sheet[data-kind="question"]')
            expect(asked).to_have_count(int(moment == "question"))
            look(page, f"{path}: {moment}")
            if moment == "before the deal":
                for opener in SHEETS[path]:
                    page.click(opener)
                    expect(page.locator("#sheet-name")).not_to_be_empty()
                    look(page, f"{path}: {opener}")
                page.keyboard.press("Escape")
    for path in PATHS[game]:
        page = pages["/"]
        answer = page.goto(urljoin(page.url, path))
        assert answer is not None
        assert answer.ok, path
        look(page, path)
    assert not lost, "\n".join(f"{name}: {item}" for name, texts in lost.items() for item in texts)

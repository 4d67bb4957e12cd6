"""With the browser's font size doubled nothing is cut off, covered, out of reach or too wide."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.breadth import breadth
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import moments
from tests.webui.pages import LOST, PHONE, each_unseen, launched, sit, when
from tests.webui.tapping import shows
from webui.serving.serve import Server

NEW = "#sheet [data-key=new]"
SHEETS = {"/": ["#menu"], "/table": ["#menu"], "/virtual": ["#menu", NEW]}
# Of each game: with a pad or buttons, a question, a sum or pictures to show, and the end.
LOOKED_AT = {"before the deal", "raised", "question", "counted", "challenge", "exchange", "over"}
PATHS = ("/history", "/history/1", "/rules/coyote/oliphante", "/teach", "/calibrate", "/looks")


@pytest.mark.verify
@pytest.mark.parametrize("game", breadth(["coyote", "coup"]))
def test_nothing_is_lost_at_200_percent(
    browser: Browser, server: Server, app: Flask, table: FakeTable, virtual: FakeVirtual, game: str
) -> None:
    lost: dict[str, list[str]] = {}

    def look(page: Page, name: str) -> None:
        if texts := page.evaluate(LOST):
            lost[name] = texts

    with launched(browser, "--blink-settings=defaultFontSize=32") as doubled:
        context = doubled.new_context(viewport=PHONE, locale="fr")
        pages = {path: context.new_page() for path in SHEETS}
        for path, page in pages.items():
            page.goto(urljoin(server.url, path))
        em = "matchMedia('(max-width: 19.9em)').matches"  # in the reader's own size
        when(pages["/"], lambda: pages["/"].evaluate(em) is True)
        sit(pages["/"], 0)
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
        for path in PATHS:
            answer = pages["/"].goto(urljoin(server.url, path))
            assert answer is not None
            assert answer.ok, path
            look(pages["/"], path)
    assert not lost, "\n".join(f"{name}: {item}" for name, texts in lost.items() for item in texts)

"""Text at 200 % without loss: nothing is cut off, covered, out of reach or wider than the page.

Both ways to it: the browser's own font size doubled, and the page at 200 %, which is half as many
CSS pixels each way.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.conftest import ARGUMENTS, CHROMIUM
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import moments
from tests.webui.pages import PHONE, Open, sit, unseen
from tests.webui.patient import act_patiently
from webui.serving.serve import Server

LOST = (Path(__file__).parent / "lost.js").read_text("utf-8")
HALF_PHONE: ViewportSize = {"width": 180, "height": 370}
HALF_DESK: ViewportSize = {"width": 640, "height": 400}
SHEETS = {"/": "#menu", "/table": "#menu", "/virtual": "#new"}
# Of each game: with a pad or buttons, a question, a sum or pictures to show, and the end.
LOOKED_AT = {"before the deal", "raised", "question", "counted", "challenge", "exchange", "over"}
# What the second game has otherwise than the first.
PATHS = {
    "coyote": ("/history", "/history/1", "/rules/coyote/oliphante", "/teach", "/calibrate"),
    "coup": ("/history/1",),
}


@pytest.fixture(scope="module")
def doubled(browser: Browser) -> Iterator[Browser]:
    """A browser whose reader has doubled its font size."""
    arguments = [*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    made = browser.browser_type.launch(executable_path=CHROMIUM, args=arguments)
    yield act_patiently(made)
    made.close()


@pytest.mark.parametrize("game", ["coyote", "coup"])
def test_nothing_is_lost_at_200_percent(
    open_page: Open,
    doubled: Browser,
    server: Server,
    app: Flask,
    table: FakeTable,
    virtual: FakeVirtual,
    game: str,
) -> None:
    context = doubled.new_context(viewport=PHONE, locale="fr")

    def text(path: str) -> Page:
        page = context.new_page()
        page.goto(server.url.rstrip("/") + path)
        return page

    pages = {
        **{f"text, {path}": text(path) for path in SHEETS},
        "zoom, /": open_page("/", HALF_PHONE, locale="fr"),
        "zoom, /table": open_page("/table", HALF_DESK, locale="fr"),
        "zoom, /virtual": open_page("/virtual", HALF_DESK, locale="fr"),
    }
    em = "matchMedia('(max-width: 19.9em)').matches"  # in the reader's own size
    assert [pages[f"{how}, /"].evaluate(em) for how in ("text", "zoom")] == [True, True]
    for how in ("text", "zoom"):  # the second seat plays on either phone
        sit(pages[f"{how}, /"], int(how == "zoom"))
    lost: dict[str, list[str]] = {}

    def look(page: Page, name: str) -> None:
        if said := page.evaluate(LOST):
            lost[name] = said

    walk = moments(game, table, virtual)
    while True:
        with unseen(app):
            moment = next((one for one in walk if one in LOOKED_AT), None)
        if moment is None:
            break
        seq = str(table.desk.snapshot().seq)  # type: ignore[union-attr]
        for name, page in pages.items():
            expect(page.locator("body")).to_have_attribute("data-seq", seq)
            asked = page.locator('#sheet[data-kind="question"]')
            expect(asked).to_have_count(int(moment == "question"))
            look(page, f"{name}: {moment}")
            if moment == "before the deal":
                sheet = SHEETS[name.partition(", ")[2]]
                page.click(sheet)
                expect(page.locator("#sheet-name")).not_to_be_empty()
                look(page, f"{name}: {sheet}")
                page.keyboard.press("Escape")
    for path in PATHS[game]:
        for how, page in (("text", text(path)), ("zoom", pages["zoom, /"])):
            page.goto(server.url.rstrip("/") + path)
            look(page, f"{how}, {path}")
    context.close()
    assert not lost, "\n".join(f"{name}: {one}" for name, said in lost.items() for one in said)


def test_what_is_lost_is_found(open_page: Open) -> None:
    page = open_page()
    assert page.evaluate(LOST) == []

    def found(selector: str, style: str) -> str:
        page.evaluate(
            "([where, how]) => { document.querySelector(where).style.cssText = how; }",
            [selector, style],
        )
        said = "; ".join(page.evaluate(LOST))
        page.evaluate("where => { document.querySelector(where).style.cssText = ''; }", selector)
        return said

    narrow = "display: block; width: 12px; overflow: hidden; white-space: nowrap"
    assert "is cut off" in found(".seat .name", f"{narrow}; text-overflow: clip")  # by no sign
    assert "is cut off" in found("#focus .label", f"{narrow}; text-overflow: ellipsis")  # no title
    assert "outside the page" in found("#focus .label", "position: fixed; left: 400px")
    assert "is under" in found(".focus", "position: fixed; inset: 0; z-index: 99")

"""A browser without scripts, or too old for ours, says so; the big screen shows score and turn."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Route, expect

from referee import words
from referee.match.commands import Move
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, PHONE, Open, fits_across, say
from webui.routes import pages
from webui.serving.serve import Server

PATHS = ("/", "/virtual", "/calibrate", "/teach", "/")
PLAIN = re.compile("/table/plain$")


def cannot_read(route: Route) -> None:
    """Answer as a script that an old browser cannot parse. It has no modules in this form."""
    if route.request.url.endswith("/unscripted.js"):
        route.continue_()
    else:
        route.fulfill(content_type="text/javascript", body="of the = future")


def test_a_browser_without_scripts_gets_one_sentence_in_each_language(host: FlaskClient) -> None:
    for path, locale in zip(PATHS, words.LOCALES, strict=True):
        text = unescape(host.get(path, headers={"Accept-Language": locale}).text)
        assert text.count(say("page.no_script", locale)) == 1, path


def test_a_browser_that_cannot_read_the_scripts_is_told_and_a_screen_is_led_on(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(locale="en")
    phone, screen = context.new_page(), context.new_page()
    for page, path in ((phone, "/"), (screen, "/table")):
        page.clock.install()
        page.route("**/static/**/*.js", cannot_read)
        page.goto(server.url.rstrip("/") + path)
    for page in (phone, screen):  # both show it after the same seconds
        page.evaluate("document.getAnimations().forEach(one => one.finish())")
        expect(page.get_by_text(say("page.no_script"), exact=True)).to_be_visible()
    screen.clock.run_for(10_000)
    expect(screen).to_have_url(PLAIN)
    context.close()


def test_the_big_screen_without_scripts_shows_score_and_turn_and_loads_itself_again(
    open_page: Open, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page("/", DESK, waits=False, java_script_enabled=False)
    expect(page.get_by_text(say("page.no_script"), exact=True)).to_be_visible()
    page.click("#unscripted a")
    expect(page).to_have_url(PLAIN)
    monkeypatch.setattr(pages, "REFRESH_S", 1)
    page = open_page("/table", DESK, waits=False, java_script_enabled=False)
    expect(page).to_have_url(PLAIN)
    expect(page.locator("tr")).to_have_count(3)
    expect(page.locator("tr.turn")).to_contain_text("Blue")
    expect(page.locator("tr.turn td").first).not_to_be_empty()
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    expect(page.locator("h1 strong")).to_have_text("9")
    expect(page.locator(".last")).to_contain_text("starts with 9")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        fits_across(page)

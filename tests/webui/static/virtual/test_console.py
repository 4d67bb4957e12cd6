"""The console on the virtual table's page: its very pixels, and a knob for every hand."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.webui.fake import FakeVirtual
from tests.webui.pages import DESK, Open, when

LONG_MS = 500
LATER_S = 1000  # far beyond what a page has been open for


@pytest.fixture
def page(open_page: Open) -> Page:
    page = open_page("/virtual", DESK)
    page.click("#console > summary")
    expect(page.locator("#knob")).to_be_visible()
    return page


def test_the_display_is_shown_and_read_aloud_to_whose_hand_is_at_it_and_a_click_or_hold_pushes(
    page: Page, virtual: FakeVirtual, client: FlaskClient
) -> None:
    shown = page.locator("#oled")
    address = shown.get_attribute("src")
    assert address is not None
    assert client.get(address).data == virtual.console().png
    expect(shown).to_have_js_property("naturalWidth", 128)
    expect(page.locator("#oled-text")).to_contain_text("Coyote Table")
    locator = page.locator("#oled-text")
    expect(locator).not_to_have_attribute("aria-live", "polite")
    page.locator("#knob").focus()
    expect(locator).to_have_attribute("aria-live", "polite")
    page.clock.install()
    page.locator("#knob").click()
    when(page, lambda: virtual.pushes == [True, False])
    page.mouse.down()
    page.clock.run_for(LONG_MS)  # a push is as long as the finger lies there
    when(page, lambda: virtual.pushes[2:] == [True])
    page.mouse.up()
    when(page, lambda: virtual.pushes[2:] == [True, False])
    assert virtual.turned == 0


def test_keys_turn_it_take_and_go_back(page: Page, virtual: FakeVirtual) -> None:
    page.clock.install(time=0)
    page.locator("#knob").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "PageDown"):
        page.keyboard.press(key)
    when(page, lambda: virtual.turned == 6)
    page.keyboard.press("Enter")
    when(page, lambda: virtual.pushes == [True, False])  # in no time
    page.clock.pause_at(LATER_S)  # it goes on by hand
    page.keyboard.press("Escape")
    when(page, lambda: virtual.pushes[2:] == [True])
    page.clock.run_for(LONG_MS)
    page.evaluate("fetch('/api/state').then((answer) => answer.text())")
    assert virtual.pushes[2:] == [True]

    def let_go() -> bool:
        page.clock.run_for(LONG_MS)  # which begins once the answer to the push is here
        return virtual.pushes[2:] == [True, False]

    when(page, let_go)

"""The console on the virtual table's page: its very pixels, and a knob for every hand."""

from __future__ import annotations

from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.webui.fake import FakeVirtual
from tests.webui.pages import DESK, LATER_S, Open, when

LONG_MS = 500


def test_the_display_is_shown_and_read_aloud_and_every_hand_turns_and_pushes_the_knob(
    open_page: Open, virtual: FakeVirtual, client: FlaskClient
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#console > summary")
    knob = page.locator("#knob")
    expect(knob).to_be_visible()
    shown = page.locator("#oled")
    address = shown.get_attribute("src")
    assert address is not None
    assert client.get(address).data == virtual.console().png
    expect(shown).to_have_js_property("naturalWidth", 128)
    expect(page.locator("#oled-text")).to_contain_text("Coyote Table")
    locator = page.locator("#oled-text")
    expect(locator).not_to_have_attribute("aria-live", "polite")
    knob.focus()
    expect(locator).to_have_attribute("aria-live", "polite")
    page.clock.install(time=0)
    knob.click()
    when(page, lambda: virtual.pushes == [True, False])
    page.mouse.down()
    page.clock.run_for(LONG_MS)  # a push is as long as the finger lies there
    when(page, lambda: virtual.pushes[2:] == [True])
    page.mouse.up()
    when(page, lambda: virtual.pushes[2:] == [True, False])
    assert virtual.turned == 0
    virtual.pushes.clear()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "PageDown"):
        page.keyboard.press(key)
    when(page, lambda: virtual.turned == 6)
    page.keyboard.press("Enter")
    when(page, lambda: virtual.pushes == [True, False])  # in no time
    page.clock.pause_at(LATER_S)  # it goes on by hand
    asked = "fetch('/api/state').then((answer) => answer.text())"
    with page.expect_response("**/virtual/push"):
        page.keyboard.press("Escape")
    page.evaluate(asked)  # The page has the answer by then.
    page.clock.run_for(LONG_MS)
    page.evaluate(asked)
    assert virtual.pushes[2:] == [True]

    def let_go() -> bool:
        page.clock.run_for(LONG_MS)  # which begins once the answer to the push is here
        return virtual.pushes[2:] == [True, False]

    when(page, let_go)

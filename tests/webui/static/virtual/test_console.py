"""The console on the virtual table's page: its very pixels, and a knob for every hand."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.webui.fake import FakeVirtual
from tests.webui.pages import DESK, PHONE, Open, picture, when

LONG_MS = 500
LATER_S = 1000  # far beyond what a page has been open for


@pytest.fixture
def page(open_page: Open) -> Page:
    page = open_page("/virtual", DESK)
    page.click("#console > summary")
    expect(page.locator("#knob")).to_be_visible()
    return page


def test_the_page_shows_the_displays_own_picture(
    page: Page, virtual: FakeVirtual, client: FlaskClient
) -> None:
    shown = page.locator("#oled")
    address = shown.get_attribute("src")
    assert address is not None
    assert client.get(address).data == virtual.console().png
    assert page.evaluate("document.querySelector('#oled').naturalWidth") == 128
    expect(page.locator("#oled-text")).to_contain_text("Coyote Table")
    picture(page, "console")


def test_it_is_folded_until_somebody_opens_it_and_stays_as_it_was_left(open_page: Open) -> None:
    page = open_page("/virtual", DESK)
    expect(page.locator("#console > summary")).to_be_visible()
    expect(page.locator("#oled")).to_be_hidden()
    page.click("#console > summary")
    expect(page.locator("#oled")).to_be_visible()
    page.reload()
    expect(page.locator("#oled")).to_be_visible()


def test_the_wheel_turns_it(page: Page, virtual: FakeVirtual) -> None:
    page.locator("#oled").hover()
    for _ in range(3):
        page.mouse.wheel(0, 100)
    page.mouse.wheel(0, -60)
    when(page, lambda: virtual.turned in (3, 4))  # 240 px on, in one piece or in several
    expect(page.locator("#oled-text")).to_contain_text(f"> {virtual.turned}")


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


def test_a_drag_turns_it_and_does_not_push(page: Page, virtual: FakeVirtual) -> None:
    page.locator("#knob").scroll_into_view_if_needed()
    box = page.locator("#knob").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.clock.install(time=0)
    page.clock.pause_at(LATER_S)  # a finger that lies still for long pushes
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=6)
    page.mouse.up()
    when(page, lambda: virtual.turned >= 3)
    assert virtual.pushes == []


def test_a_click_takes_and_holding_goes_back(page: Page, virtual: FakeVirtual) -> None:
    page.clock.install()
    knob = page.locator("#knob")
    knob.click()
    when(page, lambda: virtual.pushes == [True, False])
    page.mouse.down()
    page.clock.run_for(LONG_MS)  # a push is as long as the finger lies there
    when(page, lambda: virtual.pushes[2:] == [True])
    page.mouse.up()
    when(page, lambda: virtual.pushes[2:] == [True, False])
    assert virtual.turned == 0


def test_what_it_shows_is_read_aloud_only_to_whoever_has_it_in_hand(page: Page) -> None:
    said = page.locator("#oled-text")
    assert said.get_attribute("aria-live") is None
    page.locator("#knob").focus()
    expect(said).to_have_attribute("aria-live", "polite")
    page.locator("#deal").focus()
    assert said.get_attribute("aria-live") is None


def test_it_fits_a_phone_too(open_page: Open) -> None:
    page = open_page("/virtual", PHONE)
    page.click("#console > summary")
    knob = page.locator("#knob")
    knob.scroll_into_view_if_needed()
    box, width = knob.bounding_box(), page.evaluate("document.documentElement.scrollWidth")
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert width <= PHONE["width"]


def test_only_the_host_turns_it(client: FlaskClient) -> None:
    for path, form in (("turn", {"steps": 1}), ("push", {"down": True})):
        assert client.post(f"/virtual/{path}", json=form).status_code == 403

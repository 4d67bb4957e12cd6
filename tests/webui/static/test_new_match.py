"""The form for a new match: the choice just made wins, and nothing of the form is hidden."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.matches import match_of
from tests.webui.fake import FakeTable
from tests.webui.pages import PHONE, Open, say

# Bring each control into view and return those whose middle another element covers.
COVERED = """() => {
  const found = document.querySelectorAll("#sheet form :is(.pick, .switch, select, summary)");
  const controls = [...found].filter((one) => one.checkVisibility());
  const covered = controls.filter((one) => {
    one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  });
  return { controls: controls.length, covered: covered.map((one) => one.textContent.trim()) };
}"""


def open_form(page: Page) -> None:
    page.click("#menu")
    page.click("#sheet [data-key=new]")
    page.click("#sheet [data-game=coyote]")


def start(page: Page) -> dict[str, object]:
    with page.expect_request("**/api/match") as sent:
        page.click("#sheet [data-key=start]")
        if page.locator("#confirm[open]").count():
            page.click("#confirm [value=yes]")
    expect(page.locator("#sheet")).to_be_hidden()
    body: dict[str, object] = json.loads(sent.value.post_data or "")
    return body


def test_nothing_of_the_form_is_hidden_under_its_foot(open_page: Open) -> None:
    page = open_page("/virtual", PHONE)
    open_form(page)
    page.click("#sheet .more summary")
    seen = page.evaluate(COVERED)
    assert seen["controls"] > 10
    assert seen["covered"] == []
    expect(page.locator("#sheet [data-key=start]")).to_be_in_viewport(ratio=1)


def test_who_begins_alone_on_a_phone_sits_down_at_the_seat_without_a_bot(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/", PHONE)
    page.click("#menu")
    page.click("#sheet [data-key=new]")
    page.click("#sheet [data-game=coyote]")
    page.click("#sheet [data-key=alone]")
    assert start(page)["levels"] == ["", "fair", "fair"]
    assert match_of(table.desk).players.levels == {1: "fair", 2: "fair"}
    expect(page.locator("#sit h2")).to_have_text(say("page.sit.you", colour=say("seat.0")))
    page.click("#sit [data-key=without]")
    expect(page.locator(".seat[data-seat='0'] .you")).to_be_visible()

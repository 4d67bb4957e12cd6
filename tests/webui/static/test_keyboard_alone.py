"""Whoever plays with a keyboard alone always has the focus, and hears what is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.coyote.state.moves import Announce
from referee.match.commands import Begin
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, Open, sit

MOST_KEYS = 6  # from load to the first move
# Fold a button in, or out at first, as a new state of the page does.
FOLD = """() => {
    const main = document.querySelector("main"), old = document.querySelector("#fold");
    const fold = document.createElement("details");
    fold.id = "fold";
    fold.open = !old;
    fold.innerHTML = "<summary></summary><button data-key=folded>Lay it back</button>";
    old ? old.replaceWith(fold) : main.append(fold);
}"""


@pytest.mark.verify
@pytest.mark.usefixtures("virtual")
@pytest.mark.parametrize("path", breadth(["/", "/table", "/virtual"]))
def test_a_number_is_said_by_its_digits_and_enter_from_load(
    open_page: Open, table: FakeTable, path: str
) -> None:
    table.do(Begin("coyote", {}, 3))
    page = open_page(path, DESK)
    if path == "/":
        sit(page, 0)
        page.reload()
    expect(page.locator("[data-key=digit9]")).to_be_visible()
    before = page.locator("body").get_attribute("data-seq") or ""
    for key in ("9", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("body")).not_to_have_attribute("data-seq", before)
    assert match_of(table.desk).log[-1].move == Announce(seat=0, number=9)


def test_the_first_move_takes_six_keys_at_most_and_nothing_folded_away_gets_the_focus(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", {}, 3))
    page = open_page("/", DESK)
    sit(page, 0)
    page.reload()
    expect(page.locator("#dock button").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    keys = 2
    while not page.evaluate("Boolean(document.activeElement.closest('#dock'))"):
        page.keyboard.press("Tab")
        keys += 1
        assert keys < MOST_KEYS
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-seq", "1")
    page.evaluate(FOLD)
    page.locator("#fold button").focus()
    page.evaluate(FOLD)
    expect(page.locator("#focus h2")).to_be_focused()

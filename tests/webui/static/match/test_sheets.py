"""Sheets are dialogs: named, put away by Escape; the focus goes in and comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from referee.contract import Message
from referee.reports.questions import Item, PossibleCard, Question
from tests.breadth import breadth
from tests.webui.asking import count_cards, do
from tests.webui.fake import FakeTable, png
from tests.webui.pages import (
    Open,
    sit,
    tap_menu,
    when,
)
from tests.webui.tapping import shows

LINES = """all => all.map(one => {
    const { height, width } = one.getBoundingClientRect();
    const label = one.querySelector(".label"), range = document.createRange();
    range.selectNodeContents(label);
    const tops = new Set([...range.getClientRects()].map(box => Math.round(box.bottom)));
    return { key: one.firstElementChild.dataset.key, height, width, lines: tops.size };
})"""
FREQUENT = ["undo", "redo", "log", "count"]  # before everything else


def which(table: FakeTable, cards: list[str]) -> Question:
    """Return a question about one card that may be any of some."""
    table.pictures["crop"] = png(120)
    possible = tuple(PossibleCard(card, 0.5, 1) for card in cards)
    item = Item("a", "crop", possible, guess=None, reason=Message("table.ask.unknown"))
    return Question("q", "mat", Message("table.ask.which", {"count": 1}), (item,))


SMALL: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 683, "height": 384},
)

# Whether each control of head and foot can be clicked, and the body ends above the foot.
IN_REACH = """sheet => {
    const body = sheet.querySelector(":scope > .body");
    const foot = sheet.querySelector(":scope > .foot");
    const reach = [...sheet.querySelectorAll(":scope > :is(.head, .foot) button")].every(one => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    body.scrollTop = body.scrollHeight;
    const last = body.lastElementChild.getBoundingClientRect();
    const end = foot ? foot.getBoundingClientRect().top : innerHeight;
    return reach && sheet.scrollHeight <= sheet.clientHeight + 1 && last.bottom <= end + 1;
}"""


@pytest.mark.parametrize("size", breadth(SMALL), ids=["phone", "zoomed"])
@pytest.mark.parametrize(
    ("path", "locale"), breadth([("/", "en"), ("/table", "it"), ("/virtual", "de"), ("/", "fr")])
)
def test_a_sheet_takes_the_focus_and_gives_it_back_its_body_scrolls_and_its_way_out_is_in_reach(
    open_page: Open, table: FakeTable, path: str, locale: str, size: ViewportSize
) -> None:
    """The menu is a list of single lines, the frequent ones first."""
    page = open_page(path, size, locale=locale)
    if path == "/":
        sit(page, 0)
    sheet = page.locator("#sheet")

    def check() -> None:
        expect(sheet.locator("> .body")).to_be_visible()
        when(page, lambda: bool(sheet.evaluate(IN_REACH)))

    for number in range(1, 16):
        do(table, "announce", seat=(number - 1) % 3, number=number)
    page.click("#menu")
    check()
    page.click("#sheet [data-key=log]")
    check()
    page.locator("#sheet .entry").last.click()
    expect(page.locator("#sheet [data-key=goback]")).to_be_visible()
    page.click("#sheet .follows summary")
    check()
    page.click("#sheet [data-key=close]")
    count_cards(table, "20", "max-", "-5")
    if path != "/table":
        check()
        page.click("#sheet [data-key=correct]")
        check()
        page.keyboard.press("Escape")
    shows(page, table)
    page.focus("#menu")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-name")).to_be_focused()
    expect(page.locator("#sheet-name")).not_to_be_empty()
    lines = sheet.locator(".list > li")
    expect(lines.locator("[data-key=language]")).to_be_visible()

    def single() -> bool:  # once the sheet's style is there
        shown = lines.evaluate_all(LINES)
        return all(entry["lines"] == 1 and 48 <= entry["height"] <= 64 for entry in shown)

    when(page, single)
    keys = [item["key"] for item in lines.evaluate_all(LINES)]
    assert keys[: keys.index("count") + 1] == [key for key in FREQUENT if key in keys]
    expect(page.locator("#sheet h3")).to_have_count(4 if path == "/" else 3)
    assert page.locator("#sheet .body").evaluate("box => box.scrollWidth <= box.clientWidth")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#menu")).to_be_focused()
    tap_menu(page, "count")
    check()
    page.keyboard.press("Escape")
    table.ask(which(table, [*map(str, range(-5, 16)), "max-", "max0", "night"]))
    expect(sheet.locator(".doubt")).to_be_visible()
    check()

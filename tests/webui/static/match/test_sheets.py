"""Sheets are dialogs: named, put away by Escape; the focus goes in and comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from referee.contract import Message
from referee.match.commands import Move
from referee.reports.questions import Item, PossibleCard, Question
from tests.breadth import breadth
from tests.webui.fake import FakeTable, png
from tests.webui.pages import (
    DESK,
    PHONE,
    SCREEN,
    STRANGER,
    Open,
    boxes,
    large_enough,
    picture,
    say,
    sit,
)
from tests.webui.tapping import shows

FOCUSED = "document.activeElement.id || document.activeElement.dataset.key || ''"


def do(table: FakeTable, move: str, **fields: object) -> None:
    table.desk.do(Move({"move": move, **fields}))


def count(table: FakeTable) -> None:
    do(table, "announce", seat=0, number=16)
    do(table, "challenge", seat=1)
    do(table, "cards_read", cards=["20", "max-", "-5"])


def focus(page: Page) -> str:
    return str(page.evaluate(FOCUSED))


LINES = """all => all.map(one => {
    const { height, width } = one.getBoundingClientRect();
    const label = one.querySelector(".label"), range = document.createRange();
    range.selectNodeContents(label);
    const tops = new Set([...range.getClientRects()].map(box => Math.round(box.bottom)));
    return { key: one.firstElementChild.dataset.key, height, width, lines: tops.size };
})"""
FREQUENT = ["undo", "redo", "log", "count"]  # before everything else


@pytest.mark.parametrize("locale", breadth(["en", "it", "de", "fr", "es"]))
@pytest.mark.parametrize("path", breadth(["/", "/table", "/virtual"]))
def test_the_menu_is_a_list_of_single_lines_and_the_frequent_come_first(
    open_page: Open, table: FakeTable, path: str, locale: str
) -> None:
    page = open_page(path, PHONE, locale=locale)
    if path == "/":
        sit(page, 0)
    count(table)
    shows(page, table)
    if path != "/table":
        expect(page.locator("#sheet")).to_be_visible()
        page.keyboard.press("Escape")
    page.click("#menu")
    lines = page.locator("#sheet .list > li")
    expect(lines.locator("[data-key=language]")).to_be_visible()
    found = lines.evaluate_all(LINES)
    assert [one for one in found if one["lines"] != 1 or not 48 <= one["height"] <= 64] == []
    keys = [one["key"] for one in found]
    assert keys[: keys.index("count") + 1] == [key for key in FREQUENT if key in keys]
    expect(page.locator("#sheet h3")).to_have_count(4 if path == "/" else 3)
    assert page.locator("#sheet .body").evaluate("box => box.scrollWidth <= box.clientWidth")


@pytest.mark.parametrize(
    ("path", "openers"),
    breadth([("/", ["menu"]), ("/table", ["menu"]), ("/virtual", ["new", "join"])]),
)
def test_the_focus_goes_into_a_sheet_and_comes_back(
    open_page: Open, path: str, openers: list[str]
) -> None:
    page = open_page(path, DESK)
    sheet = page.get_by_role("dialog")
    for opener in openers:
        page.focus(f"#{opener}")
        page.keyboard.press("Enter")
        expect(sheet).to_be_visible()
        assert sheet.get_by_role("heading").first.inner_text()
        assert focus(page) == "sheet-name"
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        assert focus(page) == opener


def test_a_ruling_takes_the_focus_on_a_phone_and_leaves_it_beside_a_page(
    open_page: Open, table: FakeTable
) -> None:
    phone, virtual = open_page(), open_page("/virtual", DESK)
    phone.focus("#menu")
    virtual.focus("#log")
    count(table)
    for page in (phone, virtual):
        expect(page.get_by_role("dialog", name=say("page.ruling"))).to_be_visible()
    assert focus(phone) == "sheet-name"
    assert focus(virtual) == "log"
    for page in (phone, virtual):
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    assert focus(phone) == "menu"
    assert focus(virtual) == "log"


def test_a_question_stays_until_it_is_answered(open_page: Open, table: FakeTable) -> None:
    phone = open_page()
    sit(phone, 0)
    table.ask(which(table, ["7", "20"]))
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.click('[data-card="7"]')
    expect(phone.get_by_role("dialog")).to_be_hidden()


def which(table: FakeTable, cards: list[str]) -> Question:
    """Return a question about one card that may be any of some."""
    table.pictures["crop"] = png(120)
    possible = tuple(PossibleCard(card, 0.5, 1) for card in cards)
    item = Item("a", "crop", possible, guess=None, reason=Message("table.ask.unknown"))
    return Question("q", "mat", Message("table.ask.which", {"count": 1}), (item,))


def test_a_card_that_may_be_any_of_many_is_chosen_on_a_small_phone(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page("/", PHONE)
    sit(phone, 0)
    names = [*map(str, range(-5, 16)), "max-", "max0", "night"]
    table.ask(which(table, names))
    cards = phone.locator("#sheet .card")
    expect(cards).to_have_count(len(names) + 1)
    large_enough(phone)
    found = boxes(cards)
    for box in found:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] <= PHONE["height"]
    apart = {(round(box["x"]), round(box["y"])) for box in found}
    assert len(apart) == len(found)
    crop = boxes(phone.locator("#sheet .crop"))[0]
    assert crop["width"] > 80
    assert crop["height"] > 100


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


@pytest.mark.parametrize("size", SMALL, ids=["phone", "zoomed"])
@pytest.mark.parametrize("path", breadth(["/", "/table", "/virtual"]))
def test_only_the_body_of_a_sheet_scrolls_and_its_way_out_is_in_reach(
    open_page: Open, table: FakeTable, path: str, size: ViewportSize
) -> None:
    page = open_page(path, size)
    if path == "/":
        sit(page, 0)
    sheet = page.locator("#sheet")

    def check(what: str) -> None:
        expect(sheet.locator("> .body")).to_be_visible()
        picture(page, f"sheet-{what}{path.replace('/', '-')}-{size['width']}")
        assert sheet.evaluate(IN_REACH), what

    for number in range(1, 16):
        do(table, "announce", seat=(number - 1) % 3, number=number)
    page.click("#menu")
    check("menu")
    page.click("#sheet [data-key=log]")
    check("log")
    page.locator("#sheet .entry").last.click()
    expect(page.locator("#sheet [data-key=goback]")).to_be_visible()
    page.click("#sheet .follows summary")
    check("back")
    page.click("#sheet [data-key=close]")
    do(table, "announce", seat=0, number=16)
    do(table, "challenge", seat=1)
    do(table, "cards_read", cards=["20", "max-", "-5"])
    if path != "/table":
        check("ruling")
        page.click("#sheet [data-key=correct]")
        check("correct")
        page.keyboard.press("Escape")
    shows(page, table)
    page.click("#menu")
    page.click("#sheet [data-key=count]")
    check("count")
    page.keyboard.press("Escape")
    table.ask(which(table, [*map(str, range(-5, 16)), "max-", "max0", "night"]))
    expect(sheet.locator(".doubt")).to_be_visible()
    check("question")


def test_a_sheet_stays_where_it_was_scrolled_to_while_the_match_goes_on(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/", PHONE)
    for number in range(1, 16):
        do(table, "announce", seat=(number - 1) % 3, number=number)
    page.click("#menu")
    page.click("#sheet [data-key=log]")
    page.locator("#sheet > .body").evaluate("body => { body.scrollTop = 120 }")
    lines = page.locator("#sheet .log li")
    before = lines.count()
    do(table, "announce", seat=0, number=16)
    expect(lines).to_have_count(before + 1)
    assert page.locator("#sheet > .body").evaluate("body => body.scrollTop") == 120


def test_a_question_has_the_colour_of_who_decides_and_amber_only_for_a_doubt(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", DESK)
    table.ask(which(table, ["7", "20"]))
    expect(page.locator("#sheet section.ask")).to_have_attribute("data-doubt", "yes")
    table.ask(None)
    count(table)
    expect(page.locator("#sheet section.ask .verdict")).to_be_visible()
    expect(page.locator("#sheet section.ask[data-doubt]")).to_have_count(0)
    assert page.locator("#sheet .verdict ~ .sums").count() == 1  # the verdict comes first


def test_a_picture_that_is_gone_shows_an_empty_frame(open_page: Open, table: FakeTable) -> None:
    page = open_page("/", PHONE)
    sit(page, 0)
    question = which(table, ["7", "20"])
    del table.pictures["crop"]
    table.ask(question)
    frame = page.locator("#sheet .doubt > .crop[data-lost]")
    expect(frame).to_have_css("border-top-style", "dashed")
    expect(page.locator("#sheet img.crop")).to_have_count(0)
    picture(page, "picture-gone")


def test_enter_submits_the_pad_wherever_the_focus_was_left(open_page: Open) -> None:
    phone = open_page()
    sit(phone, 0)
    phone.click("[data-key=digit1]")
    phone.keyboard.type("7")
    phone.keyboard.press("Enter")  # the focus is on the 1 that was clicked
    expect(phone.locator(".value")).to_have_text("17")
    virtual = open_page("/virtual", DESK)
    virtual.keyboard.type("1234567")
    virtual.keyboard.press("Enter")
    expect(virtual.locator("#now .number")).to_have_text("123456")


def test_what_was_chosen_is_kept_while_the_match_goes_on_and_goes_with_its_offer(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page()
    sit(phone, 2)
    count(table)
    phone.click("#sheet [data-key=correct]")
    phone.click("#sheet [data-key=place0]")
    table.change()
    expect(phone.locator("#sheet [data-key=place0]")).to_have_attribute("aria-pressed", "true")
    do(table, "announce", seat=0, number=3)
    expect(phone.get_by_role("dialog")).to_be_hidden()


TABLET: ViewportSize = {"width": 1024, "height": 768}


@pytest.mark.parametrize(
    ("path", "size", "where"),
    [
        ("/virtual", PHONE, "#bid b"),
        ("/table", SCREEN, ".value"),
        pytest.param("/virtual", DESK, "#bid b", marks=pytest.mark.verify),
        pytest.param("/table", TABLET, ".value", marks=pytest.mark.verify),
    ],
)
def test_an_announced_number_is_whole_on_every_page(
    open_page: Open, table: FakeTable, path: str, size: ViewportSize, where: str
) -> None:
    page = open_page(path, size, **(STRANGER if path == "/table" else {}))
    for seat, number in enumerate((7, 123_456, 2**53 - 1)):
        do(table, "announce", seat=seat, number=number)
        expect(page.locator(where)).to_have_text(str(number))
        assert whole(page, where)


def test_an_announced_number_is_whole_on_a_phone_also_above_a_sheet(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page()
    for seat, number in enumerate((7, 123_456, 2**53 - 1)):
        do(table, "announce", seat=seat, number=number)
        expect(phone.locator(".value")).to_have_text(str(number))
        assert whole(phone, ".value")
        phone.click("#menu")
        expect(phone.get_by_role("dialog")).to_be_visible()
        assert whole(phone, ".value") or not phone.locator(".value").is_visible()
        phone.keyboard.press("Escape")
        expect(phone.get_by_role("dialog")).to_be_hidden()
    table.ask(which(table, ["7", "20"]))
    expect(phone.locator("#sheet .doubt")).to_be_visible()
    assert phone.locator(".value").is_visible()
    assert whole(phone, ".value")


WHOLE = """element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    // a line box is taller than its digits: what is read lies within its middle
    const read = { top: box.top + box.height * 0.14, bottom: box.bottom - box.height * 0.14 };
    let ok = box.left >= 0 && box.right <= innerWidth;
    ok &&= read.top >= 0 && read.bottom <= innerHeight;
    for (let up = element.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflow === "visible") continue;
        const around = up.getBoundingClientRect();
        ok &&= box.left >= around.left - 1 && box.right <= around.right + 1
            && read.top >= around.top - 1 && read.bottom <= around.bottom + 1;
    }
    const others = [...document.querySelectorAll("#sheet[open], .label, .whose, .seat, .top")];
    return ok && others.every(other => {
        const at = other.getBoundingClientRect();
        return !at.width || at.bottom <= read.top + 1 || at.top >= read.bottom - 1
            || at.right <= box.left + 1 || at.left >= box.right - 1;
    });
}"""


def whole(page: Page, where: str) -> bool:
    """Tell whether a text is cut by nothing and covered by nothing."""
    return bool(page.locator(where).evaluate(WHOLE))

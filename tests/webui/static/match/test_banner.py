"""Moments: what was earned takes every screen for a second or two, once, and takes nothing away."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from referee.match.commands import Redo, Undo
from tests.matches import match_of
from tests.webui.asking import do
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, PHONE, STRANGER, Open, say, sit
from tests.webui.static.devices import middle, reload


def challenge(table: FakeTable) -> None:
    do(table, "announce", seat=0, number=16)
    do(table, "challenge", seat=1)


def moment(page: Page) -> Locator:
    return page.locator("#moment")


def fresh(open_page: Open, path: str = "/", viewport: Any = PHONE, **options: Any) -> Page:
    """Open a page whose moments stay until its clock is told to go on."""
    return open_page(path, viewport, fresh=True, still=True, **options)


def test_a_challenge_takes_every_screen_and_leaves_by_itself(
    open_page: Open, table: FakeTable
) -> None:
    phone, stranger = fresh(open_page), fresh(open_page, "/", PHONE, **STRANGER)
    screen, virtual = fresh(open_page, "/table", DESK), fresh(open_page, "/virtual", DESK)
    sit(phone, 2)
    phone.focus("#menu")
    challenge(table)
    for page in (phone, stranger, screen, virtual):
        act = moment(page).locator(".act")
        expect(act.locator(".large")).to_have_text(say("coyote.moment.call"))
        expect(act).to_have_attribute("data-seat", "1")
        expect(act.locator(".doer .mark")).to_have_text(["▲", "●"])
        expect(act.locator('.doer[data-seat="0"] .under')).to_have_text("16")
        box = moment(page).bounding_box()
        assert box is not None
        assert page.viewport_size == {"width": box["width"], "height": box["height"]}
    expect(phone.locator("#menu")).to_be_focused()
    expect(moment(phone)).to_have_attribute("aria-hidden", "true")  # it is said once, by the page
    expect(phone.locator("#said")).to_contain_text(say("coyote.moment.call"))
    for page in (phone, stranger, screen, virtual):
        page.clock.run_for(2_000)
        expect(moment(page)).to_have_count(0)


def test_cards_sum_and_verdict_stand_still_where_motion_is_not_wanted_and_the_sum_stays(
    open_page: Open, table: FakeTable
) -> None:
    page = fresh(open_page, "/table", DESK, reduced_motion="reduce")
    challenge(table)
    do(table, "cards_read", cards=["20", "max0", "10"])
    act = moment(page).locator(".act")
    expect(act).to_have_attribute("data-kind", "reveal")
    expect(act.locator(".face")).to_have_count(3)  # what changes another comes after it
    expect(act.locator(".sum")).to_have_text(["20", "30", "10"])
    expect(act.locator(".large")).to_have_text("10 < 16")
    expect(act.locator('.doer[data-seat="0"] .under')).to_have_text("16")
    expect(act.locator(".line")).to_contain_text("1")
    expect(moment(page)).to_have_count(1)  # of two that came together, the newest
    moves = "document.getAnimations().filter(one => one.effect.target.closest('#moment')).length"
    assert page.evaluate(moves) == 0
    expect(act.locator(".large")).to_have_css("opacity", "1")
    page.clock.run_for(2_000)
    expect(moment(page)).to_have_count(0)
    expect(page.locator("#fresh, #before").locator(".sum")).to_be_visible()  # the arithmetic stays
    first = page.locator("#fresh .line, #before .line").first
    assert "".join("".join(first.all_inner_texts()).split()) == "20·+10=30"


def test_it_comes_once_a_tap_or_a_key_skips_it_alone_and_a_device_may_show_none(
    open_page: Open, table: FakeTable
) -> None:
    page = fresh(open_page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    for skip in ("tap", "Enter", " ", "Escape"):
        page.focus("#menu")
        challenge(table)
        expect(moment(page)).to_be_visible()
        if skip == "tap":
            page.mouse.click(*middle(page.locator("#menu")))
        else:
            page.keyboard.press(skip)
        expect(moment(page)).to_have_count(0)
        expect(page.locator("#menu")).to_be_focused()
        assert page.locator("#sheet[open]").count() == 0
        for _ in range(2):
            table.desk.do(Undo(match_of(table.desk).seq))
        # Or else a slow page sees no match without this challenge before the next one.
        expect(page.locator("body")).to_have_attribute("data-seq", str(match_of(table.desk).seq))
    assert [name for name in asked if name.startswith("POST")] == []
    challenge(table)
    expect(moment(page)).to_be_visible()
    table.desk.do(Undo(match_of(table.desk).seq))  # it goes with its move
    expect(moment(page)).to_have_count(0)
    table.desk.do(Redo(match_of(table.desk).seq))
    expect(page.locator("#said")).to_contain_text(say("coyote.moment.call"))
    assert moment(page).count() == 0
    reload(page)
    do(table, "cards_read", cards=["20", "10", "-5"])
    expect(moment(page).locator(".act")).to_have_attribute("data-kind", "reveal")
    for _ in range(3):
        table.desk.do(Undo(match_of(table.desk).seq))
    expect(page.locator("#sheet")).to_be_hidden()
    page.focus("#menu")
    page.keyboard.press("Enter")  # it is pressed again
    page.click("[data-key=device]")
    page.click("#sheet [data-key=moments]")
    page.click("#sheet [data-key=close]")
    challenge(table)
    expect(page.locator("#said")).to_contain_text(say("coyote.moment.call"))
    assert moment(page).count() == 0

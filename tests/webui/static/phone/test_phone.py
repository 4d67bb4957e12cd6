"""The phone page in a real browser, at the size of a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from referee.actor import at_seat
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.live import do_duty
from tests.matches import match_of
from tests.referee.phase import phase
from tests.webui.asking import count_cards, serving
from tests.webui.fake import FakeTable, FakeVirtual, doubt, png
from tests.webui.pages import (
    PATIENCE_MS,
    Open,
    all_fits,
    fits_across,
    large_enough,
    say,
    sit,
    type_number,
)
from webui.app import create_app
from webui.serving.serve import Server

PROOFS = ("p0", "p1", "p2")


def test_a_phone_shows_every_moment_of_a_round_without_scrolling(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    locale = "fr"  # in which words are longest
    table.do(Begin("coyote", {"edition": "tomahawk"}, 6))
    virtual.do(virtual_acts.Deal())
    first, second = (open_page(color_scheme=item, locale=locale) for item in ("light", "dark"))

    def check(page: Page) -> None:
        all_fits(page)
        large_enough(page)

    check(first)
    sit(first, 0)
    sit(second, 1)
    expect(first.locator(".pad")).to_be_visible()
    check(first)
    type_number(first, 127)
    for page in (first, second):
        expect(page.locator(".value")).to_have_text("127")
    check(first)
    check(second)
    second.click("[data-move=challenge]")
    expect(first.locator("h2.label")).to_contain_text("Coyote")  # a reader leaps to headings
    expect(first.locator("#last")).to_contain_text(say("coyote.want.reveal", locale))
    check(first)
    table.ask(doubt(table))
    expect(first.locator("#sheet .doubt")).to_have_count(3)
    check(first)
    table.ask(None)
    while phase(match_of(table.desk).state) in ("reveal", "draw"):
        do_duty(virtual)
    expect(first.locator("#sheet .sum")).to_be_visible()
    check(first)
    first.click("#sheet [data-key=done]")
    expect(first.locator("#sheet")).to_be_hidden()
    check(first)


def test_the_pad_refuses_less_a_doubt_stays_until_a_tap_of_a_seat_and_a_phone_recovers_by_itself(
    open_page: Open, server: Server, table: FakeTable
) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    phone = open_page()
    sit(phone, 1)
    done = phone.locator("#dock [data-key=done]")
    expect(done).to_have_text(f"{say('coyote.offer.raise')} 17")
    phone.click("[data-key=more]")
    expect(done).to_have_text(f"{say('coyote.offer.raise')} 18")
    phone.click("[data-key=digit9]")
    expect(done).to_be_disabled()
    expect(phone.locator(".hint")).to_have_text(say("page.pad.least", number="17"))
    phone.keyboard.type("0")
    expect(done).to_have_text(f"{say('coyote.offer.raise')} 90")
    phone.click("[data-key=rub]")
    phone.click("[data-key=rub]")
    expect(done).to_have_text(f"{say('coyote.offer.raise')} 17")
    done.click()
    expect(phone.locator(".value")).to_have_text("17")
    expect(phone.locator(".pad")).to_have_count(0)
    stranger = open_page()
    table.ask(doubt(table))
    expect(stranger.locator("#sheet .doubt .card")).to_have_count(6)
    expect(stranger.locator("#sheet button")).to_have_count(0)
    expect(phone.locator("#sheet .count")).to_have_text(say("page.question.missing", count=1))
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.click('#sheet .doubt [data-card="9"] >> nth=0')
    for page in (phone, stranger):
        expect(page.locator("#sheet")).to_be_hidden()
    assert table.answered == [("q1", "a", "9", at_seat(1))]
    server.stop()
    expect(phone.locator("#live")).to_have_attribute("data-live", "no", timeout=PATIENCE_MS)
    table.desk.do(Move({"move": "announce", "seat": 2, "number": 21}))
    with serving(create_app(table), server.port):
        expect(phone.locator("#live")).to_have_attribute("data-live", "yes", timeout=PATIENCE_MS)
        expect(phone.locator(".value")).to_have_text("21")
        for page in (phone, stranger):
            page.context.close()


def test_a_ruling_comes_up_with_its_sum_is_heard_leads_to_its_rule_and_a_tap_renames_its_cards(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page()
    sit(phone, 2)
    table.pictures |= {f"p{n}": png(80 + 40 * n) for n in range(3)}
    count_cards(table, "20", "max-", "-5", proof=PROOFS)
    rows = phone.locator("#sheet .sum .line")
    expect(rows).to_have_count(2)
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert cells[0] == ["20", "·", "−5", "= 15"]
    assert [re.sub(r"\s+", " ", cell) for cell in cells[1]] == ["20 −20", "·", "−5", "= −25"]
    assert phone.locator("#sheet .sum .plus").count() == 0  # −5 has a sign of its own
    heads = phone.locator("#sheet .sum thead th").all_inner_texts()
    assert heads == ["20", say("card.max-"), "−5"]
    expect(phone.locator("#sheet .sum thead img")).to_have_count(3)
    expect(phone.locator("#sheet .verdict p").first).to_contain_text("−25 is less than 16")
    assert phone.get_attribute("#said", "aria-live") == "polite"
    expect(phone.locator("#said")).to_contain_text("−25 is less than 16")
    phone.click("#sheet .rules summary")
    expect(phone.locator("#sheet .rules")).to_contain_text(say("rule.CY-7"))
    phone.click("#sheet .rules a:has-text('CY-7')")
    phone.wait_for_url("**/rules/coyote/tomahawk?from=/#CY-7")
    rule = phone.locator("#CY-7:target")
    expect(rule).to_contain_text(say("rule.CY-7"))
    expect(rule).to_be_in_viewport()
    fits_across(phone)
    back = phone.get_by_role("link", name=say("page.back"))
    expect(back).to_be_in_viewport()
    back.click()
    expect(phone.locator("#seats .seat")).to_have_count(3)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 3}))
    expect(phone.locator("#sheet")).to_be_hidden()
    phone.click("#menu")
    phone.click(f"text={say('page.count.again')}")
    expect(rows).to_have_count(2)
    phone.keyboard.press("Escape")
    count_cards(table, "9", "6", "3", number=30, seat=1, proof=PROOFS)
    phone.click("#sheet .tap >> nth=0")
    expect(phone.locator("#sheet h2")).to_have_text(say("page.correct"))
    large_enough(phone)
    phone.click('#sheet .cards [data-card="8"]')
    expect(phone.locator("#sheet .sum .total").last).to_have_text("= 17")

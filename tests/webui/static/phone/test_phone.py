"""The phone page in a real browser, at the size of a phone."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from referee.actor import at_seat
from referee.contract import Message
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from referee.reports.status import Denied, Part
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual, doubt, png
from tests.webui.pages import (
    DESK,
    PATIENCE_MS,
    STILL,
    STRANGER,
    Open,
    all_fits,
    apart,
    boxes,
    large_enough,
    picture,
    say,
    sit,
    type_number,
    when,
)
from webui.app import create_app
from webui.serving.serve import Server

A_WORD_MS = 500  # from one word of the table to the next


def test_a_phone_shows_every_moment_of_a_round_without_scrolling(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    locale = "fr"  # in which words are longest
    table.do(Begin("coyote", {"edition": "tomahawk"}, 6))
    virtual.do(virtual_acts.Deal())
    first, second = (open_page(color_scheme=one, locale=locale) for one in ("light", "dark"))

    def check(page: Page, name: str) -> None:
        all_fits(page)
        large_enough(page)
        picture(page, f"phone-{locale}-{name}")

    check(first, "1-stranger")
    sit(first, 0)
    sit(second, 1)
    expect(first.locator(".pad")).to_be_visible()
    check(first, "2-first-to-speak")
    type_number(first, 127)
    expect(second.locator(".value")).to_have_text("127")
    check(first, "3-waiting")
    check(second, "4-my-turn")
    second.click("[data-move=challenge]")
    expect(first.locator("h2.label")).to_contain_text("Coyote")  # a reader leaps to headings
    expect(first.locator("#last")).to_contain_text(say("coyote.want.reveal", locale))
    check(first, "5-reveal")
    table.ask(doubt(table))
    expect(first.locator("#sheet .doubt")).to_have_count(3)
    check(first, "6-question")
    table.ask(None)
    while first.locator("#sheet .sum").count() == 0:
        virtual.do(virtual_acts.Reveal())
        expect(first.locator("#sheet")).to_be_visible()
    check(first, "7-count")
    first.click("#sheet [data-key=done]")
    expect(first.locator("#sheet")).to_be_hidden()
    check(first, "8-next-round")


def test_the_number_pad_begins_one_above_and_refuses_less(
    open_page: Open, table: FakeTable
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


def test_a_ruling_comes_up_with_its_sum_is_heard_and_goes_when_play_goes_on(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page()
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    cards = ["20", "max-", "-5"]
    table.pictures |= {f"p{n}": png(80 + 40 * n) for n in range(3)}
    table.desk.do(Move({"move": "cards_read", "cards": cards, "proof": ["p0", "p1", "p2"]}))
    rows = phone.locator("#sheet .sum .line")
    expect(rows).to_have_count(2)
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert cells[0] == ["20", "·", "−5", "= 15"]
    assert [re.sub(r"\s+", " ", cell) for cell in cells[1]] == ["20 −20", "·", "−5", "= −25"]
    assert phone.locator("#sheet .sum .plus").count() == 0  # −5 has a sign of its own
    heads = phone.locator("#sheet .sum thead th").all_inner_texts()
    assert heads == ["20", say("card.max-"), "−5"]
    assert phone.locator("#sheet .sum thead img").count() == 3
    expect(phone.locator("#sheet .verdict p").first).to_contain_text("−25 is less than 16")
    assert phone.get_attribute("#said", "aria-live") == "polite"
    expect(phone.locator("#said")).to_contain_text("−25 is less than 16")
    phone.click("#sheet .rules summary")
    expect(phone.locator("#sheet .rules")).to_contain_text(say("rule.CY-7"))
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 3}))
    expect(phone.locator("#sheet")).to_be_hidden()
    phone.click("#menu")
    phone.click(f"text={say('page.count.again')}")
    expect(rows).to_have_count(2)


def test_a_tapped_picture_is_named_anew_by_a_second_tap_also_rounds_later(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page()
    sit(phone, 2)
    table.pictures |= {f"p{n}": png(80 + 40 * n) for n in range(3)}
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    move = {"move": "cards_read", "cards": ["9", "6", "3"], "proof": ["p0", "p1", "p2"]}
    first = table.desk.do(Move(move)).seq
    phone.click("#sheet .tap >> nth=0")
    expect(phone.locator("#sheet h2")).to_have_text(say("page.correct"))
    large_enough(phone)
    picture(phone, "phone-correct")
    phone.click('#sheet .cards [data-card="8"]')
    expect(phone.locator("#sheet .sum .total").last).to_have_text("= 17")
    table.desk.do(Move({"move": "announce", "seat": 1, "number": 2}))
    table.desk.do(Move({"move": "challenge", "seat": 2}))
    table.desk.do(Move({"move": "cards_read", "cards": ["1", "2", "5"]}))
    phone.click("#sheet [data-key=close]")
    phone.click("#menu")
    phone.click("#sheet [data-key=log]")
    log = phone.locator(f"#sheet [data-log='{first}']")
    expect(log).to_contain_text(say("page.log.corrected", who="■\N{NO-BREAK SPACE}Green"))
    picture(phone, "phone-log")
    large_enough(phone)
    was = table.desk.snapshot()
    log.locator(".tap").nth(0).click()
    phone.click("#sheet .cards [data-card='1']")
    expect(phone.locator("#sheet h2")).to_contain_text("1, not 8")
    expect(phone.locator("#sheet .follows li")).to_have_count(3)  # what can no longer be
    large_enough(phone)
    picture(phone, "phone-goes-back")
    assert table.desk.snapshot() is was
    phone.click("#sheet [data-key=back]")
    expect(phone.locator("#sheet .sum .total").last).to_have_text("= 10")
    snapshot = match_of(table.desk)
    assert snapshot.state.strikes == (1, 0, 0)


def test_a_narrow_phone_has_whole_words_on_a_ruling_s_buttons(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page("/", {"width": 320, "height": 640}, locale="fr")
    sit(phone, 0)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    table.desk.do(Move({"move": "cards_read", "cards": ["20", "max-", "-5"], "proof": []}))
    buttons = phone.locator("#sheet .row button")
    expect(buttons).to_have_count(2)
    assert buttons.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


def test_the_cards_of_twelve_lie_apart_in_the_sum_on_a_narrow_phone(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coyote", {"edition": "oliphante"}, 12))
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    cards = ["20", "15", "10", "9", "8", "7", "-5", "-10", "x2", "max-", "5", "4"]
    table.desk.do(Move({"move": "cards_read", "cards": cards, "proof": []}))
    phone = open_page("/", {"width": 320, "height": 640}, locale="fr")
    lines = phone.locator("#sheet .sum .line")
    expect(lines.first).to_be_visible()
    for line in lines.all():
        inked = boxes(line.locator("td > span, td.total"))
        assert len(inked) == 11  # two special cards have no value
        apart(inked, 1)


def test_a_picture_that_did_not_come_is_asked_for_again(open_page: Open, table: FakeTable) -> None:
    """A phone that was without its Wi-Fi for a moment keeps no hole in the ruling.

    Until the picture is there, there is an empty frame instead of a broken picture.
    """
    phone = open_page()
    phone.clock.install()
    lost = iter([True])
    phone.route(
        "**/proof/**", lambda route: (route.abort if next(lost, False) else route.continue_)()
    )
    table.pictures |= {"p0": png(80)}
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    read = {"move": "cards_read", "cards": ["20", "max-", "-5"], "proof": ["p0", "", ""]}
    table.desk.do(Move(read))
    frame, picture = phone.locator("#sheet .sum .crop[data-lost]"), phone.locator("#sheet .sum img")
    expect(frame).to_be_visible()
    expect(picture).to_have_count(0)
    phone.clock.fast_forward(2000)
    expect(picture).to_have_count(1)
    assert picture.evaluate("one => one.naturalWidth")
    expect(frame).to_have_count(0)


def test_one_tap_answers_a_doubt_and_strangers_only_look(open_page: Open, table: FakeTable) -> None:
    player, stranger = open_page(), open_page()
    sit(player, 0)
    table.ask(doubt(table))
    expect(stranger.locator("#sheet .doubt .card")).to_have_count(6)
    expect(stranger.locator("#sheet button")).to_have_count(0)
    expect(player.locator("#sheet .count")).to_have_text(say("page.question.missing", count=1))
    player.click('#sheet .doubt [data-card="9"] >> nth=0')
    expect(player.locator("#sheet")).to_be_hidden()
    expect(stranger.locator("#sheet")).to_be_hidden()
    assert table.answered == [("q1", "a", "9", at_seat(0))]


def test_a_card_that_was_answered_keeps_its_place_while_others_wait(
    open_page: Open, table: FakeTable
) -> None:
    """Two phones, or two taps, answer no card that slid under the finger."""
    player = open_page()
    sit(player, 0)
    asked = doubt(table)
    table.ask(asked)
    cards = player.locator('#sheet .doubts > .doubt [data-card="9"]')
    expect(cards).to_have_count(2)
    player.evaluate(STILL)
    before = boxes(cards)
    first, *others = asked.items
    table.ask(replace(asked, items=(replace(first, answer="9"), *others)))
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    assert boxes(cards) == before
    expect(player.locator("#sheet .about-cards")).to_have_count(1)  # said once for all of them


def test_undo_asks_first_and_says_what_it_takes_back(open_page: Open) -> None:
    phone = open_page()
    sit(phone, 0)
    type_number(phone, 30)
    expect(phone.locator(".value")).to_have_text("30")
    phone.click("#menu")
    phone.click("#sheet [data-key=undo]")
    expect(phone.locator("#confirm")).to_contain_text("30")
    phone.click("#confirm [value=no]")
    expect(phone.locator(".value")).to_have_text("30")
    phone.click("#sheet [data-key=undo]")
    phone.click("#confirm [value=yes]")
    expect(phone.locator(".value")).not_to_have_text("30")
    phone.click("#menu")
    picture(phone, "phone-menu")
    phone.click("#sheet [data-key=log]")
    expect(phone.locator(".log li[data-undone]")).to_have_count(1)


@pytest.mark.verify
def test_a_player_has_a_name_that_is_kept_while_it_is_typed_and_can_leave(
    open_page: Open, table: FakeTable
) -> None:
    phone, other = open_page(), open_page()
    table.do(Begin("coyote", {}, 3))
    sit(phone, 1)
    expect(other.locator('button.seat[data-seat="1"]')).to_have_count(0)
    phone.click("#menu")
    phone.click("[data-key=name]")
    phone.fill("#sheet input[name=name]", "Aa")
    phone.keyboard.press("ArrowLeft")
    phone.evaluate("document.querySelector('#sheet input').dataset.was = 'yes'")
    table.do(Move({"move": "announce", "seat": 0, "number": 3}), at_seat(0))
    expect(phone.locator("#sheet input[data-was]")).to_have_count(0)
    phone.keyboard.type("d")  # where it stood
    expect(phone.locator("#sheet input[name=name]")).to_have_value("Ada")
    phone.keyboard.press("Enter")
    expect(other.locator('.seat[data-seat="1"] .name')).to_have_text("Ada")
    phone.click("#menu")
    phone.click(f"#sheet >> text={say('page.seat.leave')}")
    phone.click("#confirm [value=yes]")
    expect(other.locator('button.seat[data-seat="1"]')).to_be_visible()
    expect(phone.locator(".seat .you")).to_have_count(0)


def test_a_refused_press_tells_its_own_phone_why(open_page: Open, table: FakeTable) -> None:
    phone, other = open_page(), open_page()
    sit(phone, 2)
    why = Message("coyote.refused.nothing_to_challenge", {"seat": 2})
    table.denied = (Denied(2, why, "CY-5"),)
    table.change()
    expect(phone.locator("#toast")).to_be_visible()
    expect(phone.locator("#toast a")).to_have_text(say("page.why"))
    assert "/rules?rule=CY-5" in (phone.locator("#toast a").get_attribute("href") or "")
    expect(other.locator("#toast")).to_be_hidden()


@pytest.mark.verify
def test_a_part_in_trouble_is_named_on_every_page(open_page: Open, table: FakeTable) -> None:
    pages = [open_page(), open_page("/table", DESK), open_page("/virtual", DESK)]
    table.parts = (Part("camera", False, Message("page.error.no_camera")),)
    table.change()
    for page in pages:
        expect(page.locator("#trouble")).to_contain_text(say("page.error.no_camera"))
    table.parts = (Part("camera", True, Message("page.menu")),)
    table.change()
    for page in pages:
        expect(page.locator("#trouble")).to_be_hidden()


def test_a_phone_recovers_by_itself_and_is_right_at_once(
    open_page: Open, server: Server, table: FakeTable
) -> None:
    phone = open_page()
    expect(phone.locator("#live")).to_have_attribute("data-live", "yes")
    server.stop()
    expect(phone.locator("#live")).to_have_attribute("data-live", "no", timeout=PATIENCE_MS)
    picture(phone, "phone-reconnecting")
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 21}))
    again = Server(create_app(table), "127.0.0.1", server.port)
    again.start()
    try:
        expect(phone.locator("#live")).to_have_attribute("data-live", "yes", timeout=PATIENCE_MS)
        expect(phone.locator(".value")).to_have_text("21")
    finally:
        phone.context.close()
        again.stop()


def test_a_page_beyond_the_cap_waits_and_comes_in_by_itself(browser: Any, table: FakeTable) -> None:
    server = Server(create_app(table, streams=1), "127.0.0.1", 0)
    server.start()
    first, second = browser.new_page(), browser.new_page()
    second.clock.install()
    try:
        first.goto(server.url)
        expect(first.locator("#live")).to_have_attribute("data-live", "yes")
        second.goto(server.url)
        expect(second.locator("#live")).to_have_attribute("data-live", "no")
        expect(second.locator(".label")).not_to_be_empty()
        first.close()
        numbers = count(1)  # a stream finds its reader gone at the next word

        def lives() -> bool:
            snapshot = match_of(table.desk)
            table.desk.do(Move(snapshot.offers.items[0].fill(number=next(numbers))))
            second.wait_for_timeout(A_WORD_MS)
            second.clock.fast_forward(10 * A_WORD_MS)  # it asks for a place every 20 s or so
            return bool(second.locator("#live").get_attribute("data-live") == "yes")

        when(second, lives)
        expect(second.locator(".value")).to_have_text(str(next(numbers) - 1))
    finally:
        second.close()
        server.stop()


def test_a_phones_menu_begins_a_match_for_its_host_and_makes_a_host_of_a_stranger(
    open_page: Open, table: FakeTable
) -> None:
    stranger = open_page(**STRANGER)
    stranger.click("#menu")
    expect(stranger.locator("#sheet [data-key=new], #sheet [href='/history']")).to_have_count(0)
    stranger.click(f"#sheet >> text={say('page.host.become')}")
    stranger.fill("#sheet [name=code]", "204060")
    stranger.click("#sheet form button.main")
    expect(stranger.locator("#sheet")).not_to_be_visible()
    stranger.wait_for_selector('#live[data-live="yes"]')
    before = match_of(table.desk)
    stranger.click("#menu")
    stranger.click("#sheet [data-key=new]")
    stranger.click("#sheet [data-game=coyote]")
    stranger.click("#sheet [data-key=start]")
    when(stranger, lambda: table.desk.snapshot().match > before.match)  # type: ignore[union-attr]


def test_a_menu_that_could_not_be_loaded_says_so_and_opens_later(open_page: Open) -> None:
    page = open_page()
    page.route("**/phone/overlay.js", lambda route: route.abort())
    page.reload()
    expect(page.locator("#toast")).to_have_text(say("page.error.away"))
    page.click("#menu")
    expect(page.locator("#sheet")).to_be_hidden()
    page.unroute("**/phone/overlay.js")
    page.click("#menu")
    expect(page.locator("#sheet h2")).to_have_text(say("page.menu"))

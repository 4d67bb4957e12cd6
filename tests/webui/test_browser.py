"""The pages in a real browser, at the size of a phone and of a desk."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from referee.contract import Message
from tests.webui.conftest import DESK, PHONE, picture
from tests.webui.fake import MAT_MM, FakeTable, FakeVirtual, doubt, png
from webui import words
from webui.app import create_app
from webui.port import Part, Placed
from webui.serve import Server

Open = Callable[..., Page]
SOON = 15_000


def say(key: str, locale: str = "en", **params: Any) -> str:
    return words.say(Message(key, params), locale)


def sit(page: Page, seat: int) -> None:
    page.click(f'.seat[data-seat="{seat}"]')
    expect(page.locator(".seat .you")).to_have_count(1)


def type_number(page: Page, number: int) -> None:
    for digit in str(number):
        page.click(f"[data-key=digit{digit}]")
    page.click("#forms [data-key=done], #dock > form [data-key=done]")


def all_fits(page: Page) -> None:
    """Check that nothing has to be scrolled, and that nothing is cut off."""
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.querySelector('main').scrollHeight <= innerHeight")
    size = page.viewport_size
    assert size is not None
    for box in boxes(page.locator("main :is(button, .seat, .value, .label)")):
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"] + 0.5
        assert box["x"] >= -0.5
        assert box["x"] + box["width"] <= size["width"] + 0.5


def boxes(found: Locator) -> list[Any]:
    return [box for one in found.all() if (box := one.bounding_box()) is not None]


def large_enough(page: Page) -> None:
    """Check that a thumb can hit every button: 48 px each way."""
    for button in page.locator("button:visible:not(.tap)").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 47.5, button.inner_text()
        assert box["width"] >= 47.5, button.inner_text()


# -- the phone ---------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "locale"), [("dark", "en"), ("light", "fr")])
def test_a_phone_shows_every_moment_of_a_round_without_scrolling(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, scheme: str, locale: str
) -> None:
    table.start("coyote", {"edition": "tomahawk"}, 6)
    virtual.deal()
    first, second = (open_page(color_scheme=scheme, locale=locale) for _ in range(2))

    def check(page: Page, name: str) -> None:
        all_fits(page)
        large_enough(page)
        picture(page, f"phone-{scheme}-{locale}-{name}")

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
    expect(first.locator(".label")).to_contain_text("Coyote")
    check(first, "5-reveal")
    table.ask(doubt(table))
    expect(first.locator("#sheet .doubt")).to_have_count(3)
    check(first, "6-question")
    table.ask(None)
    while first.locator("#sheet .sum").count() == 0:
        virtual.reveal()
        expect(first.locator("#sheet")).to_be_visible()
    check(first, "7-count")
    first.click("#sheet [data-key=done]")
    expect(first.locator("#sheet")).to_be_hidden()
    check(first, "8-next-round")


def test_the_number_pad_begins_one_above_and_refuses_less(
    open_page: Open, table: FakeTable
) -> None:
    table.desk.submit({"move": "announce", "seat": 0, "number": 16})
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
    table.desk.submit({"move": "announce", "seat": 0, "number": 16})
    table.desk.submit({"move": "challenge", "seat": 1})
    cards = ["20", "max-", "-5"]
    table.pictures |= {f"p{n}": png(80 + 40 * n) for n in range(3)}
    table.desk.submit({"move": "cards_read", "cards": cards, "proof": ["p0", "p1", "p2"]})
    rows = phone.locator("#sheet .sum .line")
    expect(rows).to_have_count(2)
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert cells[0] == ["20", "·", "−5", "= 15"]
    assert [re.sub(r"\s+", " ", cell) for cell in cells[1]] == ["20 −20", "·", "−5", "= −25"]
    heads = phone.locator("#sheet .sum thead th").all_inner_texts()
    assert heads == ["20", say("card.max-"), "−5"]
    assert phone.locator("#sheet .sum thead img").count() == 3
    expect(phone.locator("#sheet .verdict p").first).to_contain_text("−25 < 16")
    assert phone.get_attribute("#said", "aria-live") == "polite"
    expect(phone.locator("#said")).to_contain_text("−25 < 16")
    phone.click("#sheet .rules summary")
    expect(phone.locator("#sheet .rules")).to_contain_text(say("rule.CY-7"))
    table.desk.submit({"move": "announce", "seat": 0, "number": 3})
    expect(phone.locator("#sheet")).to_be_hidden()
    phone.click("#menu")
    phone.click(f"text={say('page.count.again')}")
    expect(rows).to_have_count(2)


def test_a_tapped_picture_is_corrected_in_its_place(open_page: Open, table: FakeTable) -> None:
    phone = open_page()
    sit(phone, 2)
    table.pictures |= {f"p{n}": png(80 + 40 * n) for n in range(3)}
    table.desk.submit({"move": "announce", "seat": 0, "number": 16})
    table.desk.submit({"move": "challenge", "seat": 1})
    move = {"move": "cards_read", "cards": ["9", "2", "3"], "proof": ["p0", "p1", "p2"]}
    table.desk.submit(move)
    phone.click("#sheet .tap >> nth=0")
    expect(phone.locator("#sheet .place").first).to_have_attribute("aria-pressed", "true")
    large_enough(phone)
    picture(phone, "phone-correct")
    phone.click('#sheet .cards [data-card="6"]')
    phone.click("#sheet [data-key=done]")
    expect(phone.locator("#sheet .sum .total").last).to_have_text("= 11")
    snapshot = table.desk.snapshot()
    assert snapshot is not None
    assert snapshot.state.cards == ("6", "2", "3")


def test_one_tap_settles_a_doubt_and_strangers_only_look(open_page: Open, table: FakeTable) -> None:
    player, stranger = open_page(), open_page()
    sit(player, 0)
    table.ask(doubt(table))
    expect(stranger.locator("#sheet .doubt .card").first).to_be_disabled()
    expect(player.locator("#sheet .count")).to_have_text(say("page.question.missing", count=1))
    player.click('#sheet .doubt [data-card="9"] >> nth=0')
    expect(player.locator("#sheet")).to_be_hidden()
    expect(stranger.locator("#sheet")).to_be_hidden()
    assert table.settled == [("q1", "a", "9", "seat:0")]


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
    expect(phone.locator(".log li[data-undone]")).to_have_count(1)
    picture(phone, "phone-menu")


def test_a_player_has_a_name_and_can_leave(open_page: Open) -> None:
    phone, other = open_page(), open_page()
    sit(phone, 1)
    expect(other.locator('button.seat[data-seat="1"]')).to_have_count(0)
    phone.click("#menu")
    phone.fill("input[name=name]", "Ada")
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
    table.denied = ((2, Message("coyote.refused.nothing_to_challenge", {"seat": 2})),)
    table.change()
    expect(phone.locator("#toast")).to_be_visible()
    expect(other.locator("#toast")).to_be_hidden()


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
    expect(phone.locator("#live")).to_have_attribute("data-live", "no", timeout=SOON)
    picture(phone, "phone-reconnecting")
    table.desk.submit({"move": "announce", "seat": 0, "number": 21})
    again = Server(create_app(table), "127.0.0.1", server.port)
    again.start()
    try:
        expect(phone.locator("#live")).to_have_attribute("data-live", "yes", timeout=SOON)
        expect(phone.locator(".value")).to_have_text("21")
    finally:
        phone.context.close()
        again.stop()


def test_a_page_beyond_the_cap_waits_and_comes_in_by_itself(browser: Any, table: FakeTable) -> None:
    server = Server(create_app(table, streams=1), "127.0.0.1", 0)
    server.start()
    first, second = browser.new_page(), browser.new_page()
    try:
        first.goto(server.url)
        expect(first.locator("#live")).to_have_attribute("data-live", "yes")
        second.goto(server.url)
        expect(second.locator("#live")).to_have_attribute("data-live", "no")
        expect(second.locator(".label")).not_to_be_empty()
        first.close()
        numbers = iter(range(1, 1000))  # a stream finds its reader gone at the next word

        def lives() -> bool:
            snapshot = table.desk.snapshot()
            assert snapshot is not None
            table.desk.submit(snapshot.offers.items[0].fill(number=next(numbers)))
            return bool(second.locator("#live").get_attribute("data-live") == "yes")

        when(second, lives)
        expect(second.locator(".value")).to_have_text(str(next(numbers) - 1))
    finally:
        second.close()
        server.stop()


# -- the table ---------------------------------------------------------------------------


def test_the_join_code_is_read_by_a_camera_and_names_the_address(open_page: Open) -> None:
    page = open_page("/table", DESK)
    shot = page.locator(".qr").screenshot()
    image = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    text, *_ = cv2.QRCodeDetector().detectAndDecode(image)
    assert text == page.locator(".address").inner_text()
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:\d+/", text)


def test_the_host_starts_a_match_from_the_form(open_page: Open, table: FakeTable) -> None:
    page = open_page("/table", DESK)
    page.click("#new")
    page.select_option("select[name=seats]", "5")
    page.select_option("select[name='option.edition']", "oliphante")
    page.fill("input[name='option.strikes']", "9")
    picture(page, "table-new-match")
    page.click("#sheet button[type=submit]")
    page.click("#confirm [value=yes]")
    expect(page.locator("#toast")).to_contain_text("9")
    page.fill("input[name='option.strikes']", "3")
    page.select_option("select[name='option.starter']", "4")
    page.click("#sheet button[type=submit]")
    page.click("#confirm [value=yes]")
    expect(page.locator(".seats .seat")).to_have_count(5)
    snapshot = table.desk.snapshot()
    assert snapshot is not None
    assert snapshot.options.edition == "oliphante"
    assert snapshot.options.starter == 4
    picture(page, "table")


# -- the virtual table -------------------------------------------------------------------


def only(virtual: FakeVirtual) -> Placed:
    (placed,) = virtual.scene().placed
    return placed


def when(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something is true, while the page goes on."""
    for _ in range(SOON // 50):
        if true():
            return
        page.wait_for_timeout(50)
    assert true()


def drag(page: Page, from_: Locator, x: float, y: float) -> None:
    """Drag something to a place on the mat, in parts of its width and height."""
    box, mat = from_.bounding_box(), page.locator("#mat").bounding_box()
    assert box is not None
    assert mat is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(mat["x"] + mat["width"] / 2, mat["y"] + mat["height"] / 2, steps=5)
    page.mouse.move(mat["x"] + mat["width"] * x, mat["y"] + mat["height"] * y, steps=5)
    page.mouse.up()


def test_cards_are_dragged_turned_flipped_and_laid_away(
    open_page: Open, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator(".hand")).to_have_count(3)
    drag(page, page.locator(".hand").first, 0.25, 0.6)
    when(page, lambda: len(virtual.scene().placed) == 1)
    when(page, lambda: abs(only(virtual).x_mm - MAT_MM[0] * 0.25) < 3)
    assert abs(only(virtual).y_mm - MAT_MM[1] * 0.6) < 3
    expect(page.locator(".hand")).to_have_count(2)
    card = page.locator(".placed")
    drag(page, card, 0.7, 0.3)
    when(page, lambda: abs(only(virtual).x_mm - MAT_MM[0] * 0.7) < 3)
    card.hover()
    page.mouse.wheel(0, 100)
    when(page, lambda: only(virtual).turn_deg == 5)
    card.dblclick()
    when(page, lambda: not only(virtual).face_up)
    box = page.locator("#discards").bounding_box()
    start = card.bounding_box()
    assert box is not None
    assert start is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] + 10, steps=8)
    page.mouse.up()
    when(page, lambda: not virtual.scene().placed and virtual.scene().discards == 1)
    expect(card).to_have_count(0)


def test_the_handle_turns_a_card_about_its_middle(open_page: Open, virtual: FakeVirtual) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    drag(page, page.locator(".hand").first, 0.5, 0.5)
    when(page, lambda: len(virtual.scene().placed) == 1)
    card = page.locator(".placed")
    card.hover()
    handle, box = card.locator(".turn").bounding_box(), card.bounding_box()
    assert handle is not None
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    grip = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    away = math.hypot(grip[0] - middle[0], grip[1] - middle[1])
    angle = math.atan2(grip[1] - middle[1], grip[0] - middle[0]) + math.pi / 2
    before = only(virtual)
    page.mouse.move(*grip)
    page.mouse.down()
    page.mouse.move(middle[0] + away * math.cos(angle), middle[1] + away * math.sin(angle), steps=6)
    page.mouse.up()
    when(page, lambda: abs(only(virtual).turn_deg - 90) < 3)
    assert abs(only(virtual).x_mm - before.x_mm) < 1


def test_two_fingers_drag_and_turn_a_card(open_page: Open, virtual: FakeVirtual) -> None:
    page = open_page("/virtual", DESK, has_touch=True)
    page.click("#deal")
    drag(page, page.locator(".hand").first, 0.5, 0.5)
    when(page, lambda: len(virtual.scene().placed) == 1)
    box = page.locator(".placed").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": px, "y": py, "id": n} for n, (px, py) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    fingers("touchStart", (x - 20, y))
    fingers("touchStart", (x - 20, y), (x + 20, y))
    for degrees in range(0, 46, 5):
        angle = math.radians(degrees)
        dx, dy = 20 * math.cos(angle), 20 * math.sin(angle)
        fingers("touchMove", (x - dx, y - dy), (x + dx, y + dy))
    fingers("touchEnd")
    when(page, lambda: abs(only(virtual).turn_deg - 45) < 3)
    before = only(virtual).x_mm
    fingers("touchStart", (x, y))
    for step in range(1, 6):
        fingers("touchMove", (x + 20 * step, y))
    fingers("touchEnd")
    when(page, lambda: only(virtual).x_mm > before + 50)


def test_the_virtual_table_can_be_used_by_the_keyboard_alone(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    page.focus("#deal")
    page.keyboard.press("Enter")
    hand = page.locator(".hand").first
    expect(hand).to_be_visible()
    hand.focus()
    page.keyboard.press("Enter")
    when(page, lambda: len(virtual.scene().placed) == 1)
    start = only(virtual)
    expect(page.locator(".placed")).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "r"):
        page.keyboard.press(key)
    when(page, lambda: only(virtual).turn_deg == 15)
    moved = only(virtual)
    assert (moved.x_mm - start.x_mm, moved.y_mm - start.y_mm) == (20, -10)
    page.keyboard.press("f")
    when(page, lambda: not only(virtual).face_up)
    page.keyboard.press("Delete")
    when(page, lambda: not virtual.scene().placed)
    page.keyboard.type("12")
    page.focus("#dock [data-key=done]")
    page.keyboard.press("Enter")
    expect(page.locator("#now b")).to_have_text("12")
    page.focus('.led[data-seat="1"]')
    page.keyboard.down("Space")
    page.keyboard.up("Space")
    when(page, lambda: table.desk.snapshot().state.challenger == 1)  # type: ignore[union-attr]


def test_a_card_is_dragged_from_the_pile(open_page: Open, virtual: FakeVirtual) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator(".hand")).to_have_count(3)
    pile = virtual.scene().pile
    drag(page, page.locator("#pile"), 0.4, 0.4)
    when(page, lambda: virtual.scene().pile == pile - 1)
    expect(page.locator(".placed")).to_have_count(1)
    assert virtual.scene().pile == pile - 1


def test_the_lights_glow_as_the_lamps_do(open_page: Open, table: FakeTable) -> None:
    page = open_page("/virtual", DESK)
    calm = open_page("/virtual", DESK, reduced_motion="reduce")
    table.desk.submit({"move": "announce", "seat": 0, "number": 8})
    for one in (page, calm):
        expect(one.locator('.led[data-seat="1"]')).to_have_attribute("data-light", "breathe")
        expect(one.locator('.led[data-seat="0"]')).to_have_attribute("data-light", "off")
    moves = "element => getComputedStyle(element).animationName"
    assert page.locator('.led[data-seat="1"]').evaluate(moves) == "breathe"
    assert calm.locator('.led[data-seat="1"]').evaluate(moves) == "none"
    glow = "element => Number(getComputedStyle(element).getPropertyValue('--glow'))"
    assert calm.locator('.led[data-seat="1"]').evaluate(glow) > 0.5
    assert page.locator('.led[data-seat="0"]').evaluate(glow) == 0


def test_faults_are_switched_from_their_drawer(open_page: Open, virtual: FakeVirtual) -> None:
    page = open_page("/virtual", DESK)
    page.click(".drawer summary")
    page.click(f"text={say('fault.glare')}")
    when(page, lambda: virtual.scene().faults["glare"])
    picture(page, "virtual-faults")
    page.click(f"text={say('fault.glare')}")
    when(page, lambda: not virtual.scene().faults["glare"])


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_what_to_do_next_leads_a_newcomer_through_a_whole_match(
    open_page: Open, table: FakeTable, viewport: Any
) -> None:
    """Only what the page itself points at is pressed: it must lead to the end."""
    page = open_page("/virtual", viewport)
    phone = open_page()
    sit(phone, 2)
    for _ in range(300):
        snapshot = table.desk.snapshot()
        assert snapshot is not None
        expect(page.locator("body")).to_have_attribute("data-seq", str(snapshot.seq))
        if snapshot.outcome:
            break
        if page.locator("#sheet .verdict").is_visible():
            page.click("#sheet [data-key=done]")
        elif page.locator("#deal[data-next=yes]").count():
            page.click("#deal")
            expect(page.locator("#deal[data-next=yes]")).to_have_count(0)
        elif page.locator("#reveal[data-next=yes]").count():
            page.click("#reveal")
            when(page, lambda seq=snapshot.seq: _went_on(table, seq))  # type: ignore[misc]
        elif page.locator(".led[data-light=breathe]").count():
            page.locator(".led[data-light=breathe]").focus()
            page.keyboard.press("Space")
            when(page, lambda seq=snapshot.seq: _went_on(table, seq))  # type: ignore[misc]
        else:
            page.click("#dock [data-key=digit9]")
            page.click("#dock [data-key=done]")
            when(page, lambda seq=snapshot.seq: _went_on(table, seq))  # type: ignore[misc]
    assert snapshot is not None
    assert snapshot.outcome is not None
    (winner,) = snapshot.outcome.winners
    expect(page.locator("#now")).to_contain_text(say("page.now.over"))
    label = words.seat(winner)
    expect(phone.locator(".label")).to_contain_text(label)
    picture(page, f"virtual-over-{viewport['width']}")
    picture(phone, "phone-over")


def _went_on(table: FakeTable, seq: int) -> bool:
    snapshot = table.desk.snapshot()
    return snapshot is not None and snapshot.seq > seq

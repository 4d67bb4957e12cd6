"""One screen for several: a family of four with one phone, and the big screen of a host."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from referee.match.commands import Begin, Move
from tests.matches import match_of
from tests.webui.asking import settle_in
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, STRANGER, Open, large_enough
from tests.webui.static.devices import take_seats

NAMES = ("Ada", "Bartholomew J.", "Cleo", "Dan")


def share(page: Page, host: FlaskClient, seats: int) -> None:
    """Make a page that of a phone on which so many play."""
    for seat in range(seats):
        assert host.post("/api/seat/take", json={"seat": seat}).status_code == 200
    settle_in(host)
    take_seats(page, host)
    expect(page.locator(".seat .you")).to_have_count(seats)


@pytest.fixture
def family(open_page: Open, host: FlaskClient, table: FakeTable) -> Page:
    """One phone for a family of four."""
    table.do(Begin("coyote", {"edition": "tomahawk", "strikes": 1}, len(NAMES), NAMES))
    page = open_page(**STRANGER)
    share(page, host, 4)
    return page


def tap(page: Page, table: FakeTable, selector: str) -> None:
    """Tap what makes a move, and see it on the page; who made it is the last in the log."""
    before = match_of(table.desk).seq
    page.click(selector)
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
    assert match_of(table.desk).seq == before + 1


def take(page: Page, seat: int) -> None:
    """Say by one tap who has the phone now."""
    expect(page.locator("#dock .now")).to_contain_text(NAMES[seat])
    page.click(f"#dock [data-key=take{seat}]")
    expect(page.locator(".seat .you")).to_have_count(1)


def test_where_no_camera_reads_them_the_cards_are_typed_in_on_the_big_screen(
    open_page: Open, table: FakeTable
) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    page = open_page("/table", DESK)
    page.click("#groups [data-move=challenge]")
    page.click("#typed [data-move=cards_read]")
    for card in ("1", "2", "10"):
        page.click(f'#sheet .cards [data-card="{card}"]')
    page.click("#sheet [data-key=done]")
    expect(page.locator("#fresh .sum .total").last).to_have_text("= 13")
    expect(page.locator("#pad")).to_be_visible()  # the next round
    expect(page.locator("#typed button")).to_have_count(0)


def test_the_menu_of_a_shared_phone_names_its_players_and_lets_each_leave(family: Page) -> None:
    family.click("#menu")
    large_enough(family)
    family.click("#sheet [data-key=name2]")
    family.fill("#sheet [name=name]", "Chloé")
    family.keyboard.press("Enter")
    expect(family.locator('.seat[data-seat="2"] .name')).to_have_text("Chloé")
    take(family, 0)
    family.click("#hand")
    expect(family.locator("#dock .now")).to_contain_text("Ada")
    family.click('.seat[data-seat="2"]')  # out of turn: a tap on one's seat
    expect(family.locator(".seat .you")).to_have_count(1)
    expect(family.locator('.seat[data-seat="2"] .you')).to_have_count(1)
    family.click("#hand")
    for keys, left in (("name1", "leave1"), 3), (("leave",), 0):
        family.click("#menu")
        for key in keys:
            family.click(f"#sheet [data-key={key}]")
        family.click("#confirm [value=yes]")
        expect(family.locator(".seat .you")).to_have_count(left)
    expect(family.locator("button.seat")).to_have_count(4)

"""The form for a new match: a word of its own for each seat, such as the tribes of Plenty Coups."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.matches import match_of
from tests.webui.fake import FakeTable
from tests.webui.pages import PHONE, Open, fits_across, picture


@pytest.mark.verify
def test_each_seat_chooses_a_tribe_and_two_seats_never_have_the_same(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", PHONE)
    assert (PHONE["width"], PHONE["height"]) == (360, 740)

    def tribe(seat: int) -> str:
        return f"[name='option.clans.{seat}']"

    def form() -> None:
        page.click("#menu")
        page.click("#sheet [data-key=new]")
        page.click("#sheet [data-game=plenty_coups]")
        page.click("#sheet .more summary")

    form()
    page.check("[name=seats][value='4']")
    expect(page.locator(".each select")).to_have_count(4)
    expect(page.locator(tribe(3))).to_have_value("bee")
    page.select_option(tribe(0), "moth")
    page.select_option(tribe(1), "moth")  # seat 0 gets the tribe that seat 1 had
    expect(page.locator(tribe(0))).to_have_value("lynx")
    picture(page, "plenty-coups-tribes")
    fits_across(page)
    page.click("#sheet [data-key=start]")
    expect(page.locator("#sheet")).to_be_hidden()
    assert match_of(table.desk).options.clans[:4] == ("lynx", "moth", "lizard", "bee")
    form()  # the next match begins with the same tribes
    expect(page.locator(tribe(1))).to_have_value("moth")
    page.click("#sheet [data-key=lesson]")
    expect(page.locator("#sheet")).to_be_hidden()
    assert match_of(table.desk).lesson
    assert match_of(table.desk).options.clans[:2] == ("lynx", "moth")

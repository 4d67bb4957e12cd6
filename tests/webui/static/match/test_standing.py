"""What stands on a page as the match moves on: an opened choice, the clock's ring."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from referee.actor import CAMERA
from referee.match.commands import Begin, Move, NamePlayer
from tests.webui.fake import FakeTable
from tests.webui.pages import Open, sit, when
from tests.webui.tapping import shows


@pytest.fixture
def coup(table: FakeTable) -> FakeTable:
    """A match of Coup: it is the first seat's turn, with coins for a coup."""
    table.do(Begin("coup", {}, 4))
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 7}), CAMERA)
    return table


def test_an_opened_choice_stays_open_for_as_long_as_it_is_offered(
    open_page: Open, coup: FakeTable
) -> None:
    page = open_page()
    sit(page, 0)
    page.click('#dock [data-key="declare.coup"]')
    target = page.locator('#dock .asked [data-key="declare.coup.2"]')
    expect(target).to_be_visible()
    coup.desk.do(NamePlayer(3, "Zoe"))
    coup.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 8}), CAMERA)
    shows(page, coup)
    expect(target).to_be_visible()
    coup.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 2}), CAMERA)
    shows(page, coup)
    expect(page.locator("#dock .asked")).to_have_count(0)  # not offered any more
    lacking = page.locator("#dock button:disabled")  # what a seat cannot pay for is grey
    expect(lacking).to_have_text(["Coupneeds 7 coins", "Assassinateneeds 3 coins"])
    coup.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 7}), CAMERA)
    page.click('#dock [data-key="declare.coup"]')
    target.click()
    expect(page.locator("#dock .asked")).to_have_count(0)


def _left(page: Page) -> float:
    value = page.locator(".ring").evaluate("ring => ring.style.getPropertyValue('--left')")
    return float(value)


def test_the_ring_empties_as_time_passes_and_a_button_waits_for_its_time(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", {"least_s": 1, "most_s": 600}, 3))
    phone = open_page()
    sit(phone, 0)
    table.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    button = phone.locator("[data-move=move_on]")
    expect(button).to_be_visible()
    table.began_ms += 10**9  # far off: the button must not be pressed yet
    table.desk.do(Move({"move": "pass", "seat": 1}))
    expect(button).to_be_disabled()
    table.began_ms -= 10**9
    table.change()
    expect(button).to_be_enabled()
    before = _left(phone)
    when(phone, lambda: _left(phone) < before)
    assert 0 < _left(phone) < before <= 1

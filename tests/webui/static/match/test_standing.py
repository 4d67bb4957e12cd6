"""What stands on a page as the match moves on: an opened choice, the clock's ring."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from referee.actor import CAMERA
from referee.match.commands import Begin, Move, NamePlayer
from tests.webui.fake import FakeTable
from tests.webui.pages import Open, sit, when
from tests.webui.tapping import shows


def _left(page: Page) -> float:
    value = page.locator(".ring").evaluate("ring => ring.style.getPropertyValue('--left')")
    return float(value)


def test_an_opened_choice_stays_while_it_is_offered_and_the_ring_empties_as_time_passes(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", {}, 4))
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 7}), CAMERA)
    page = open_page()
    sit(page, 0)
    page.click('#dock [data-key="declare.coup"]')
    target = page.locator('#dock .asked [data-key="declare.coup.2"]')
    expect(target).to_be_visible()
    table.desk.do(NamePlayer(3, "Zoe"))
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 8}), CAMERA)
    shows(page, table)
    expect(target).to_be_visible()
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 2}), CAMERA)
    shows(page, table)
    expect(page.locator("#dock .asked")).to_have_count(0)  # not offered any more
    lacking = page.locator("#dock button:disabled")  # what a seat cannot pay for is grey
    expect(lacking).to_have_text(["Coupneeds 7 coins", "Assassinateneeds 3 coins"])
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 7}), CAMERA)
    page.click('#dock [data-key="declare.coup"]')
    target.click()
    expect(page.locator("#dock .asked")).to_have_count(0)
    table.do(Begin("coup", {"least_s": 1, "most_s": 600}, 3))
    table.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    button = page.locator("[data-move=move_on]")
    expect(button).to_be_visible()
    table.began_ms += 10**9  # far off: the button must not be pressed yet
    table.desk.do(Move({"move": "pass", "seat": 1}))
    expect(button).to_be_disabled()
    table.began_ms -= 10**9
    table.change()
    expect(button).to_be_enabled()
    before = _left(page)
    when(page, lambda: _left(page) < before)
    assert 0 < _left(page) < before <= 1

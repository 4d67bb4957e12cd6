"""The pages at a table of Coup: tokens, claims, windows, and what each press means."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.match.commands import Begin, Move
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, Open, hand_of, say, sit, when


def do(table: FakeTable, move: str, **fields: Any) -> None:
    table.desk.do(Move({"move": move, **fields}))


@pytest.fixture
def coup(table: FakeTable) -> FakeTable:
    table.do(Begin("coup", {"most_s": 60}, 6))
    for seat in range(6):
        do(table, "coins_set", seat=seat, coins=7 + seat % 3)
    return table


def test_beside_every_button_of_the_big_screen_stands_what_a_finger_at_the_panel_does(
    open_page: Open, coup: FakeTable
) -> None:
    screen = open_page("/table", DESK)

    def gestures() -> dict[str, str]:
        buttons = screen.locator('#groups [data-seat="1"] button[data-move]')
        return {
            str(one.get_attribute("data-move")): one.locator(".gesture").inner_text()
            for one in buttons.all()
        }

    do(coup, "declare", seat=0, action="foreign_aid")
    expect(screen.locator('[data-seat="1"] [data-move=block]').first).to_be_visible()
    assert gestures() == {"block": say("page.button.double"), "pass": say("page.button.long")}
    do(coup, "block", seat=2)
    expect(screen.locator('[data-seat="1"] [data-move=challenge]').first).to_be_visible()
    assert gestures() == {"challenge": say("page.button.short"), "pass": say("page.button.long")}


def _left(page: Page) -> float:
    value = page.locator(".ring").evaluate("ring => ring.style.getPropertyValue('--left')")
    return float(value)


def test_the_ring_empties_as_time_passes_and_a_button_waits_for_its_time(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", {"least_s": 1, "most_s": 600}, 3))
    phone = open_page()
    sit(phone, 0)
    do(table, "declare", seat=0, action="tax")
    button = phone.locator("[data-move=move_on]")
    expect(button).to_be_visible()
    table.began_ms += 10**9  # far off: the button must not be pressed yet
    do(table, "pass", seat=1)
    expect(button).to_be_disabled()
    table.began_ms -= 10**9
    table.change()
    expect(button).to_be_enabled()
    before = _left(phone)
    when(phone, lambda: _left(phone) < before)
    assert 0 < _left(phone) < before <= 1


@pytest.mark.usefixtures("coup")
def test_a_card_goes_from_hand_to_pile_and_from_pile_to_hand(
    open_page: Open, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator(".hand")).to_have_count(6)
    pile = virtual.scene().pile
    spot = page.locator('.spot[data-spot="2"]')
    page.locator("#pile").drag_to(spot.locator(".about"))
    expect(hand_of(page, 2)).to_have_count(2)
    assert virtual.scene().pile == pile - 1
    hand_of(page, 2).first.drag_to(page.locator("#pile"))
    expect(hand_of(page, 2)).to_have_count(1)
    assert virtual.scene().pile == pile
    assert not virtual.scene().placed
    hand_of(page, 2).focus()
    page.keyboard.press("b")
    expect(hand_of(page, 2)).to_have_count(0)
    page.focus("#pile")
    page.keyboard.press("3")
    expect(hand_of(page, 2)).to_have_count(1)

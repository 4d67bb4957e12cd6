"""Whoever plays with a keyboard alone always has the focus, and hears what is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.match.commands import Begin, Move
from tests.webui.fake import FakeTable
from tests.webui.hands import go, has_focus, held
from tests.webui.pages import DESK, Open, sit
from tests.webui.tapping import shows


@pytest.mark.verify
def test_back_returns_to_the_action_and_a_card_stays_under_the_finger(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", {"least_s": 0, "most_s": 60}, 3))
    page = open_page()
    sit(page, 0)
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 3}))
    shows(page, table)
    go(page, "declare.extort")
    expect(page.locator('[data-key="declare.extort.1"]')).to_be_visible()
    has_focus(page)
    assert held(page)["tag"] != "BUTTON"  # on the question, so that a second Enter does nothing
    go(page, "back")
    assert held(page)["key"] == "declare.extort"

    desk = open_page("/table", DESK)
    table.do(Begin("coyote", {}, 3))
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    shows(desk, table)
    go(desk, "typed.cards_read")
    desk.locator('#sheet .cards [data-card="5"]').focus()
    for card in ("5", "6"):  # the same card, and the next one when none of it is left
        desk.keyboard.press("Enter")
        assert desk.evaluate("document.activeElement.dataset.card") == card
    go(desk, "place1")
    assert held(desk)["key"] == "place1"

"""Pages at a real table, where hands move the cards and a camera sees them."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.match.commands import Begin, Move
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, Open, sit
from webui.app import create_app


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, bundled=True)


def test_cards_that_the_camera_did_not_see_are_typed_in_on_a_phone_or_the_big_screen(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coyote", {}, 3))
    phone, screen = open_page(), open_page("/table", DESK)
    sit(phone, 0)
    expect(phone.locator("[data-key=unseen]")).to_have_count(0)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    screen.click("#groups [data-move=challenge]")
    phone.click("[data-key=unseen]")
    expect(phone.locator("#sheet[open] form")).to_be_visible()
    screen.click("#typed [data-move=cards_read]")
    for card in ("1", "2", "10"):
        screen.click(f'#sheet .cards [data-card="{card}"]')
    screen.click("#sheet [data-key=done]")
    expect(screen.locator("#fresh .sum .total").last).to_have_text("= 13")
    expect(screen.locator("#pad")).to_be_visible()  # the next round
    expect(screen.locator("#typed button")).to_have_count(0)

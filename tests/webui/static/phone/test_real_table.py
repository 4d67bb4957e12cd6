"""A phone at a real table, where hands move the cards and a camera sees them."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.match.commands import Begin, Move
from tests.webui.fake import FakeTable
from tests.webui.pages import Open, sit
from webui.app import create_app


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, bundled=True)


def test_cards_that_the_camera_did_not_see_are_typed_in_with_one_tap(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coyote", {}, 3))
    page = open_page()
    sit(page, 0)
    expect(page.locator("[data-key=unseen]")).to_have_count(0)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    page.click("[data-key=unseen]")
    expect(page.locator("#sheet[open] form")).to_be_visible()

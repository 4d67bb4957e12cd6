"""The table's own page in a real browser."""

from __future__ import annotations

import re

import cv2
import numpy as np
from playwright.sync_api import expect

from tests.matches import match_of
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, Open, picture
from webui.serving.serve import LISTENS, Server


def test_the_join_code_is_read_by_a_camera_and_names_the_address(open_page: Open) -> None:
    page = open_page("/table", DESK)
    expect(page.locator(".qr")).to_have_js_property("complete", True)
    shot = page.locator(".qr").screenshot()
    image = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    text, *_ = cv2.QRCodeDetector().detectAndDecode(image)
    assert text == page.locator(".address").inner_text()
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:\d+/", text)


def test_where_no_phone_can_join_a_sentence_stands_in_place_of_the_code(
    open_page: Open, server: Server
) -> None:
    server._app.config[LISTENS] = "127.0.0.1"
    page = open_page("/table", DESK)
    expect(page.locator("#joining")).to_contain_text("--host")
    expect(page.locator(".qr")).to_have_count(0)


def test_the_form_begins_with_what_follows_from_the_last_match(
    open_page: Open, table: FakeTable
) -> None:
    """CP-3: the winner starts, where as many play again."""
    table.desk.put("follows", {"coup": {"seats": 4, "options": {"starter": 2}}})
    page = open_page("/table", DESK)
    page.click("#new")
    page.select_option("select[name=game]", "coup")
    page.select_option("select[name=seats]", "4")
    assert page.locator("select[name='option.starter']").input_value() == "2"
    page.click("#sheet button[type=submit]")
    page.click("#confirm [value=yes]")
    expect(page.locator(".seats .seat")).to_have_count(4)
    snapshot = match_of(table.desk)
    assert (snapshot.game.name, snapshot.options.starter) == ("coup", 2)


def test_the_host_starts_a_match_from_the_form(open_page: Open, table: FakeTable) -> None:
    page = open_page("/table", DESK)
    page.click("#new")
    games = page.locator("select[name=game] option")
    if games.count():  # the form follows the game that is chosen
        page.select_option("select[name=game]", index=games.count() - 1)
        page.select_option("select[name=game]", "coyote")
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
    snapshot = match_of(table.desk)
    assert snapshot.options.edition == "oliphante"
    assert snapshot.options.starter == 4
    picture(page, "table")

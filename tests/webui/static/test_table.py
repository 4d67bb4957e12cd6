"""The table's own page in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from referee import library
from referee.match.commands import Begin, Move
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, Open, picture, say
from webui.app import create_app
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
    page.click("[data-game=coup]")
    page.check("[name=seats][value='4']")
    expect(page.locator("[name='option.starter'][value='2']")).to_be_checked()
    page.click("#sheet [data-key=start]")
    expect(page.locator(".seats .seat")).to_have_count(4)
    snapshot = match_of(table.desk)
    assert (snapshot.game.name, snapshot.options.starter) == ("coup", 2)


def test_the_host_starts_a_match_from_the_form(open_page: Open, table: FakeTable) -> None:
    page = open_page("/table", DESK)
    page.click("#new")
    for game in library.names():
        expect(page.locator(f"[data-game={game}]")).to_contain_text(say(f"about.{game}"))
    page.click("[data-game=coup]")
    page.click("[data-key=back]")
    page.click("[data-game=coyote]")
    page.check("[name=seats][value='5']")
    page.check("[name='option.edition'][value=oliphante]")
    page.click("#sheet .more summary")
    page.fill("input[name='option.strikes']", "9")
    picture(page, "table-new-match")
    page.click("#sheet [data-key=start]")  # nothing was dealt: nothing is asked
    expect(page.locator("#toast")).to_contain_text("9")
    page.fill("input[name='option.strikes']", "3")
    page.check("[name='option.starter'][value='4']")
    page.click("#sheet [data-key=start]")
    expect(page.locator(".seats .seat")).to_have_count(5)
    snapshot = match_of(table.desk)
    assert snapshot.options.edition == "oliphante"
    assert snapshot.options.starter == 4
    picture(page, "table")


@pytest.mark.verify
def test_each_optional_action_is_chosen_on_the_form(open_page: Open, table: FakeTable) -> None:
    page = open_page("/virtual", DESK)

    def begin(**switched: bool) -> Any:
        """Begin a match after some switches were set; return the tokens in use."""
        page.click("#new")
        page.click("[data-game=coyote]")
        page.click("#sheet .more summary")
        for name, on in switched.items():
            page.set_checked(f"[name='option.actions.{name}']", on)
        page.click("#sheet [data-key=start]")
        expect(page.locator("#sheet")).to_be_hidden()
        return match_of(table.desk).state.setup.tokens

    page.click("#new")
    page.click("[data-game=coyote]")
    page.click("#sheet .more summary")
    expect(page.locator("[name^='option.actions.']")).to_have_count(6)
    expect(page.locator("[name^='option.actions.']:checked")).to_have_count(0)
    page.check("[name='option.actions']")
    expect(page.locator("[name^='option.actions.']:checked")).to_have_count(6)
    page.check("[name='option.edition'][value=oliphante]")
    expect(page.locator("[name^='option.actions.']")).to_have_count(5)
    expect(page.locator("[name^='option.actions.']:checked")).to_have_count(0)  # as by default
    page.check("[name='option.edition'][value=tomahawk]")
    page.uncheck("[name='option.actions.double']")
    page.click("#sheet [data-key=start]")
    expect(page.locator("#sheet")).to_be_hidden()
    five = ("approve", "hand_back", "extra", "again", "next_is")
    assert match_of(table.desk).state.setup.tokens == dict.fromkeys(five, 1)
    assert begin(**dict.fromkeys(five[:4], False)) == {"next_is": 1}
    assert begin(next_is=False) == {}
    assert begin(extra=True) == {"extra": 1}


@pytest.mark.verify
def test_how_each_game_was_played_last_is_chosen_again_and_an_end_is_asked_about(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#new")
    page.click("[data-game=coyote]")
    page.check("[name=seats][value='4']")
    page.check("[name='option.edition'][value=kidult]")
    page.click("#sheet .more summary")
    page.check("[name='option.actions']")
    page.click("#sheet [data-key=start]")
    expect(page.locator("#sheet")).to_be_hidden()
    table.do(Begin("coup", {}, 3))
    page.click("#new")
    page.click("[data-game=coyote]")
    expect(page.locator("[name=seats][value='4']")).to_be_checked()
    expect(page.locator("[name='option.edition'][value=kidult]")).to_be_checked()
    page.click("#sheet .more summary")
    expect(page.locator("[name='option.actions']")).to_be_checked()
    page.keyboard.press("Escape")
    table.desk.do(Move({"move": "declare", "seat": 0, "action": "income"}))
    expect(page.locator("body")).to_have_attribute("data-seq", str(match_of(table.desk).seq))
    page.click("#new")
    page.click("[data-game=coyote]")
    page.click("#sheet [data-key=start]")
    expect(page.locator("#confirm")).to_contain_text(say("page.match.sure"))
    page.click("#confirm [value=no]")


def test_a_hosts_machine_without_a_match_begins_with_the_games(
    open_page: Open, tmp_path: Path
) -> None:
    fresh = FakeTable(tmp_path / "fresh.sqlite")
    server = Server(create_app(fresh, FakeVirtual(fresh)), "127.0.0.1", 0)
    server.start()
    page = open_page("/table", DESK)
    page.goto(f"{server.url.rstrip('/')}/virtual")
    expect(page.locator(".game img")).to_have_count(len(library.names()))
    picture(page, "games")
    fresh.do(Begin("coup", {}, 3))  # from the console
    expect(page.locator("#sheet")).to_be_hidden()
    page.goto("about:blank")
    server.stop()
    fresh.desk.close()

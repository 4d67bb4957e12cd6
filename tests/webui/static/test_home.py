"""Home: what this is, the last game again, and all games, while there is no match."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from referee import library
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.asking import UNPLAYED
from tests.webui.fake import FakeTable
from tests.webui.pages import (
    DESK,
    PHONE,
    SCREEN,
    STRANGER,
    Open,
    fits_across,
    large_enough,
    say,
)
from tests.webui.static.test_every_page import SCHEMES, Axe

pytestmark = UNPLAYED

PAGES = [("/", PHONE), ("/virtual", DESK), ("/table", SCREEN)]


def shows_home(page: Page, locale: str = "en") -> None:
    expect(page.locator("#home h2")).to_have_text(say("page.home.virtual", locale))
    expect(page.locator("#home .game")).to_have_count(len(library.names()))
    for game in library.names():
        card = page.locator(f"#home [data-game={game}]")
        expect(card).to_contain_text(say(f"game.{game}", locale))
        expect(card).to_contain_text(say(f"about.{game}", locale))


@pytest.mark.parametrize(("path", "size"), breadth(PAGES))
def test_home_says_what_this_is_and_leads_to_a_game_in_one_tap(
    open_page: Open, table: FakeTable, path: str, size: Any
) -> None:
    page = open_page(path, size)
    shows_home(page)
    large_enough(page)
    axe = Axe()
    for _ in SCHEMES:
        axe.look(page, path)
    assert not axe.faults, axe.says()
    fits_across(page)
    page.click("#home [data-game=coup]")
    page.click("#sheet [data-key=start]")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#home h2")).to_be_hidden()
    assert match_of(table.desk).game.name == "coup"


@pytest.mark.parametrize(("path", "size"), breadth([PAGES[0], PAGES[2]]))
def test_home_shows_the_rules_of_each_game_to_people_who_may_not_begin_one(
    open_page: Open, client: FlaskClient, path: str, size: Any
) -> None:
    assert client.get("/sheet/newmatch?game=coyote").status_code == 403, (
        "the form of a match is a host's"
    )
    page = open_page(path, size, locale="de", **STRANGER)
    shows_home(page, "de")
    expect(page.locator("[data-key=playagain]")).to_have_count(0)
    page.click("#home [data-game=coup]")
    page.wait_for_url(f"**/rules/coup?from={path}")


def test_home_offers_the_last_game_again_as_it_was(
    open_page: Open, host: FlaskClient, table: FakeTable
) -> None:
    for game, levels in (("coyote", ["", "", ""]), ("coup", ["", "fair", "keen", ""])):
        body = {"game": game, "seats": len(levels), "levels": levels}
        assert host.post("/api/match", json=body).status_code == 200
    first = match_of(table.desk).match
    table.desk._snapshot = None  # as after a match that could not be read
    page = open_page("/virtual", DESK)
    again = page.locator("#home .main")
    expect(again).to_have_text(say("page.home.again", game=say("game.coup")))
    again.click()
    expect(page.locator("#home h2")).to_be_hidden()
    match = match_of(table.desk)
    assert match.match > first
    assert (match.game.name, match.seats) == ("coup", 4)
    assert match.players.levels == {1: "fair", 2: "keen"}

"""A game whose mat says what a card does, on the pages: the made-up bazaar."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from playwright.sync_api import expect

from referee.actor import HOST, at_seat
from referee.contract import Message
from referee.match.commands import Begin, Move
from referee.reports.questions import Way, WhichMove
from tests.referee.bazaar import BAZAAR
from tests.referee.shelved import shelve
from tests.webui.asking import seated_phone, sentence, seq, settle_in, state
from tests.webui.fake import FakeTable
from tests.webui.pages import Open
from tests.webui.static.devices import take_seats
from tests.webui.tapping import shows


@pytest.fixture
def bazaar(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> FakeTable:
    """The table with a bazaar of three."""
    shelve(monkeypatch, BAZAAR)
    table.do(Begin("bazaar", {}, 3))
    return table


@pytest.mark.parametrize("view", ["phone", "table", "virtual"])
def test_who_plays_without_a_seat_is_on_every_page(
    bazaar: FakeTable, host: FlaskClient, view: str
) -> None:
    bazaar.desk.do(Move({"move": "take", "seat": 0, "cards": ["silk"]}))
    bazaar.desk.do(Move({"move": "guard", "seat": 0, "cards": ["salt"]}))
    (bank,) = state(host, view)["others"]
    assert (bank["name"], bank["notes"]) == ("bazaar.bank", ["bazaar.open"])
    assert [(token["kind"], token["count"]) for token in bank["tokens"]] == [("coin", 0)]
    assert [card["card"] for card in bank["cards"]] == ["salt"]


# -- which of several things cards mean -----------------------------------------------------

SELL, GIVE = Way("0", Message("page.undo")), Way("1", Message("page.redo"))
WAYS = WhichMove(
    "7:stall", "stall", Message("table.ask.ways", {"cards": ("fur",)}), ways=(SELL, GIVE)
)


def say(client: FlaskClient, way: str = "1", question: str = "7:stall") -> Any:
    return client.post("/api/way", json={"question": question, "way": way})


@pytest.fixture
def asked(bazaar: FakeTable, app: Flask) -> FlaskClient:
    """A phone of seat 0, which is asked what it means."""
    bazaar.ask(replace(WAYS, seat=0))
    return seated_phone(app, bazaar, 0)


def test_a_seat_says_what_its_cards_mean_and_then_it_is_asked_no_more(
    asked: FlaskClient, table: FakeTable
) -> None:
    shown = state(asked, "phone")["question"]
    assert [(way["id"], way["press"]) for way in shown["ways"]] == [("0", "short"), ("1", "long")]
    assert shown["seat"] == 0
    assert say(asked).status_code == 200
    assert table.answered == [("7:stall", "1", None, at_seat(0))]
    sentence(say(asked), 409, "page.error.gone")


def test_others_see_who_is_asked_and_may_not_answer_but_a_host_may(
    asked: FlaskClient, app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    other = seated_phone(app, table, 1)
    for looks in (other, client):
        assert state(looks, "phone")["question"]["seat"] == 0
    sentence(say(other), 403, "page.error.other_seat")
    sentence(say(client), 403, "page.error.no_seat")
    assert say(host, "0").status_code == 200
    assert table.answered == [("7:stall", "0", None, HOST)]
    sentence(say(asked), 409, "page.error.gone")


def test_offers_alike_are_one_button_and_then_which(
    bazaar: FakeTable, open_page: Open, app: Flask
) -> None:
    bazaar.desk.do(Move({"move": "take", "seat": 0, "cards": ["silk"]}))
    mine = seated_phone(app, bazaar, 0)
    settle_in(mine)
    page = open_page()
    take_seats(page, mine)
    shows(page, bazaar)
    expect(page.locator(".drawing .lies").first).to_be_visible()  # which moves the buttons once
    buttons = page.locator("#dock .actions > button")
    expect(buttons).to_have_text(["bazaar.trade", "bazaar.guard"])
    buttons.first.click()
    page.click('#dock [data-move="give"]')
    page.click('#dock [data-card="fur"]')
    given = seq(bazaar) + 1
    page.click('#dock [type="submit"]')
    expect(page.locator("body")).to_have_attribute("data-seq", str(given))

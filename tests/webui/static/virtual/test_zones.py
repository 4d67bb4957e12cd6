"""A game whose mat says what a card does, on the pages."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from referee.actor import HOST, at_seat
from referee.contract import Message
from referee.match.commands import Begin
from referee.reports.questions import Way, WhichMove
from tests.webui.asking import seated_phone, sentence, state
from tests.webui.fake import FakeTable


@pytest.fixture
def camps(table: FakeTable) -> FakeTable:
    """The table with a match of two, and a tribe that nobody plays."""
    table.do(Begin("plenty_coups", {}, 2))
    return table


@pytest.mark.usefixtures("camps")
@pytest.mark.parametrize("view", ["phone", "table", "virtual"])
def test_who_plays_without_a_seat_is_on_every_page(host: FlaskClient, view: str) -> None:
    (tribe,) = state(host, view)["others"]
    assert {token["kind"] for token in tribe["tokens"]} >= {"honour", "horse", "hand"}
    assert tribe["name"]
    assert tribe["notes"]


# -- which of several things cards mean -----------------------------------------------------

SELL, GIVE = Way("0", Message("page.undo")), Way("1", Message("page.redo"))
WAYS = WhichMove(
    "7:stall", "stall", Message("table.ask.ways", {"cards": ("fur",)}), ways=(SELL, GIVE)
)


def say(client: FlaskClient, way: str = "1", question: str = "7:stall") -> Any:
    return client.post("/api/way", json={"question": question, "way": way})


@pytest.fixture
def asked(camps: FakeTable, app: Flask) -> FlaskClient:
    """A phone of seat 0, which is asked what it means."""
    camps.ask(replace(WAYS, seat=0))
    return seated_phone(app, camps, 0)


def test_a_seat_or_a_host_says_what_cards_mean_others_see_it_and_then_nobody_is_asked(
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
    table.ask(replace(WAYS, seat=0))
    shown = state(asked, "phone")["question"]
    assert [(way["id"], way["press"]) for way in shown["ways"]] == [("0", "short"), ("1", "long")]
    assert shown["seat"] == 0
    assert say(asked).status_code == 200
    assert table.answered[1:] == [("7:stall", "1", None, at_seat(0))]
    sentence(say(asked), 409, "page.error.gone")

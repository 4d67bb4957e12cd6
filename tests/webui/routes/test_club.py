"""The page of a table's club: the host alone joins, leaves and begins what is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from referee.contract import BadOptions, Message
from referee.hub.messages import Seated
from referee.match.commands import Move
from tests.matches import match_of
from tests.webui.access.test_people import finish
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.access.guard import FORM
from webui.app import create_app
from webui.port import ClubStatus

DRAWN = Seated("<Cup>", 2, 4, "coyote", ("Ada", "Bo"))
JOIN = {"address": "192.0.2.1:8090", "code": "GOOD", "name": " Table\n  4 "}


@dataclass
class FakeClub:
    """Implements `webui.port.Club`. `table` is the table's name there, None before it joins."""

    drawn: Seated | None = None
    table: str | None = "Table 1"
    problem: Message | None = None

    def status(self) -> ClubStatus | None:
        if self.table is None:
            return None
        return ClubStatus("The <Club>", self.table, 3, self.problem, self.drawn)

    def join(self, address: str, code: str, name: str) -> None:
        if (address, code) != (JOIN["address"], JOIN["code"]):
            raise BadOptions("club", Message("club.wrong_code"))
        self.table = name

    def leave(self) -> None:
        self.table = None

    def codes(self) -> tuple[str, ...]:
        return ("HTTP://192.0.2.1/RESULTS",)


@pytest.fixture
def club() -> FakeClub:
    return FakeClub(DRAWN)


@pytest.fixture
def app(table: FakeTable, club: FakeClub) -> Iterator[Flask]:
    app = create_app(table, None, club=club, host_code=CODE)
    yield app
    app.extensions["web"].updates.close()


def post(client: FlaskClient, what: str, **form: str) -> int:
    headers = {"Accept": "text/html", "Origin": "http://localhost"}
    answer = client.post(f"/club/{what}", data=form, content_type=FORM, headers=headers)
    return answer.status_code


def test_the_host_joins_leaves_and_begins_what_everybody_sees_that_the_hub_has_drawn(
    host: FlaskClient, client: FlaskClient, club: FakeClub, table: FakeTable
) -> None:
    club.table = None
    for path in ("/club", "/club/codes"):
        assert host.get(path).status_code == client.get(path).status_code == 404
    assert client.get("/api/state").get_json()["club"] is None
    assert post(host, "begin") == 404
    assert post(client, "join", **JOIN) == 403
    assert post(host, "join", **{**JOIN, "code": "BAD"}) == 409
    assert post(host, "join", **{**JOIN, "name": "\u202e\0 "}) == 400
    assert club.table is None
    assert post(host, "join", **JOIN) == 303
    assert club.table == "Table 4"
    club.problem = Message("club.away", {"club": "Club"})
    page = client.get("/club").get_data(as_text=True)
    assert "The &lt;Club&gt;" in page
    assert say("club.waiting", count=3) in page
    assert say("club.away", club="Club") in page
    assert "/club/leave" not in page
    assert client.get("/club/codes").get_data(as_text=True).count("<svg") == 1
    assert post(client, "leave") == 403
    assert post(host, "leave") == 303
    assert client.get("/club").status_code == 404
    club.table, club.problem = "Table 1", None
    table.change()
    assert client.get("/api/state").get_json()["club"]["round"] == "", "a match goes on"
    finish(table)
    table.change()
    drawn = client.get("/api/state").get_json()["club"]["round"]
    for text in ("<Cup>", "● Ada", "▲ Bo", say("hub.round.number", number=2)):
        assert text in drawn
    page = client.get("/club").get_data(as_text=True)
    assert "<Cup>" not in page
    assert "/club/begin" not in page
    assert post(client, "begin") == 403
    club.drawn = replace(DRAWN, players=("\u202eAda\n", "C" * 90))
    table.change()
    assert f"● Ada ▲ {'C' * 59}…" in client.get("/api/state").get_json()["club"]["round"]
    club.drawn = replace(DRAWN, players=("\u202eAda\n", "B\0o"))
    assert post(host, "begin") == 303
    match = match_of(table.desk)
    assert (match.game.name, match.names) == ("coyote", ("Ada", "Bo"))
    assert client.get("/api/state").get_json()["club"]["round"] == ""


def test_the_drawn_match_leaves_another_only_if_its_host_has_read_so(
    table: FakeTable, host: FlaskClient, club: FakeClub
) -> None:
    before = match_of(table.desk).match
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    page = host.get("/club").get_data(as_text=True)
    assert say("club.match_on") in page
    assert post(host, "begin") == 409
    assert match_of(table.desk).match == before
    leaves = re.search('name="leaves" value="([0-9]+)"', page)
    assert leaves
    assert post(host, "begin", leaves=leaves[1]) == 303
    begun = match_of(table.desk)
    assert begun.names == ("Ada", "Bo")
    assert post(host, "begin", leaves=leaves[1]) == 303
    assert match_of(table.desk).match == begun.match, "a second tap"
    assert say("club.begun") in host.get("/club").get_data(as_text=True)
    seen = match_of(table.desk).seq
    for drawn in (None, ("chess", ("Ada", "Bo")), ("coyote", ("Ada",))):
        club.drawn = None if drawn is None else Seated("Cup", 1, 1, *drawn)
        assert post(host, "begin") == 409, drawn
    assert match_of(table.desk).seq == seen

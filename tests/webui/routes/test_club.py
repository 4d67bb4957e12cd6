"""The table's club on its pages: joined and left by the host alone, and nothing of it before."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import HOST, Actor, at_seat
from referee.club.results import Result
from referee.club.signed import pack
from referee.contract import BadOptions, Message
from referee.hub.messages import Seated
from referee.match.commands import Begin, Move
from referee.match.people.forgetting import Person
from tests.matches import match_of
from tests.webui.asking import phone, sit_down
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.access.guard import FORM
from webui.app import create_app
from webui.port import ClubStatus, UnfinishedMatch

HTML = {"Accept": "text/html"}
ROUND = Seated("<Cup>", 2, 4, "coyote", ("Ada", "Bo"))
RESULT = Result(
    match="00000000000000a1",
    version=(9, 0),
    game="coyote",
    edition="tomahawk",
    began_s=1.0,
    ended_s=2.0,
    players=("Ada", "Bo"),
    places=((0,), (1,)),
)


class Joined:
    """Implements `webui.port.Club`."""

    def __init__(self) -> None:
        self.now: ClubStatus | None = None
        self.was_left: UnfinishedMatch | None = None
        self.stated: list[tuple[int, tuple[tuple[int, ...], ...], Actor]] = []

    def status(self) -> ClubStatus | None:
        return self.now

    def unfinished_match(self) -> UnfinishedMatch | None:
        return self.was_left

    def join(self, address: str, code: str, name: str) -> None:
        if (address, code) != ("192.0.2.1:8090", "GOOD"):
            raise BadOptions("club", Message("club.wrong_code"))
        self.now = ClubStatus("The <Club>", name, 0, None, None)

    def leave(self) -> None:
        self.now = None

    def state(self, match: int, places: tuple[tuple[int, ...], ...], by: Actor) -> None:
        self.stated.append((match, places, by))

    def forget_person(self, person: Person) -> Message | None:  # noqa: ARG002
        return None

    def codes(self) -> tuple[str, ...]:
        return pack([RESULT], "t000000000001", bytes(32))


@pytest.fixture
def club() -> Joined:
    return Joined()


@pytest.fixture
def app(table: FakeTable, club: Joined) -> Iterator[Flask]:
    app = create_app(table, None, club=club, host_code=CODE)
    yield app
    app.extensions["web"].updates.close()


def post(client: FlaskClient, path: str, **form: str) -> int:
    headers = {**HTML, "Origin": "http://localhost"}
    answer = client.post(path, data=form, content_type=FORM, headers=headers)
    return answer.status_code


def test_a_table_of_no_club_has_no_page_of_one(host: FlaskClient, client: FlaskClient) -> None:
    for one in (host, client):
        for path in ("/club", "/club/codes"):
            assert one.get(path).status_code == 404
        assert one.get("/api/state").get_json()["club"] is None
    assert post(host, "/club/begin") == 404


def test_the_host_joins_by_the_hubs_code_and_leaves(
    host: FlaskClient, client: FlaskClient, club: Joined
) -> None:
    form = {"address": "192.0.2.1:8090", "code": "GOOD", "name": " Table  4 "}
    assert post(client, "/club/join", **form) == 403
    assert post(host, "/club/join", **{**form, "code": "BAD"}) == 409
    assert post(host, "/club/join", **{**form, "name": " "}) == 400
    assert club.now is None
    assert post(host, "/club/join", **form) == 303
    assert club.now is not None
    assert club.now.name == "Table 4"
    shown = client.get("/club", headers=HTML).get_data(as_text=True)
    assert "The &lt;Club&gt;" in shown
    assert "/club/leave" not in shown
    assert post(client, "/club/leave") == 403
    assert post(host, "/club/leave") == 303
    assert client.get("/club").status_code == 404


def test_everybody_sees_whom_the_hub_has_drawn_and_the_host_begins(
    host: FlaskClient, client: FlaskClient, club: Joined, table: FakeTable
) -> None:
    club.now = ClubStatus("Club", "Table 4", 0, None, ROUND)
    assert client.get("/api/state").get_json()["club"]["round"] == ""  # a match goes on
    for seat in range(match_of(table.desk).seats - 1):
        table.desk.do(Move({"move": "leave", "seat": seat}), HOST)
    club.now = ClubStatus("Club", "Table 4", 0, None, ROUND)
    told = client.get("/api/state").get_json()["club"]["round"]
    for one in ("<Cup>", "● Ada", "▲ Bo", say("hub.round.number", number=2)):
        assert one in told
    shown = client.get("/club").get_data(as_text=True)
    assert "<Cup>" not in shown
    assert "/club/begin" not in shown
    assert post(client, "/club/begin") == 403
    assert post(host, "/club/begin") == 303
    match = match_of(table.desk)
    assert (match.game.name, match.names) == ("coyote", ("Ada", "Bo"))
    assert client.get("/api/state").get_json()["club"]["round"] == ""


def test_a_seat_and_the_host_say_who_came_in_where_and_nobody_else(
    app: Flask, host: FlaskClient, client: FlaskClient, club: Joined, table: FakeTable
) -> None:
    table.desk.do(Begin("coyote", {}, 3))
    club.now = ClubStatus("Club", "Table 4", 0, None, None)
    form = {"seat0": "2", "seat1": "1", "seat2": "2"}
    assert post(host, "/club/state", **form) == 409  # none was left
    club.was_left = UnfinishedMatch(7, ("Ada", "", "Cy"), {1: ((1,), (0, 2))})
    shown = re.sub(r"</?bdi[^>]*>", "", host.get("/club").get_data(as_text=True))
    assert "▲: 1. ▲ · 2. Ada, Cy" in " ".join(shown.split())
    assert post(client, "/club/state", **form) == 403
    seat = phone(app)
    sit_down(seat, table, 1)
    assert post(seat, "/club/state", **form) == 303
    assert post(host, "/club/state", **form) == 303
    places = ((1,), (0, 2))
    assert club.stated == [(7, places, at_seat(1)), (7, places, HOST)]
    assert post(host, "/club/state", seat0="1") == 400


def test_what_waits_and_what_is_wrong_is_said(host: FlaskClient, club: Joined) -> None:
    away = Message("club.away", {"club": "Club"})
    club.now = ClubStatus("Club", "Table 4", 3, away, None)
    shown = host.get("/club").get_data(as_text=True)
    assert say("club.waiting", count=3) in shown
    assert say("club.away", club="Club") in shown


def test_results_are_shown_as_codes(client: FlaskClient, club: Joined) -> None:
    club.now = ClubStatus("Club", "Table 4", None, None, None)
    assert client.get("/club/codes").get_data(as_text=True).count("<svg") == 1

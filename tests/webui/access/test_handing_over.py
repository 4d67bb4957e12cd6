"""Whoever hands a seat over, or sits down at one, is asked once who takes its place."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.match.commands import Begin, HandOver, Move
from referee.words import Voice
from tests.matches import match_of
from tests.webui.asking import seated_phone, sentence
from tests.webui.fake import FakeTable

SAY = Voice("en").key


@pytest.fixture
def begun(table: FakeTable) -> FakeTable:
    """A match in which each seat has played, and Ada has handed hers to Cy and kept the place."""
    table.desk.do(Begin("coyote", {}, 3, ("Ada", "Ben", "Dee")))
    for seat in range(3):
        table.desk.do(Move({"move": "announce", "seat": seat, "number": seat + 1}))
    table.desk.do(HandOver(0, "Cy"))
    return table


def places(client: FlaskClient, seat: int) -> list[tuple[str, str]]:
    result = client.get("/api/state").get_json()["seats"][seat]["places"]
    return [(entry["value"], entry["label"]) for entry in result]


def test_the_host_is_asked_by_the_names_of_those_who_may_take_it(
    host: FlaskClient, begun: FakeTable
) -> None:
    comes, nobody = ("comes", SAY("page.place.comes.other")), ("nobody", SAY("page.place.nobody"))
    assert places(host, 1) == [("keeps", "Ben"), comes, nobody]
    assert places(host, 0) == [("keeps", "Ada"), ("leaves", "Cy"), comes, nobody]
    over = {"seat": 0, "name": "Eve", "place": "leaves"}
    assert host.post("/api/seat/over", json=over).status_code == 200
    assert match_of(begun.desk).players.place_names == ("Cy", "Ben", "Dee")
    state = host.get("/api/state").get_json()
    assert state["last"].endswith(SAY("page.log.place.leaves"))
    unknown = host.post("/api/seat/over", json={"seat": 0, "name": "Eve", "place": "both"})
    assert unknown.status_code == 400
    assert "place" in unknown.get_json()["error"]
    sentence(host.post("/api/seat/over", json={"seat": 9}), 409, "desk.no_such_seat")


@pytest.mark.parametrize(
    ("name", "place", "players", "taker"),
    [
        ("Eve", "", ("Ben", "Eve"), "Ben"),
        ("Eve", "comes", ("Ben", "Eve"), "Eve"),
        ("Eve", "nobody", ("Ben", "Eve"), ""),
        ("ben", "comes", ("ben",), "ben"),
    ],
)
def test_who_sits_down_in_mid_match_is_asked_with_the_name(
    app: Flask, begun: FakeTable, name: str, place: str, players: tuple[str, ...], taker: str
) -> None:
    client = seated_phone(app, begun, 1)
    sitting: Any = client.get("/api/state").get_json()["sitting"]
    assert [entry["value"] for entry in sitting["places"]] == ["keeps", "comes", "nobody"]
    assert sitting["places"][1]["label"] == SAY("page.place.comes.me")
    body = {"id": sitting["id"], "name": name, "place": place}
    assert client.post("/api/seat/sit", json=body).status_code == 200
    assert tuple(tenure.name for tenure in match_of(begun.desk).players.tenures[1]) == players
    assert match_of(begun.desk).players.place_names[1] == taker

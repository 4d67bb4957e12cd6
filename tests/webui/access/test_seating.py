"""Seats and names: another player takes over in mid-match, and the past is told by name."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from referee.match.desk import Snapshot
from tests.matches import match_of
from tests.webui.asking import phone, sentence, sit_down
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import played


def now(table: FakeTable) -> Snapshot:
    return match_of(table.desk)


def you(client: FlaskClient) -> int | None:
    seat: int | None = client.get("/api/state").get_json()["you"]
    return seat


def test_a_host_hands_any_seat_over_and_its_phone_holds_it_no_more(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 1)
    eve = phone(app).post("/api/seat/over", json={"seat": 1, "name": "Eve"})
    sentence(eve, 403, "page.error.not_host")
    sentence(client.post("/api/seat/over", json={"seat": 0}), 403, "page.error.not_host")
    assert host.post("/api/seat/over", json={"seat": 1, "name": "Cy"}).status_code == 200
    assert you(client) is None
    assert host.post("/api/seat/over", json={"seat": 2}).status_code == 200  # no phone held it
    assert now(table).names == ("", "Cy", "")
    sentence(host.post("/api/seat/over", json={"seat": 7}), 409, "desk.no_such_seat")
    sit_down(client, table, 0)
    played(table)
    sentence(host.post("/api/seat/over", json={"seat": 0}), 409, "desk.over")
    assert you(client) == 0  # what was refused took nobody's seat away

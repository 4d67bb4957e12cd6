"""Stopping for the night on pages: going on another day comes first, and everybody is asked."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.matches import match_of
from tests.webui.asking import announce, seated_phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import say


def test_seats_are_asked_and_the_host_answers_for_one_without_a_phone(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 0)
    assert announce(client, table, 0, 5).status_code == 200
    other = seated_phone(app, table, 1)
    for seat, key in ((0, "other_seat"), (None, "not_host")):
        refused = other.post("/api/stop", json={"seat": seat, "seen": seq(table)})
        sentence(refused, 403, f"page.error.{key}")
    assert other.post("/api/stop", json={"seat": 1, "seen": seq(table)}).status_code == 200
    state = client.get("/api/state").get_json()
    offered = [offer["move"] for offer in state["offers"]]
    assert offered == ["agree_to_proposal", "object_to_proposal"]
    assert say("desk.proposal.stop") in state["last"]
    sentence(announce(client, table, 0, 6), 409, "desk.proposal.first")
    for seat in match_of(table.desk).proposal.missing:  # type: ignore[union-attr]
        by, acts = (client, "seat") if seat == 0 else (host, "host")
        agrees = {"move": "agree_to_proposal", "seat": seat}
        answer = {"move": agrees, "seen": seq(table), "as": acts}
        assert by.post("/api/move", json=answer).status_code == 200
    state = client.get("/api/state").get_json()
    assert state["over"]["text"] == state["focus"]["label"]
    assert not state["offers"]
    past = host.get("/history").get_data(as_text=True)
    assert "stopped early" in past
    assert host.post("/api/again", json={"seen": seq(table)}).status_code == 200

"""A phone that shows no page is away after a while, and is back at once."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.webui.access.test_approvals import Clock
from tests.webui.access.test_approvals import clock as clock  # a fixture
from tests.webui.asking import phone, seated_phone, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.access.seats.presence import AWAY_MS, Presence


def test_every_page_is_told_which_phone_is_away(
    app: Flask, client: FlaskClient, table: FakeTable, clock: Clock
) -> None:
    presence: Presence = app.extensions["web"].presence
    presence.now_ms = clock
    sit_down(client, table, 0)
    other = seated_phone(app, table, 1)
    for flask_client in (client, other):
        assert flask_client.get("/api/state").get_json()["seats"][0]["away"] is None
    clock.ms += AWAY_MS
    seats = other.get("/api/state").get_json()["seats"]
    assert [seat["away"] for seat in seats] == [0, None, None]
    assert seats[0]["cueText"].endswith(say("cue.away"))
    seats = client.get("/api/state").get_json()["seats"]
    assert seats[0]["away"] is None  # The phone that asks is there.
    assert say("cue.away") not in seats[0]["cueText"]
    other.get("/api/state?view=table")  # Another page than that of its seat.
    clock.ms += AWAY_MS
    host = phone(app, "127.0.0.1").get("/api/state?view=virtual").get_json()
    assert [item["away"] for item in host["seats"]] == [AWAY_MS, AWAY_MS, None]
    client.get("/rules/coyote")
    seats = other.get("/api/state").get_json()["seats"]
    assert [seat["away"] for seat in seats] == [None, None, None]

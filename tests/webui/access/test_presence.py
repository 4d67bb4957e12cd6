"""A phone that shows no page is away after a while, and is back at once."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webui.access.test_approvals import Clock
from tests.webui.access.test_approvals import clock as clock  # a fixture
from tests.webui.access.test_approvals import holders as holders  # a fixture
from tests.webui.asking import phone, seated_phone, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.access.holders import Holders, hashed
from webui.access.seats.presence import AWAY_MS, Presence


@pytest.fixture
def presence(holders: Holders, clock: Clock) -> Presence:
    """The phones of seat 0 and, shared, of seats 1 and 2, which all have just come."""
    for seat, token in ((0, "own"), (1, "shared"), (2, "shared")):
        holders.take(seat, hashed(token))
    clock.ms = 1_000_000
    made = Presence(holders, clock)
    assert not made.has_changed()
    return made


def test_a_phone_is_away_after_twenty_seconds_without_a_page_and_back_at_once(
    presence: Presence, clock: Clock
) -> None:
    others = presence.enter("shared")
    leave = presence.enter("own")
    clock.ms += 10 * AWAY_MS
    assert not presence.has_changed()  # A page is open all that time.
    leave()
    left = clock.ms
    clock.ms += AWAY_MS - 1
    assert not presence.has_changed()
    clock.ms += 1
    assert presence.has_changed()
    assert presence.away() == {0: left}
    clock.ms += AWAY_MS
    assert not presence.has_changed()  # Pages count the time by themselves.
    presence.enter("own")
    assert presence.has_changed()
    assert presence.away() == {}
    others()


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

"""Stopping for the night on pages: going on another day comes first, and everybody is asked."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Move
from tests.matches import match_of
from tests.webui.asking import announce, phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import PHONE, Open, all_fits, large_enough, picture, say, sit


def test_seats_are_asked_and_the_host_answers_for_one_without_a_phone(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 0)
    assert announce(client, table, 0, 5).status_code == 200
    other = phone(app)
    sit_down(other, table, 1)
    sentence(
        other.post("/api/stop", json={"seat": 0, "seen": seq(table)}), 403, "page.error.other_seat"
    )
    sentence(
        other.post("/api/stop", json={"seat": None, "seen": seq(table)}), 403, "page.error.not_host"
    )
    assert other.post("/api/stop", json={"seat": 1, "seen": seq(table)}).status_code == 200
    state = client.get("/api/state").get_json()
    assert [offer["move"] for offer in state["offers"]] == [
        "agree_to_proposal",
        "object_to_proposal",
    ]
    assert say("desk.proposal.stop") in state["last"]
    sentence(announce(client, table, 0, 6), 409, "desk.proposal.first")
    for seat in match_of(table.desk).proposal.missing:  # type: ignore[union-attr]
        by, acts = (client, "seat") if seat == 0 else (host, "host")
        answer = {
            "move": {"move": "agree_to_proposal", "seat": seat},
            "seen": seq(table),
            "as": acts,
        }
        assert by.post("/api/move", json=answer).status_code == 200
    state = client.get("/api/state").get_json()
    assert state["over"]["text"] == state["focus"]["label"]
    assert not state["offers"]
    past = host.get("/history").get_data(as_text=True)
    assert "stopped early" in past
    assert host.post("/api/again", json={"seen": seq(table)}).status_code == 200


def test_the_menu_offers_another_day_first_then_asks_everybody(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/", PHONE)
    sit(page, 0)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    page.click("#menu")
    page.click("[data-key=stop]")
    ways = page.locator("[data-key^=stop-]")
    expect(ways).to_have_text([say("page.stop.keep"), say("page.stop.now")])
    all_fits(page)
    large_enough(page)
    picture(page, "stop")
    ways.last.click()
    expect(page.locator(".label, .what").first).to_contain_text(
        say("desk.proposal.waits", seats="")[:8]
    )
    proposal = match_of(table.desk).proposal
    assert proposal is not None
    assert 0 not in proposal.missing

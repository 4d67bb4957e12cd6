"""A pause on the pages: a host's tap stops the match, every page says so, a tap goes on."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.webui.asking import phone, sentence, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import say


def test_a_host_pauses_and_goes_on_and_nobody_else_does(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 0)
    for path in ("/api/pause", "/api/resume"):
        sentence(client.post(path, json={}), 403, "page.error.not_host")
    assert host.post("/api/pause", json={}).status_code == 200
    assert host.post("/api/pause", json={}).status_code == 200  # two at once
    answer = client.get("/api/state").get_json()
    assert (answer["paused"], answer["offers"], answer["undo"]) == (True, [], None)
    assert host.post("/api/resume", json={}).status_code == 200
    assert client.get("/api/state").get_json()["offers"]


def test_everybody_reads_who_goes_on_in_place_of_what_is_to_be_done(
    app: Flask, host: FlaskClient
) -> None:
    locale = "fr"
    host.post("/api/pause", json={})
    stranger = phone(app)
    stranger.environ_base["HTTP_ACCEPT_LANGUAGE"] = locale
    for view in ("phone", "table", "virtual"):
        state = stranger.get(f"/api/state?view={view}").get_json()
        assert state["focus"]["label"] == say("desk.paused.who", locale)
        assert {seat["cueText"] for seat in state["seats"]} == {say("cue.paused", locale)}
        paused = say("page.log.pause", locale, who=say("page.by.host", locale))
        assert paused == state["last"] == stranger.get("/api/log").get_json()[0]["text"]

"""A pause on the pages: a host's tap stops the match, every page says so, a tap goes on."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.webui.asking import phone, sentence, sit_down, state
from tests.webui.fake import FakeTable
from tests.webui.pages import say


def test_a_host_pauses_and_goes_on_and_everybody_reads_who_goes_on(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 0)
    for path in ("/api/pause", "/api/resume"):
        sentence(client.post(path, json={}), 403, "page.error.not_host")
    for _ in range(2):  # two at once
        assert host.post("/api/pause", json={}).status_code == 200
    answer = state(client)
    assert (answer["paused"], answer["offers"], answer["undo"]) == (True, [], None)
    stranger, locale = phone(app), "fr"
    stranger.environ_base["HTTP_ACCEPT_LANGUAGE"] = locale
    for view in ("phone", "table", "virtual"):
        shown = state(stranger, view)
        assert shown["focus"]["label"] == say("desk.paused.who", locale)
        assert {seat["cueText"] for seat in shown["seats"]} == {say("cue.paused", locale)}
        paused = say("page.log.pause", locale, who=say("page.by.host", locale))
        assert paused == shown["last"] == stranger.get("/api/log").get_json()[0]["text"]
    assert host.post("/api/resume", json={}).status_code == 200
    assert state(client)["offers"]

"""A pause on the pages: a host's tap stops the match, every page says so, a tap goes on."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.asking import phone, sentence, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, PHONE, Open, all_fits, large_enough, picture, say, sit


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


@pytest.mark.parametrize("path", breadth(["/", "/table", "/virtual"]))
def test_a_host_has_the_button_on_any_page(open_page: Open, table: FakeTable, path: str) -> None:
    page = open_page(path, PHONE if path == "/" else DESK)
    if path == "/":
        sit(page, 0)
    if path == "/table":
        page.click("[data-key=pause]")
    else:
        page.click("#menu")
        page.click("[data-key=stop]")
        page.click("[data-key=stop-keep]")
    expect(page.locator(".label, .what").first).to_have_text(say("desk.paused.who"))
    picture(page, f"pause{path.replace('/', '-')}")
    if path == "/":
        page.keyboard.press("Escape")
        expect(page.locator("#sheet")).to_be_hidden()
        all_fits(page)
        large_enough(page)
        picture(page, "pause-phone")
    page.locator(f"[data-key=pause] >> text={say('page.resume')}").last.click()
    expect(page.locator("[data-key=pause].main")).to_have_count(0)
    snapshot = match_of(table.desk)
    assert not snapshot.paused

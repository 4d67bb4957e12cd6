"""What everybody may read, and what is for some eyes only."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from referee import words
from referee.contract import Message
from referee.reports import virtual_acts
from tests.webui.asking import sentence, sit_down
from tests.webui.fake import FakeTable, FakeVirtual, png
from tests.webui.pages import say


@pytest.mark.parametrize("path", ["/", "/table", "/api/state", "/join.svg"])
def test_everybody_on_the_network_may_read(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_a_stranger_sees_pictures_of_cards_and_a_host_all_offers_the_scene_and_the_camera(
    client: FlaskClient, host: FlaskClient, virtual: FakeVirtual, table: FakeTable
) -> None:
    assert client.get("/api/state").get_json()["offers"] == []
    assert client.get("/api/state?view=table").get_json()["offers"] == []
    offers = host.get("/api/state?view=virtual").get_json()["offers"]
    by = {
        kind: [(offer["move"], offer["seat"]) for offer in offers if offer["by"] == kind]
        for kind in ("seat", "host")
    }
    assert by["seat"] == [("announce", 0)]
    assert by["host"] == [("leave", 0), ("leave", 1), ("leave", 2)]
    virtual.do(virtual_acts.Deal())
    assert client.get("/api/state?view=virtual").get_json()["scene"] is None
    assert len(host.get("/api/state?view=virtual").get_json()["scene"]["hands"]) == 3
    for path in ("/calibrate", "/teach"):
        answer = client.get(path, headers={"Accept": "text/html"})
        assert 'name="code"' in answer.text, "the host's code opens it"
    page = client.get("/virtual").get_data(as_text=True)
    assert '"scene": null' in page
    assert words.say(Message("page.host.locked")) in page
    assert f"<h1>{words.say(Message('page.virtual'))}</h1>" in page
    table.pictures["p1"] = png(100)
    answer = client.get("/proof/p1")
    assert (answer.mimetype, answer.data) == ("image/png", png(100))
    sentence(client.get("/proof/nothing"), 404, "page.error.no_picture")
    sentence(host.get("/camera.jpg"), 503, "page.error.no_camera")
    table.jpeg = b"\xff\xd8 a picture"
    assert host.get("/camera.jpg").data == table.jpeg
    sentence(client.get("/camera.jpg"), 403, "page.error.no_seat")
    sit_down(client, table, 2)
    assert client.get("/camera.jpg").mimetype == "image/jpeg"


def test_cards_are_drawn_whatever_their_name(host: FlaskClient, virtual: FakeVirtual) -> None:
    virtual.do(virtual_acts.Deal())
    for card in ("%3F", "max-", "-5", "x2"):
        assert host.get(f"/virtual/face/{card}.svg").mimetype == "image/svg+xml"
    sentence(host.get("/virtual/face/%22.svg"), 404, "page.error.not_found")
    assert b"<svg" in host.get("/virtual/back.svg").data
    assert b"<svg" in host.get("/virtual/mat.svg").data


@pytest.mark.parametrize("path", ["/", "/table", "/virtual"])
def test_no_page_holds_a_script_or_a_style_of_its_own(host: FlaskClient, path: str) -> None:
    answer = host.get(path)
    text = answer.get_data(as_text=True)
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    scripts = re.findall(r"<script([^>]*)>", text)
    assert all("src=" in script or "application/json" in script for script in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", text)
    assert not re.search(r"https?://(?!192\.|localhost)", text.split("<script")[0])


def test_back_goes_where_one_came_from(host: FlaskClient) -> None:
    for came, goes in {
        "?from=/table": "/table",
        "": "/virtual",
        "?from=//elsewhere.example": "/virtual",
    }.items():
        for path, other in (("/calibrate", "/teach"), ("/teach", "/calibrate")):
            page = host.get(path + came).text
            assert f'href="{goes}">{say("page.back")}</a>' in page
            assert f'href="{other}?from={goes}"' in page

"""Whatever else comes is refused in one clear sentence, and changes nothing."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import words
from referee.contract import Message
from tests.webui.asking import sentence, seq
from tests.webui.fake import FakeTable
from webui.routes.simulation import ACTS

PICTURES = ("/api/photo", "/api/count")  # take no JSON
GARBAGE = (
    b"",
    b"{",
    b"[]",
    b"\xff\xfe\x00",
    b'{"seat": "one"}',
    b'{"seat": "\xff"}',
    b'{"name": "\xc3("}',
    b'{"\xed\xa0\x80": 1}',
    b'{"seat": 1' + b"0" * 5000 + b"}",
    b'{"unknown": 1}',
    b'{"seat": 1e999}',
    b"[" * 9000,
    b'{"move": ' + b'{"a":' * 2000 + b"1" + b"}" * 2001,
)


def test_garbage_gets_one_clear_sentence(app: Flask, host: FlaskClient, table: FakeTable) -> None:
    before = seq(table)
    rules = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    paths = {rule for rule in rules if rule.startswith("/api/")} - {*PICTURES}
    assert len(paths) > 25
    for path in (*sorted(paths), *(f"/virtual/{act}" for act in ACTS)):
        for body in GARBAGE:
            answer = host.post(path, data=body, content_type="application/json")
            sentence(answer, 400, "page.error.garbage")
            assert len(answer.get_json()["error"]) < 300
    assert seq(table) == before


def test_a_move_that_is_none_gets_one_clear_sentence(host: FlaskClient, table: FakeTable) -> None:
    before = seq(table)
    number = {"move": "announce", "seat": 0, "number": 1}
    for move in (
        *({}, {"move": None}, {"move": "fly", "seat": 0}, {"move": "announce", "seat": 0}),
        *(number | {"number": bad} for bad in ("many", 10**400, 0.5)),
        *(number | {"more": 2}, number | {"seat": -1}, {"move": "cards_read", "cards": ["1"]}),
    ):
        answer = host.post("/api/move", json={"seen": before, "move": move, "as": "host"})
        assert answer.status_code in (400, 409), move
        refusal = answer.get_json()
        assert refusal["error"] != refusal["key"]
        assert len(refusal["error"]) < 300
    assert seq(table) == before


def test_only_json_is_taken(client: FlaskClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.post("/api/seat/take", data=b'{"seat": 0}', content_type=kind)
        sentence(answer, 415, "page.error.not_json")


def test_another_sites_page_changes_nothing(client: FlaskClient) -> None:
    for headers, key in (
        ({"Origin": "http://elsewhere.example"}, "page.error.other_origin"),
        ({"Origin": "https://localhost"}, "page.error.other_origin"),
        ({"Origin": "http://localhost:81"}, "page.error.other_origin"),
        ({"Origin": "null"}, "page.error.elsewhere"),
        ({"Sec-Fetch-Site": "cross-site"}, "page.error.elsewhere"),
        ({"Sec-Fetch-Site": "same-site"}, "page.error.elsewhere"),
    ):
        answer = client.post("/api/seat/take", json={"seat": 0}, headers=headers)
        sentence(answer, 403, key)
    same = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/seat/take", json={"seat": 0}, headers=same).status_code == 200


def test_a_page_that_is_not_there_says_so_and_a_refusal_in_the_language_of_its_reader(
    client: FlaskClient,
) -> None:
    answer = client.get("/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert words.say(Message("page.error.not_found")) in answer.get_data(as_text=True)
    sentence(client.get("/stream?view=secret"), 404, "page.error.not_found")
    sentence(client.put("/api/move", json={}), 405, "page.error.not_found")
    refusal = client.post("/api/undo", json={"seen": 1}, headers={"Accept-Language": "fr-CH"})
    assert refusal.get_json()["error"].startswith("Prends d’abord une place")
    client.get("/language/fr?to=/table")
    assert 'lang="fr"' in client.get("/").get_data(as_text=True)


def test_what_breaks_inside_is_logged_and_not_shown(
    client: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "status", Mock(side_effect=ZeroDivisionError("inside")))
    answer = client.get("/api/state?view=table")
    sentence(answer, 500, "page.error.broken")
    assert "inside" not in answer.get_data(as_text=True)

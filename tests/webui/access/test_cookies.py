"""A browser's cookies: each table has its own, old ones still count, and they must be kept."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.match.commands import Begin
from tests.webui.access.test_hosts import become, is_host
from tests.webui.asking import kept_token, phone, sentence
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from webui.access.cookies import EXTENSION, KINDS, Kind
from webui.app import create_app

PAGE = {"Origin": "http://localhost"}


def exchange_cookies(one: FlaskClient, other: FlaskClient) -> None:
    """Let two clients be one browser: it sends a machine's cookies to each of its ports."""
    for source, goal in ((one, other), (other, one)):
        for cookie in list((source._cookies or {}).values()):
            goal.set_cookie(cookie.key, cookie.value)


def test_two_tables_on_one_machine_leave_each_other_host_and_seats(
    client: FlaskClient, tmp_path: Path
) -> None:
    """Whoever sat down at the second table lost their seat and their host's rights at the first."""
    second = FakeTable(tmp_path / "second.sqlite")
    second.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    other = phone(create_app(second, host_code=CODE))
    for browser in (client, other):
        exchange_cookies(client, other)
        assert become(browser) == 200
        assert browser.post("/api/seat/take", json={"seat": 1}).status_code == 200
    exchange_cookies(client, other)
    for browser in (client, other):
        assert is_host(browser)
        assert browser.get("/api/state").get_json()["you"] == 1
    for path in ("/api/seat/leave", "/api/host/leave"):
        headers = other.post(path, json={}).headers.getlist("Set-Cookie")
        dropped = {header.partition("=")[0] for header in headers}
        own = client.application.extensions[EXTENSION]
        assert not dropped & {own.name(kind) for kind in KINDS}
    assert not is_host(other)
    assert is_host(client)
    assert client.get("/api/state").get_json()["you"] == 1
    second.desk.close()


def old_cookies(client: FlaskClient) -> dict[Kind, str]:
    """Put a browser's tokens into the cookies that earlier versions used."""
    kept = {kind: token for kind in KINDS if (token := kept_token(client, kind))}
    for kind, token in kept.items():
        client.delete_cookie(client.application.extensions[EXTENSION].name(kind))
        client.set_cookie(kind, token)
    return kept


def test_who_sat_before_the_update_still_sits_and_is_still_host(
    app: Flask, client: FlaskClient
) -> None:
    client.post("/api/host", json={"code": CODE})
    client.post("/api/seat/take", json={"seat": 2})
    kept = old_cookies(client)
    assert set(kept) == set(KINDS)
    assert client.get("/api/state").get_json()["you"] == 2
    assert {kind: kept_token(client, kind) for kind in KINDS} == kept
    assert [client.get_cookie(kind) for kind in KINDS] == [None, None]
    assert client.get("/camera.jpg").status_code == 503
    stranger = phone(app)
    stranger.set_cookie("seat", "of-another-table")
    assert stranger.get("/api/state").get_json()["you"] is None
    left = stranger.get_cookie("seat")
    assert left is not None
    assert left.value == "of-another-table"


def test_a_table_that_was_moved_or_copied_knows_its_phones_and_keeps_its_cookies_apart(
    client: FlaskClient, table: FakeTable, tmp_path: Path
) -> None:
    client.post("/api/seat/take", json={"seat": 2})
    table.confirm(2)
    token = kept_token(client, "seat")
    table.desk.close()
    (tmp_path / "other").mkdir()
    moved = FakeTable(Path(copy(tmp_path / "journal.sqlite", tmp_path / "other")))
    again = phone(create_app(moved))
    own, other = client.application.extensions[EXTENSION], again.application.extensions[EXTENSION]
    again.set_cookie(own.name("seat"), str(token))
    again.set_cookie(other.name("seat"), "of-a-journal-that-lay-here-before")
    assert again.get("/api/state").get_json()["you"] == 2
    assert kept_token(again, "seat") == token
    assert own.name("seat") != other.name("seat")
    moved.desk.close()


@pytest.mark.parametrize(
    ("path", "body"), [("/api/seat/take", {"seat": 1}), ("/api/host", {"code": CODE})]
)
def test_a_phone_that_keeps_no_cookies_is_told_and_gets_no_seat_that_nobody_holds(
    app: Flask, table: FakeTable, path: str, body: object
) -> None:
    """It was told "done", and the seat was held by nobody."""
    forgetful = app.test_client(use_cookies=False)
    forgetful.environ_base |= {"REMOTE_ADDR": "192.0.2.8", "HTTP_ACCEPT_LANGUAGE": "en"}
    assert forgetful.get("/", headers={"Accept": "text/html"}).status_code == 200
    for _ in range(2):
        answer = forgetful.post(path, json=body, headers=PAGE)
        sentence(answer, 409, "page.error.no_cookies")
    assert not table.confirm(1)
    assert app.extensions["web"].hosts.count == 0
    other = phone(app)
    other.get("/", headers={"Accept": "text/html"})
    assert other.post(path, json=body, headers=PAGE).status_code == 200


def test_a_cookie_over_tls_and_one_without_do_not_replace_each_other(
    client: FlaskClient,
) -> None:
    """A browser keeps no plain cookie of the name of a secure one, so a phone lost its seat."""
    own = client.application.extensions[EXTENSION]
    name = own.name("seat")
    assert own.read("seat", {f"__Host-{name}": "secure", name: "plain"}) == "secure"
    assert own.read("seat", {name: "plain"}) == "plain"
    assert own.read("seat", {}) is None

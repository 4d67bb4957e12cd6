"""A browser's cookies: each table has its own, old ones still count, and they must be kept."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from shutil import copy
from typing import Any
from urllib.error import HTTPError

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.match.commands import Begin
from tests.process import PATIENCE_S
from tests.webui.asking import kept_token, phone, sentence
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from webui.access.cookies import EXTENSION, KINDS, Kind
from webui.app import create_app
from webui.serving.serve import Server

PAGE = {"Origin": "http://localhost"}


@contextmanager
def two_tables(table: FakeTable, folder: Path) -> Iterator[tuple[tuple[FakeTable, str], ...]]:
    """Run two tables on this machine; yield each with its address, as other machines see it."""
    second = FakeTable(folder / "second.sqlite")
    second.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    servers = []
    for one in (table, second):
        app = create_app(one, host_code=CODE)
        app.wsgi_app = _from_elsewhere(app.wsgi_app)  # type: ignore[method-assign]
        servers.append(Server(app, "127.0.0.1", 0))
        servers[-1].start()
    try:
        yield tuple((one, at.url) for one, at in zip((table, second), servers, strict=True))
    finally:
        for at in servers:
            at.stop()
        second.desk.close()


def _from_elsewhere(inner: Any) -> Any:
    def answer(environ: Any, start: Any) -> Any:
        return inner({**environ, "REMOTE_ADDR": "192.0.2.7"}, start)

    return answer


class Browser:
    """A browser: like all of them, it sends a machine's cookies to each of its ports."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, url: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        head = {"Content-Type": "application/json"} | ({} if data is None else {"Origin": url[:-1]})
        asked = urllib.request.Request(url[:-1] + path, data, head)
        with self._opener.open(asked, timeout=PATIENCE_S) as answer:
            return json.loads(answer.read())

    def hosts(self, url: str) -> bool:
        """Ask for what only a host may see, at a table without a camera."""
        try:
            self.ask(url, "/camera.jpg")
        except HTTPError as error:
            return error.code == 503
        raise AssertionError


def test_two_tables_on_one_machine_leave_each_other_host_and_seats(
    table: FakeTable, tmp_path: Path
) -> None:
    """Whoever sat down at the second table lost their seat and their host's rights at the first."""
    with two_tables(table, tmp_path) as tables:
        one = Browser()
        for of, url in tables:
            one.ask(url, "/api/state")
            one.ask(url, "/api/host", {"code": CODE})
            one.ask(url, "/api/seat/take", {"seat": 1})
            assert of.desk.get("seats")
        for _, url in tables:
            assert one.hosts(url)
            assert one.ask(url, "/api/state")["you"] == 1
        (_, first), (_, second) = tables
        one.ask(second, "/api/seat/leave", {})
        one.ask(second, "/api/host/leave", {})
        assert not one.hosts(second)
        assert one.hosts(first)
        assert one.ask(first, "/api/state")["you"] == 1


def test_the_cookies_names_outlive_a_restart_and_differ_from_any_other_tables(
    app: Flask, table: FakeTable, tmp_path: Path
) -> None:
    other = FakeTable(tmp_path / "other.sqlite")
    apps = [app, create_app(table), create_app(other)]
    first, again, strange = (one.extensions[EXTENSION].name("seat") for one in apps)
    other.desk.close()
    assert first == again != strange


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

"""A browser's cookie: each table has its own, and it must be kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.match.commands import Begin
from tests.webui.access.test_hosts import become, is_host
from tests.webui.asking import phone, sentence
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from webui.access.cookies import EXTENSION, Cookies
from webui.app import create_app

PAGE = {"Origin": "http://localhost"}


def exchange_cookies(browser: FlaskClient, other: FlaskClient) -> None:
    """Let two clients be one browser: it sends a machine's cookies to each of its ports."""
    for source, goal in ((browser, other), (other, browser)):
        for cookie in list((source._cookies or {}).values()):
            goal.set_cookie(cookie.key, cookie.value)


def test_two_tables_on_one_machine_leave_each_other_host_and_seats(
    client: FlaskClient, tmp_path: Path, table: FakeTable
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
        assert other.post(path, json={}).status_code == 200
    assert not is_host(other)
    assert is_host(client)
    assert client.get("/api/state").get_json()["you"] == 1
    second.desk.close()
    own = client.application.extensions[EXTENSION]
    assert own.read({f"__Host-{own.name}": "secure", own.name: "plain"}) == "secure"
    assert own.read({own.name: "plain"}) == "plain"
    assert own.read({}) is None
    original, copied = (Cookies(place) for place in (table.desk.journal.path, tmp_path / "other"))
    assert original.name != copied.name
    assert copied.read({original.name: "of the original"}) is None


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

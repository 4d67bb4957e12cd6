"""Who is host: the machine itself, and nothing that is only passed on by it; tokens; the code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webui.asking import phone, sentence, sit_down
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from webui.access.guard import Refused
from webui.access.hosts import GUESSES, SEAT_GUESSES, WINDOW_S, Hosts
from webui.app import create_app


def is_host(client: FlaskClient, **headers: str) -> bool:
    """Ask for what only a host may see."""
    status = client.get("/camera.jpg", headers=headers).status_code
    assert status in (403, 503)
    return status == 503


def become(client: FlaskClient, code: str = CODE) -> int:
    return client.post("/api/host", json={"code": code}).status_code


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.53", "::1"])
@pytest.mark.parametrize("name", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
def test_the_machine_itself_is_host(app: Flask, address: str, name: str) -> None:
    here = app.test_client()
    here.environ_base |= {"REMOTE_ADDR": address}
    assert is_host(here, Host=name)


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded", "Forwarded", "Via", "X-Real-IP"],
)
def test_what_a_proxy_passes_on_is_not_the_machine_itself(host: FlaskClient, header: str) -> None:
    assert is_host(host)
    assert not is_host(host, **{header: "192.0.2.9"})
    assert not is_host(host, **{header.lower(): ""})


@pytest.mark.parametrize("name", ["192.0.2.1", "[2001:db8::1]:8080", "10.0.0.7:8080"])
def test_what_a_tunnel_passes_on_is_not_the_machine_itself(host: FlaskClient, name: str) -> None:
    """A forwarded port adds no header, but keeps the address under which it was asked."""
    assert not is_host(host, Host=name)


def test_a_host_by_the_code_stays_host_over_a_restart(
    client: FlaskClient, table: FakeTable
) -> None:
    assert become(client) == 200
    cookie = client.get_cookie("host")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Strict"
    assert cookie.value not in str(table.desk.get("web.hosts"))
    again = phone(create_app(table))
    again.set_cookie("host", cookie.value)
    assert is_host(again)


def test_two_hosts_have_two_tokens_and_leave_one_by_one(app: Flask) -> None:
    first, second = phone(app), phone(app)
    become(first)
    become(second)
    assert first.post("/api/host/leave", json={}).status_code == 200
    assert (is_host(first), is_host(second)) == (False, True)
    sentence(first.post("/api/host/leave", json={}), 403, "page.error.not_host")


def test_a_token_that_leaked_is_revoked_with_the_code(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    become(client)
    thief = phone(app)
    become(thief)
    code = client.post("/api/host/revoke", json={}).get_json()["code"]
    assert (is_host(client), is_host(thief)) == (True, False)
    if code != CODE:  # once in a million tables
        assert become(thief) == 403
    assert become(thief, code) == 200
    assert create_app(table).extensions["web"].hosts.code == code


def test_the_machine_itself_revokes_every_other_host(
    client: FlaskClient, host: FlaskClient
) -> None:
    become(client)
    host.post("/api/host/revoke", json={})
    assert not is_host(client)
    assert is_host(host)


def test_host_is_handed_on_to_the_phone_of_a_seat(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    become(client)
    sentence(client.post("/api/host/hand", json={"seat": 1}), 409, "page.error.no_phone")
    other = phone(app)
    sit_down(other, table, 1)
    sentence(other.post("/api/host/hand", json={"seat": 1}), 403, "page.error.not_host")
    assert client.post("/api/host/hand", json={"seat": 1}).status_code == 200
    assert (is_host(client), is_host(other)) == (False, True)
    assert other.get("/table", headers={"Accept": "text/html"}).data.count(CODE.encode()) == 1
    other.post("/api/seat/leave", json={})
    assert not is_host(other)


def test_a_stream_that_was_open_sees_no_more_once_its_host_is_none(
    client: FlaskClient, host: FlaskClient, app: Flask
) -> None:
    become(client)
    asking = phone(app, "192.0.2.99")
    stream = cast(Iterator[bytes], iter(client.get("/stream?view=table").response))
    assert any(b'"waits":[]' in next(stream) for _ in range(2))
    host.post("/api/host/revoke", json={})
    asking.post("/api/seat/take", json={"seat": 0})
    host.post("/api/seat/take", json={"seat": 1})  # a change that all pages show
    text = next(text for text in stream if b'"held":true' in text)
    assert b'"waits":[]' in text


# -- guessing ----------------------------------------------------------------------------


def test_guesses_are_limited_in_all_and_not_by_address(app: Flask) -> None:
    """It was five guesses of each address: with a /64 of them, a million in no time."""
    statuses = [
        phone(app, f"2001:db8::{number:x}").post("/api/host", json={"code": "1"}).status_code
        for number in range(4 * GUESSES)
    ]
    assert statuses.count(403) == GUESSES
    assert statuses.count(429) == 3 * GUESSES
    late = phone(app).post("/api/host", json={"code": CODE})
    sentence(late, 429, "page.error.too_many_guesses")
    assert "60 seconds" in late.get_json()["error"] or "59 seconds" in late.get_json()["error"]


def test_who_sits_at_the_table_is_not_locked_out_by_strangers(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    for _ in range(GUESSES):
        become(client, "1")
    assert become(client) == 429
    sit_down(client, table, 0)
    assert become(client) == 200
    other = phone(app)
    sit_down(other, table, 1)
    assert [become(other, "1") for _ in range(SEAT_GUESSES + 1)] == [403] * SEAT_GUESSES + [429]


def test_a_lockout_ends_however_much_is_tried_meanwhile(table: FakeTable) -> None:
    now_s = 0.0
    hosts = Hosts(table.desk, CODE, lambda: now_s)

    def tried(code: str) -> str:
        try:
            hosts.guess(code, None)
        except Refused as refused:
            return refused.message.key
        return "host"

    for _ in range(GUESSES):
        assert tried("1") == "page.error.wrong_code"
    while now_s < WINDOW_S - 1:
        now_s += 1
        assert tried("1") == "page.error.too_many_guesses"
    now_s += 1
    assert tried(CODE) == "host"


def test_a_code_is_typed_with_or_without_spaces(client: FlaskClient) -> None:
    assert become(client, f" {CODE[:3]} {CODE[3:]} ") == 200


def test_what_is_no_code_is_a_wrong_one(client: FlaskClient) -> None:
    for code in ("", "ß", "\N{FULLWIDTH DIGIT TWO}04060", "\ud800"):
        assert become(client, code) in (400, 403)

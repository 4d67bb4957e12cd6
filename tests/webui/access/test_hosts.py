"""Who is host: the machine itself, and nothing that is only passed on by it; tokens; the code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.match.commands import Begin
from tests.webui.asking import keep_token, kept_token, phone, seated_phone, sentence, sit_down
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.routes.test_safe import table_in_need
from webui.access.guard import Refused
from webui.access.hosts import CODE_KEY, GUESSES, WINDOW_S, Hosts
from webui.app import create_app
from webui.safe import create_safe_app


def is_host(client: FlaskClient, **headers: str) -> bool:
    """Ask for what only a host may see."""
    status = client.get("/camera.jpg", headers=headers).status_code
    assert status in (403, 503)
    return status == 503


def become(client: FlaskClient, code: str = CODE) -> int:
    return client.post("/api/host", json={"code": code}).status_code


def test_what_a_proxy_passes_on_is_not_the_machine_itself(host: FlaskClient, app: Flask) -> None:
    for address in ("127.0.0.1", "127.0.0.53", "::1"):
        for name in ("localhost:8080", "127.0.0.1:8080", "[::1]:8080"):
            assert is_host(phone(app, address), Host=name), (address, name)
    assert is_host(host)
    for kind in ("For", "Host"):
        assert not is_host(host, **{f"X-Forwarded-{kind}": "192.0.2.9"}), kind
    for header in ("X-Forwarded", "Forwarded", "Via", "X-Real-IP"):
        assert not is_host(host, **{header: "192.0.2.9"}), header
        assert not is_host(host, **{header.lower(): ""}), header


def test_what_a_tunnel_passes_on_is_not_the_machine_itself(host: FlaskClient) -> None:
    """A forwarded port adds no header, but keeps the address under which it was asked."""
    for name in ("192.0.2.1", "[2001:db8::1]:8080", "10.0.0.7:8080"):
        assert not is_host(host, Host=name), name


def test_a_host_by_the_code_stays_host_over_a_restart(
    client: FlaskClient, table: FakeTable, app: Flask
) -> None:
    assert become(client) == 200
    token = kept_token(client)
    assert token is not None
    assert token not in str(table.desk.get("web.hosts"))
    again = phone(create_app(table))
    keep_token(again, token)
    assert is_host(again)
    first, second = phone(app), phone(app)
    become(first)
    become(second)
    assert first.post("/api/host/leave", json={}).status_code == 200
    assert (is_host(first), is_host(second)) == (False, True)
    sentence(first.post("/api/host/leave", json={}), 403, "page.error.not_host")
    for code in ("", "ß", "\N{FULLWIDTH DIGIT TWO}04060", "\ud800"):
        assert become(phone(app), code) in (400, 403)


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


def test_host_is_handed_on_to_the_phone_of_a_seat(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    become(client)
    sentence(client.post("/api/host/hand", json={"seat": 1}), 409, "page.error.no_phone")
    other = seated_phone(app, table, 1)
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
    shown: list[bytes] = []  # Each event has only the sections that have changed.
    while not shown or b'"held":true' not in shown[-1]:
        shown.append(next(stream))
    text = b"".join(shown)
    assert b"A phone wants the seat" in text  # as the whole table is told
    assert b"Allow" not in text


def test_a_neighbours_tokens_are_nobodys_here(
    client: FlaskClient, table: FakeTable, tmp_path: Path
) -> None:
    """Two tables on a network: a phone of the one is a stranger at the other."""
    sit_down(client, table, 0)
    become(client)
    neighbour = FakeTable(tmp_path / "neighbour.sqlite")
    neighbour.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    here = phone(create_app(neighbour))
    kept = kept_token(client)
    assert kept is not None
    keep_token(here, kept)
    assert not is_host(here)
    assert here.get("/api/state").get_json()["you"] is None
    neighbour.desk.close()


# -- guessing ----------------------------------------------------------------------------


def test_guesses_are_limited_by_address_and_an_ipv6_network_is_one(app: Flask) -> None:
    """With a /64 of them, a stranger made a million in no time."""
    statuses = [
        phone(app, f"2001:db8::{number:x}").post("/api/host", json={"code": "1"}).status_code
        for number in range(4 * GUESSES)
    ]
    assert statuses.count(403) == GUESSES
    assert statuses.count(429) == 3 * GUESSES
    late = phone(app, "2001:db8::ffff:1").post("/api/host", json={"code": CODE})
    sentence(late, 429, "page.error.too_many_guesses")
    assert "60 seconds" in late.get_json()["error"] or "59 seconds" in late.get_json()["error"]


@pytest.mark.parametrize("safe", [False, True])
def test_the_right_code_is_never_refused_for_others_guesses(
    app: Flask, table: FakeTable, safe: bool
) -> None:
    """A stranger who guessed ten times a second kept it out for ever, 74 of 74 times."""
    path = "/safe/host" if safe else "/api/host"
    strangers = [phone(app, f"192.0.2.{number}") for number in range(100, 120)]
    for _ in range(GUESSES + 2):
        for stranger in strangers:
            assert stranger.post(path, json={"code": "1"}).status_code in (403, 429)
    assert phone(app).post(path, json={"code": CODE}).status_code == 200
    alone = create_safe_app(table_in_need(), table.desk)
    for _ in range(GUESSES + 2):
        phone(alone, "192.0.2.100").post("/safe/host", json={"code": "1"})
    assert (
        phone(alone).post("/safe/host", json={"code": table.desk.get(CODE_KEY)}).status_code == 200
    )


def test_behind_a_proxy_on_this_machine_each_has_guesses_of_their_own(app: Flask) -> None:
    proxy = phone(app, "127.0.0.1")

    def tried(code: str, *, of: str | None) -> int:
        passed = {"Host": "192.0.2.1"} | ({} if of is None else {"X-Forwarded-For": of})
        return proxy.post("/api/host", json={"code": code}, headers=passed).status_code

    for _ in range(GUESSES):
        assert tried("1", of="192.0.2.100") == 403
    assert tried("1", of="192.0.2.100") == 429
    assert tried("1", of="192.0.2.77, 192.0.2.100") == 429  # what came with it is not believed
    assert tried(CODE, of="192.0.2.8") == 200
    for _ in range(2 * GUESSES):  # where it names nobody, only the code's length is in the way
        assert tried("1", of=None) == 403
    assert tried(CODE, of=None) == 200


def test_who_sits_at_the_table_is_not_locked_out_by_strangers(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    for _ in range(GUESSES):
        become(client, "1")
    assert become(client) == 429
    sit_down(client, table, 0)
    assert become(client) == 200
    other = seated_phone(app, table, 1)
    assert [become(other, "1") for _ in range(GUESSES + 1)] == [403] * GUESSES + [429]


def test_a_lockout_ends_however_much_is_tried_meanwhile(table: FakeTable) -> None:
    now_s = 0.0
    hosts = Hosts(table.desk, CODE, lambda: now_s)

    def tried(code: str) -> str:
        try:
            hosts.guess(code, "192.0.2.7")
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

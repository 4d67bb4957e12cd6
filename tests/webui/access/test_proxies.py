"""The pages behind a proxy: taps work once the owner has named it, and it opens no other door."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.breadth import breadth
from tests.webui.asking import phone, sentence
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from webui.access.hosts import GUESSES
from webui.access.network import Network
from webui.app import create_app

EVIL = "https://evil.example"


@dataclass(frozen=True)
class Proxy:
    """How a proxy passes a request on to `{table}`, which was sent to `{host}` of `origin`."""

    origin: str
    headers: dict[str, str]
    protocol: str = "HTTP/1.1"
    fetches: bool = False  # Whether browsers say from where they fetch, as they do over TLS.


FORWARDED = {"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"}
OLD = {"Host": "{table}", "Connection": "close"}
PROXIES = {
    "nginx as it comes, TLS": Proxy("https://cards.example", OLD, "HTTP/1.0", fetches=True),
    "nginx since 1.29": Proxy("https://cards.example", {"Host": "{table}"}),
    "Caddy": Proxy(
        "https://cards.example:8443", {"Host": "{host}", "X-Forwarded-Host": "{host}", **FORWARDED}
    ),
    "Apache": Proxy(
        "http://cards.example", {"Host": "{table}", "X-Forwarded-Host": "{host}", "Via": "1.1 a"}
    ),
    "a forwarded port": Proxy("http://cards.example:2222", {"Host": "{host}"}),
    "a port forwarded by an editor": Proxy(
        "https://x-8080.tunnels.example", {"Host": "localhost:8080", **FORWARDED}, fetches=True
    ),
    "a proxy by the table's own name": Proxy("https://localhost", {"Host": "{host}", **FORWARDED}),
}
GATE = ("nginx as it comes, TLS", "Caddy", "a forwarded port")


Ask = Callable[..., TestResponse]


def browsing(table: FakeTable, proxy: Proxy, network: Network) -> Ask:
    """Return what asks a table as the proxy passes on what a browser asks that opened `origin`."""
    browser = create_app(table, host_code=CODE, network=network).test_client(use_cookies=False)
    values = {"table": "127.0.0.1:8000", "host": proxy.origin.partition("://")[2]}
    passed = {name: value.format(**values) for name, value in proxy.headers.items()}

    def ask(path: str, body: object = None, origin: str = proxy.origin) -> TestResponse:
        headers = {"Cookie": "kept=1"} | ({} if body is None else {"Origin": origin})
        if proxy.fetches:
            same = body is None or origin == proxy.origin
            headers["Sec-Fetch-Site"] = "same-origin" if same else "cross-site"
        from_ = {"REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": proxy.protocol}
        method = "GET" if body is None else "POST"
        return browser.open(
            path, method=method, json=body, headers=headers | passed, environ_overrides=from_
        )

    return ask


@pytest.mark.parametrize("name", breadth(PROXIES, *GATE))
def test_who_follows_the_refusals_behind_a_proxy_can_play(table: FakeTable, name: str) -> None:
    """Pages loaded, and every tap was refused as "from another site", without a way out."""
    proxy = PROXIES[name]
    given: dict[str, list[str]] = {}
    for _ in range(3):
        ask = browsing(table, proxy, msgspec.convert(given, Network))
        page, tap = ask("/api/state"), ask("/api/host", {"code": CODE})
        if page.status_code == tap.status_code == 200:
            break
        refusal = tap.get_json()["error"]
        assert "network.toml" in refusal
        line = tomllib.loads(refusal.partition("write ")[2].partition(" into")[0])
        assert not set(line) & set(given), "the same line again"
        given |= line
    else:
        raise AssertionError(refusal)
    assert ("Secure" in tap.headers["Set-Cookie"]) == proxy.origin.startswith("https://")
    assert given


@pytest.mark.parametrize("name", breadth(PROXIES, *GATE))
def test_another_sites_page_changes_nothing_behind_a_proxy_either(
    table: FakeTable, name: str
) -> None:
    proxy = PROXIES[name]
    for network in (
        Network(names=(proxy.origin,)),
        Network(proxies=("127.0.0.1",)),
        Network(address=proxy.origin, proxies=("127.0.0.0/8",)),
    ):
        ask = browsing(table, proxy, network)
        assert ask("/api/host", {"code": CODE}, EVIL).status_code in (400, 403)
        if network.address:
            assert ask("/api/host", {"code": CODE}).status_code == 200
        if network.proxies:
            assert ask("/camera.jpg").status_code == 403, "who comes by a proxy is no host"


def test_only_a_trusted_proxys_headers_are_believed(table: FakeTable) -> None:
    made = create_app(table, host_code=CODE, network=Network(proxies=("192.0.2.48/28",)))
    answers = {
        "X-Forwarded-Host": "cards.example",
        "X-Forwarded-Proto": "https",
        "Origin": "https://cards.example",
    }
    stranger, proxy = phone(made, "192.0.2.7"), phone(made, "192.0.2.50")
    for client in (stranger, proxy):
        client.set_cookie("kept", "1")
    body = {"code": CODE}
    sentence(stranger.post("/api/host", json=body, headers=answers), 403, "page.error.other_origin")
    assert proxy.post("/api/host", json=body, headers=answers).status_code == 200


def test_behind_a_trusted_proxy_each_has_guesses_of_their_own(table: FakeTable) -> None:
    """Who invents an address before the proxy's own entry gets no more guesses by it."""
    made = create_app(table, host_code=CODE, network=Network(proxies=("192.0.2.48/28",)))
    proxy = phone(made, "192.0.2.50")

    def guess(passed: str) -> int:
        headers = {"X-Forwarded-For": passed}
        return proxy.post("/api/host", json={"code": "1"}, headers=headers).status_code

    results = [guess(f"198.51.100.{at}, 203.0.113.5, 192.0.2.51") for at in range(GUESSES + 1)]
    assert results == [403] * GUESSES + [429]
    assert guess("203.0.113.6") == 403


def test_the_owners_address_is_the_one_to_join_by(app: Flask, table: FakeTable) -> None:
    made = create_app(table, network=Network(address="https://Cards.example/"))
    page = phone(made).get("/table").get_data(as_text=True)
    assert ">https://cards.example<" in page
    assert phone(made).get("/join.svg").data != phone(app).get("/join.svg").data

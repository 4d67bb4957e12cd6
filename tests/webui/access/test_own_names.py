"""Which names are this machine's: what the table prints works, a stranger's domain never does."""

from __future__ import annotations

import tomllib

import pytest
from flask.testing import FlaskClient

from tests.webui.asking import phone, sentence
from tests.webui.fake import FakeTable
from webui.access import own_names
from webui.access.network import Network
from webui.app import create_app

OWN = {
    "this machine": "coyote coyote. COYOTE:8080 localhost localhost:8080",
    "avahi": "coyote.local coyote-2.local:8080 Coyote-17.LOCAL. table.local",
    "a router": "coyote.lan coyote.localdomain coyote.home coyote.fritz.box",
    "more routers": "coyote.home.arpa coyote.hub.home coyote.intranet coyote.speedport.ip",
    "a VPN": "coyote.tail1234.ts.net coyote-2.tail1234.ts.net",
    "its full name": "coyote.rooms.example.org",
    "this machine alone": "coyote.localhost:8080 localhost.localdomain coyote.local:",
    "addresses": "192.0.2.1 100.101.1.2:80 [::1]:8080 [fe80::1%25eth0]:80 [FD00::7]",
    "the owner": "cards.example.org cards.example.org:8443 xn--kche-0ra.example tisch.box",
}
STRANGE = """
    coyote.box coyote.com coyote.example coyote-2.example coyote.rebind.example xcoyote.local
    coyote-x.local coyote-2x.lan coyote.local.example coyote.fritz.box.example coyote.xfritz.box
    coyote.uno 1.2.3.4.example localhost.example xlocalhost local"""


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch, table: FakeTable) -> FlaskClient:
    """A phone of a table on a machine that is called `coyote`, in several networks."""
    monkeypatch.setattr("socket.gethostname", lambda: "coyote")
    monkeypatch.setattr("socket.getfqdn", lambda: "coyote.rooms.example.org")
    monkeypatch.setattr(own_names, "lan_addresses", lambda: ("192.0.2.7",))
    monkeypatch.setattr(own_names, "local_name", {"192.0.2.7": "table.local"}.get)
    given = ("https://cards.example.org", "Küche.example", "tisch.box:8080")
    return phone(create_app(table, network=Network(names=given)))


def test_every_name_of_this_machine_works_for_pages_and_taps(named: FlaskClient) -> None:
    for origin, names in OWN.items():
        for name in names.split():
            answer = named.get("/api/state", headers={"Host": name})
            assert answer.status_code == 200, (origin, name)
            page = {"Host": name, "Origin": f"http://{name}"}
            tap = named.post("/api/host", json={"code": "1"}, headers=page)
            assert tap.status_code in (403, 429), (origin, name)


def test_a_name_that_a_stranger_can_own_is_refused_with_the_line_that_admits_it(
    named: FlaskClient, table: FakeTable
) -> None:
    for name in STRANGE.split():
        answer = named.get("/api/state", headers={"Host": name})
        sentence(answer, 400, "page.error.wrong_name")
        line = answer.get_json()["error"].partition("write ")[2].partition(" into")[0]
        assert tomllib.loads(line)["names"] == [name]
    again = phone(create_app(table, network=Network(names=tuple(STRANGE.split()))))
    for name in STRANGE.split():
        assert again.get("/api/state", headers={"Host": name}).status_code == 200, name


def test_a_name_that_only_a_proxy_would_ask_by_makes_no_host(named: FlaskClient) -> None:
    named.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    assert named.get("/camera.jpg", headers={"Host": "coyote.local"}).status_code == 503
    for name in ("coyote-2.local", "cards.example.org", "coyote.rooms.example.org"):
        assert named.get("/camera.jpg", headers={"Host": name}).status_code == 403, name

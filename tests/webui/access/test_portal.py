"""A phone that joins the table's own Wi-Fi is shown the table, and then stays there."""

from __future__ import annotations

from itertools import product
from unittest.mock import Mock

import pytest
from flask import Flask

from tests.webui.asking import phone, sentence
from tests.webui.fake import FakeTable
from tests.webui.routes.test_safe import Notes, table_in_need
from webui.access.portal import OPENED, PORTAL, PROBES, WELCOME, WELCOMED_S, Portal
from webui.app import create_app
from webui.safe import create_safe_app

TABLE, HERE, ELSEWHERE = "10.42.0.1", "10.42.0.17", "192.168.1.5"
FOREIGN = {"Host": "connectivity.example"}


@pytest.fixture
def clock() -> Mock:
    """A clock that stands still."""
    return Mock(return_value=0.0)


@pytest.fixture
def app(table: FakeTable, clock: Mock) -> Flask:
    return in_wifi(create_app(table), clock)


def in_wifi(app: Flask, clock: Mock) -> Flask:
    portal: Portal = app.extensions[PORTAL]
    portal.__init__(lambda: (TABLE,), clock)  # type: ignore[misc]
    return app


def test_a_phone_that_has_just_joined_is_led_to_the_welcome_and_stays_once_it_goes_on(
    app: Flask, clock: Mock
) -> None:
    for probe in (*PROBES, "/", "/any/thing?else"):
        answer = phone(app, HERE).get(probe, headers=FOREIGN)
        assert (answer.status_code, answer.location) == (302, f"http://{TABLE}{WELCOME}"), probe
    joined = phone(app, HERE)
    welcome = joined.get(WELCOME, headers={"Host": TABLE})
    assert f"http://{TABLE}/" in welcome.text
    assert f'href="{WELCOME}/go"' in welcome.text
    assert joined.get(f"{WELCOME}/go", headers={"Host": TABLE}).location == "/"
    assert joined.get("/", headers={"Host": TABLE}).status_code == 200
    for probe, wanted in PROBES.items():
        answer = joined.get(probe, headers=FOREIGN)
        assert (answer.status_code, answer.text) == (wanted.status, wanted.text)
    assert joined.get("/", headers=FOREIGN).location == f"http://{TABLE}{WELCOME}"
    assert phone(app, "10.42.0.18").get("/generate_204", headers=FOREIGN).status_code == 302
    clock.return_value = WELCOMED_S
    assert joined.get("/generate_204", headers=FOREIGN).status_code == 302
    asked = phone(app, HERE).post("/api/host", json={"code": "1"}, headers=FOREIGN)
    sentence(asked, 400, "page.error.wrong_name")


def test_a_phone_that_opens_the_table_in_another_way_stays_too(
    table: FakeTable, clock: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "coyote")
    for path, host in product(OPENED, (TABLE, "coyote.local")):
        app = in_wifi(create_app(table), clock)
        joined, elsewhere = phone(app, HERE), phone(app, ELSEWHERE)
        joined.get(WELCOME, headers={"Host": TABLE})
        assert joined.get("/generate_204", headers=FOREIGN).status_code == 302
        for client in (joined, elsewhere):
            client.get(path, headers={"Host": host}).close()
        assert joined.get("/generate_204", headers=FOREIGN).status_code == 204, (path, host)
        sentence(elsewhere.get("/generate_204", headers=FOREIGN), 400, "page.error.wrong_name")


def test_in_safe_mode_too_a_phone_is_led_to_the_table_and_stays(clock: Mock) -> None:
    joined = phone(in_wifi(create_safe_app(table_in_need(), Notes()), clock), HERE)
    asked = joined.get("/generate_204", headers=FOREIGN)
    assert (asked.status_code, asked.location) == (302, f"http://{TABLE}{WELCOME}")
    own = {"Host": TABLE, "Accept": "text/html"}
    assert f'href="{WELCOME}/go"' in joined.get(WELCOME, headers=own).text
    assert joined.get(f"{WELCOME}/go", headers=own).location == "/"
    assert joined.get("/", headers=own).location == "/safe"
    assert joined.get("/generate_204", headers=FOREIGN).status_code == 204

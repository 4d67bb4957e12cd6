"""The settings of the machine on a host's page, and the first page of a new table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from referee import words
from referee.contract import BadOptions, Message
from referee.match.commands import Begin
from tests.webui.asking import phone
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.app import create_app
from webui.settings import MachineSettings, Outcome, TableWifi

FORM = {"Origin": "http://localhost"}
HTML = {"Accept": "text/html"}
SECRET = "frtskamcggzi"
WIFI = TableWifi("Coyote Table anna", SECRET, f"WIFI:P:{SECRET};;", "http://10.42.0.1/", True)


class Machine:
    """The settings of a machine that a test sets; it makes no change by itself."""

    def __init__(self) -> None:
        self.now: MachineSettings | None = MachineSettings(
            *(80, "anna", "fallback", "usb:0, usb:1", "", "50", True, 500),
            updates=True,
            cameras=("usb:usb-046d_C920",),
        )
        self.own: TableWifi | None = WIFI
        self.asked: list[dict[str, Any]] = []
        self.came: Outcome | None = Outcome(Message("page.settings.working"), False)

    def current(self) -> MachineSettings | None:
        return self.now

    def wifi(self) -> TableWifi | None:
        return self.own

    def ask(self, change: dict[str, Any]) -> str:
        if change.get("port") == 70000:
            raise BadOptions("table", Message("page.settings.bad.port", {"given": "70000"}))
        self.asked.append(change)
        return "a1"

    def outcome(self, request: str) -> Outcome | None:
        return self.came if request == "a1" else None


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def app(table: FakeTable, machine: Machine) -> Flask:
    return create_app(table, settings=machine, host_code=CODE)


@pytest.mark.parametrize("locale", words.LOCALES)
def test_a_host_sees_what_is_set_in_every_language(host: FlaskClient, locale: str) -> None:
    page = host.get("/settings", headers={"Accept-Language": locale}).text
    name = say("page.settings.camera.usb", locale, number="046d C920")
    camera = f'value="usb:usb-046d_C920">{name}<'
    for text in ("anna", SECRET, "Coyote Table anna", 'value="500"', "http://10.42.0.1/", camera):
        assert text in page
    assert page.count("data:image/svg+xml;base64,") == 2
    assert say("page.settings.kept", locale, value="usb:0, usb:1") in page
    assert "page.settings" not in page.replace("/settings", "")


def test_only_its_own_form_changes_anything(host: FlaskClient, machine: Machine) -> None:
    foreign = {"Origin": "http://elsewhere.example"}
    for headers in (foreign, {}):
        assert host.post("/settings", data={"port": "81"}, headers=headers).status_code == 403
    for kind in ("application/json", "text/plain", "multipart/form-data"):
        asked = host.post("/settings", data=b'{"port": 81}', content_type=kind, headers=FORM)
        assert asked.status_code == 415
        assert asked.get_json()["key"] == "page.error.not_form"
    assert machine.asked == []
    page = host.post("/settings", data={"port": "70000"}, headers=FORM | HTML)
    assert page.status_code == 409
    assert say("page.settings.bad.port", given="70000") in page.text
    assert '<select name="mains">' in page.text


def test_only_what_differs_is_asked_for_and_the_page_waits_for_it(
    host: FlaskClient, machine: Machine
) -> None:
    form = {"camera": "usb:0, usb:1", "size": "1920x1080", "mains": "60", "strange": "x"}
    leads = host.post("/settings?from=/table", data=form, headers=FORM)
    assert machine.asked == [{"size": "1920x1080", "mains": "60"}]
    assert (leads.status_code, leads.location) == (303, "/settings/a1?from=/table")
    waiting = host.get(leads.location)  # Loaded again, it asks for nothing more.
    assert say("page.settings.working") in waiting.text
    assert 'data-waits="/settings/a1?from=/table"' in waiting.text
    assert host.get("/settings/a1/done").status_code == 204
    machine.came = Outcome(Message("page.settings.done"), True)
    assert host.get("/settings/a1/done").status_code == 200
    assert say("page.settings.done") in host.get("/settings/a1").text
    assert host.get("/settings/other?from=/table").location == "/settings?from=/table"
    assert (
        say("page.settings.same") in host.post("/settings", data={"mains": "50"}, headers=FORM).text
    )
    assert len(machine.asked) == 1
    shown = dict(re.findall(r'name="(shown\.\w+)" value="([^"]*)"', host.get("/settings").text))
    assert machine.now is not None
    machine.now = replace(machine.now, camera="none", name="Bob")
    form = {**shown, "camera": "usb:0, usb:1", "name": "anna", "mains": "60"}
    host.post("/settings", data=form, headers=FORM)
    assert machine.asked[1:] == [{"mains": "60"}]
    host.post("/settings", data={"port": " 81 ", "sounds": "maybe"}, headers=FORM)
    assert machine.asked[-1] == {"port": 81, "sounds": "maybe"}  # The machine refuses the latter.


@pytest.mark.parametrize(
    ("at", "form", "moved", "code"),
    [
        ("http://192.0.2.7", {"port": "8080"}, "http://192.0.2.7:8080/", False),
        ("http://192.0.2.7", {"name": "bob"}, "", False),
        ("http://anna.local", {"name": "Bob.local", "port": "90"}, "http://bob.local:90/", True),
    ],
)
def test_the_page_says_where_the_table_is_afterwards(
    host: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    at: str,
    form: dict[str, str],
    moved: str,
    code: bool,
) -> None:
    """A browser keeps its host's right under a number, but not under another name."""
    monkeypatch.setattr("socket.gethostname", lambda: "anna")
    host.post("/api/host", json={"code": CODE}, base_url=at)
    page = host.post(
        "/settings", data=form, headers={"Origin": at}, base_url=at, follow_redirects=True
    )
    assert page.status_code == 200
    assert f'data-moved="{moved}"' in page.text
    assert (CODE in page.text) is code
    allowed = page.headers["Content-Security-Policy"]
    assert ("connect-src" in allowed, moved in allowed) == (bool(moved), True)


def test_only_hosts_and_the_big_screen_tell_the_wifis_password_and_only_while_it_is_on(
    host: FlaskClient, client: FlaskClient, machine: Machine
) -> None:
    for path in ("/settings", "/settings/a1"):
        page = client.get(path).text
        assert SECRET not in page
        assert 'id="become"' in page
    assert SECRET not in client.get("/").text
    assert SECRET in client.get("/table").text
    assert SECRET in host.get("/").text
    assert SECRET not in client.get("/api/state?view=table").text
    machine.own = replace(WIFI, on=False)
    assert SECRET not in client.get("/table").text
    assert machine.now is not None
    machine.now, machine.own = replace(machine.now, by_hand=True), None
    page = host.get("/settings").text
    assert say("page.settings.by_hand") in page
    assert 'value="anna"' in page
    assert page.count("<form") == page.count("<fieldset") == page.count("disabled>") == 3
    assert "<button" not in page
    assert host.post("/settings", data={"port": "81"}, headers=FORM).status_code == 409


# -- the first visit to a new table ----------------------------------------------------------------


@pytest.fixture
def new(tmp_path: Path, machine: Machine) -> Any:
    fake = FakeTable(tmp_path / "new.sqlite")
    yield create_app(fake, settings=machine, host_code=CODE), fake
    fake.desk.close()


def test_a_new_table_asks_for_the_language_and_offers_the_host_and_the_first_steps(
    new: Any,
) -> None:
    app, table = new
    for locale in words.LOCALES:
        first = phone(app)
        assert first.get("/").location == "/start"
        page = first.get("/start").text
        for tag in words.LOCALES:
            assert f'href="/language/{tag}?to=/start"' in page
        assert first.get(f"/language/{locale}?to=/start").location == "/start"
        assert say("page.start.become", locale) in first.get("/start").text
        assert first.post("/api/host", json={"code": CODE}).status_code == 200
        page = first.get("/start").text
        for step in ("wifi", "name", "skip"):
            assert say(f"page.start.{step}", locale) in page
        assert 'href="/settings"' in page
        assert table.speaks[-1].locale == locale
        assert first.post("/api/host/leave", json={}).status_code == 200
    hurried = phone(app)
    assert hurried.get("/start/done").location == "/"
    assert hurried.get("/").status_code == 200


def test_a_table_that_is_not_new_or_was_started_by_hand_asks_nothing(
    new: Any, client: FlaskClient, machine: Machine
) -> None:
    assert client.get("/").status_code == 200  # A match is on.
    app, table = new
    assert machine.now is not None
    machine.now = replace(machine.now, by_hand=True)
    assert phone(app).get("/").status_code == 200
    machine.now = Machine().now
    assert phone(app).get("/table").status_code == 200
    table.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    assert phone(app).get("/").status_code == 200

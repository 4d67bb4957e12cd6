"""A match that cannot be shown, or that waits: a plain page says why, and what can be done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from referee import words
from referee.contract import Message
from referee.match.commands import Begin, Move
from referee.match.journal.bodies import Moved
from tests.matches import match_of
from tests.webui.asking import phone, serving, static
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from webui.app import create_app
from webui.page.state import PageStates
from webui.safe import create_safe_app

PAGES = ("/", "/table")
HTML = {"Accept": "text/html"}


@pytest.fixture
def broken(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> FakeTable:
    """A table whose newest state no page can show, by a fault in the words."""
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    table.desk.do(Move({"move": "announce", "seat": 1, "number": 13}))
    make = PageStates.page

    def fail(board: PageStates, *viewer: Any) -> Any:
        match = table.desk.snapshot()
        if match is not None and getattr(match.state, "number", None) == 13:
            raise OverflowError("no word for thirteen")
        return make(board, *viewer)

    monkeypatch.setattr(PageStates, "page", fail)
    return table


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[FakeTable]:
    """A table whose match is whole up to its second move."""
    path = tmp_path / "cut.sqlite"
    table = FakeTable(path)
    match = table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    for number in (1, 2):
        table.desk.do(Move({"move": "announce", "seat": number - 1, "number": number}))
    table.desk.journal.append(Moved({"move": "no such"}), match.log[0].by, match.match)
    table.desk.close()
    table = FakeTable(path)
    yield table
    table.desk.close()


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("page", PAGES)
def test_a_state_that_cannot_be_shown_leads_to_a_page_that_says_why(
    client: FlaskClient, page: str
) -> None:
    answer = client.get(page, headers=HTML, follow_redirects=True)
    assert answer.status_code == 200
    assert "no word for thirteen" in answer.text
    assert "data-act" not in answer.text  # for the host
    refused = client.post("/safe/act/undo", json={})
    assert (refused.status_code, refused.json["key"]) == (403, "page.error.not_host")  # type: ignore[index]
    assert client.get("/safe/journal").status_code == 403
    assert client.get("/api/state").status_code == 500  # a program is told so


def test_the_host_downloads_the_journal_undoes_the_last_move_or_begins_anew(
    broken: FakeTable, host: FlaskClient
) -> None:
    assert "Undo the last move" in host.get("/", headers=HTML, follow_redirects=True).text
    answer = host.get("/safe/journal")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    entries = [json.loads(line) for line in answer.data.splitlines()]
    assert [entry["kind"] for entry in entries] == ["begin", "move", "move"]
    assert host.post("/safe/act/undo", json={}).status_code == 200
    assert match_of(broken.desk).state.number == 7
    assert host.get("/", headers=HTML).status_code == 200
    assert host.get("/safe").location == "/"
    before = match_of(broken.desk)
    assert host.post("/safe/act/anew", json={}).status_code == 200
    match = match_of(broken.desk)
    assert match.match > before.match
    assert (match.seats, match.options) == (before.seats, before.options)
    assert host.get("/", headers=HTML).status_code == 200


def test_a_page_that_fails_by_itself_leads_there_and_not_in_circles(
    table: FakeTable, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ArithmeticError("not this page")

    monkeypatch.setattr("webui.routes.pages.render_template", fail)
    answer = client.get("/", headers=HTML, follow_redirects=True)
    assert answer.status_code == 200
    assert [response.location for response in answer.history] == ["/safe?failed"]
    assert table.desk.snapshot() is not None


def test_a_match_that_waits_goes_on_by_the_hosts_word(waiting: FakeTable) -> None:
    app = create_app(waiting, host_code=CODE)
    stranger, host = phone(app, "192.0.2.7"), phone(app, "127.0.0.1")
    for page in PAGES:
        answer = stranger.get(page, headers=HTML)
        assert (answer.status_code, answer.location) == (303, "/safe")
    assert "up to move 2" in stranger.get("/safe").text
    assert host.post("/safe/act/undo", json={}).status_code == 409
    assert host.post("/safe/act/on", json={}).status_code == 200
    match = match_of(waiting.desk)
    assert match.state.number == 2
    assert stranger.get("/", headers=HTML).status_code == 200


# -- the page alone, of a table that does not start ------------------------------------------------


ACTS = ("start", "undo", "anew")


def table_in_need() -> Mock:
    """Return a table that does not start, and what can be done about it."""
    problem = Message("page.safe.ended", {"count": 3, "moves": 7})
    rescue = Mock(**{"problem.return_value": problem, "actions.return_value": ACTS})
    rescue.journal.return_value = b"[1]\n"
    return rescue


class Notes(dict[str, Any]):
    """A store that nothing outlives."""

    def put(self, key: str, value: Any) -> None:
        self[key] = value


@pytest.fixture
def rescue() -> Mock:
    return table_in_need()


@pytest.fixture
def alone(rescue: Mock) -> Flask:
    return create_safe_app(rescue, Notes())


def test_every_page_leads_to_it_and_a_phone_becomes_host_by_the_code_and_does_what_is_offered(
    alone: Flask, rescue: Mock
) -> None:
    stranger = phone(alone, "192.0.2.7")
    for path in (*PAGES, "/virtual", "/calibrate", "/nowhere"):
        assert stranger.get(path, headers=HTML).location == "/safe"
    with stranger.get(static("base/base.css")) as style:
        assert style.status_code == 200
    for path in ("/api/state", "/stream"):
        answer = stranger.get(path, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json["key"]) == (503, "page.safe.alone")  # type: ignore[index]
    assert stranger.post("/api/move", json={}).status_code == 503
    client = phone(alone)
    assert "3 times" in client.get("/safe").text
    assert client.post("/safe/host", json={"code": "wrong"}).status_code == 403
    assert client.post("/safe/act/start", json={}).status_code == 403
    code = alone.extensions["safe"].hosts.code
    assert client.post("/safe/host", json={"code": code}).status_code == 200
    page = client.get("/safe").text
    for act in ACTS:
        assert words.say(Message(f"page.safe.{act}"), "en") in page
        assert client.post(f"/safe/act/{act}", json={}).status_code == 200
    assert client.post("/safe/act/on", json={}).status_code == 409
    assert rescue.do.mock_calls == [*map(call, ACTS)]
    assert client.get("/safe/journal").data == b"[1]\n"


def test_it_works_in_a_browser_in_its_language(
    browser: Browser, alone: Flask, rescue: Mock
) -> None:
    errors, language = list[str](), "fr"
    with (
        serving(alone) as server,
        browser.new_context(locale=language, viewport={"width": 390, "height": 844}) as context,
    ):
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url)
        expect(page.locator("#why")).to_contain_text("7")
        expect(page.locator("h1")).to_have_text(words.say(Message("page.safe.title"), language))
        page.click("[data-act=undo]")
        expect(page.locator("#said")).to_have_text(words.say(Message("page.safe.wait"), language))
        page.wait_for_url("**/safe")
    assert errors == []
    rescue.do.assert_called_once_with("undo")

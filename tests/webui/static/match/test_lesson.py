"""A teach-in is offered, never forced, and told on every page until the real match begins."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Move
from referee.reports import virtual_acts
from tests.matches import match_of
from tests.webui.asking import announce, seated_phone, sentence, sit_down
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, Open, say
from webui.page.state import PageState


def page(client: FlaskClient, view: str = "phone") -> Any:
    return msgspec.json.decode(client.get(f"/api/state?view={view}").data, type=PageState)


def test_every_viewer_is_told_the_step_and_a_phone_that_joins_in_the_middle_too(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    assert page(host).untried
    assert page(host).lesson is None
    assert host.post("/api/lesson", json={}).status_code == 200
    lesson = page(client).lesson
    assert lesson is not None
    assert lesson.texts == (say("lesson.coyote.deal"),)
    virtual.do(virtual_acts.Deal())
    sit_down(client, table, 0)
    assert announce(client, table, 0, 7).status_code == 200
    second = seated_phone(app, table, 1)
    states = [
        page(flask_client, view)
        for flask_client in (client, second, host)
        for view in ("phone", "table")
    ]
    assert len({state.lesson for state in states}) == 1
    assert states[0].lesson != lesson
    sentence(announce(second, table, 1, 5), 409, "coyote.refused.not_greater")
    assert page(second).lesson == states[0].lesson


def test_the_form_and_the_menus_of_a_host_have_it_later_too(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 30}))
    page = open_page("/table", DESK)
    expect(page.locator("#lesson")).to_be_hidden()
    page.click("#menu")
    page.click("#sheet [data-key=lesson]")
    expect(page.locator("#confirm")).to_contain_text(say("page.lesson.sure"))
    page.click("#confirm [value=no]")
    page.keyboard.press("Escape")
    page.click("#new")
    page.click("#sheet [data-game=coup]")
    page.click("#sheet [data-key=lesson]")
    page.click("#confirm [value=yes]")
    expect(page.locator("#lesson")).to_contain_text(say("lesson.coup.deal"))
    snapshot = match_of(table.desk)
    assert (snapshot.lesson, snapshot.game.name) == (True, "coup")

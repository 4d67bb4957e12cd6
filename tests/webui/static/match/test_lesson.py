"""A teach-in is offered, never forced, and told on every page until the real match begins."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient

from referee.reports import virtual_acts
from tests.webui.asking import announce, seated_phone, sentence, sit_down
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import say
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

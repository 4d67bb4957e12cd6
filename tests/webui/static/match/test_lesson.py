"""A teach-in is offered, never forced, and told on every page until the real match begins."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.matches import match_of
from tests.webui.asking import announce, phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, PHONE, Open, all_fits, large_enough, picture, say, sit
from webui.page.state import PageState


def told(client: FlaskClient, view: str = "phone") -> Any:
    return msgspec.json.decode(client.get(f"/api/state?view={view}").data, type=PageState)


def test_every_viewer_is_told_the_step_and_a_phone_that_joins_in_the_middle_too(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    assert told(host).untried
    assert told(host).lesson is None
    assert host.post("/api/lesson", json={}).status_code == 200
    lesson = told(client).lesson
    assert lesson is not None
    assert lesson.texts == (say("lesson.coyote.deal"),)
    virtual.do(virtual_acts.Deal())
    sit_down(client, table, 0)
    assert announce(client, table, 0, 7).status_code == 200
    second = phone(app)
    sit_down(second, table, 1)
    states = [told(one, view) for one in (client, second, host) for view in ("phone", "table")]
    assert len({state.lesson for state in states}) == 1
    assert states[0].lesson != lesson
    sentence(announce(second, table, 1, 5), 409, "coyote.refused.not_greater")
    assert told(second).lesson == states[0].lesson


def test_nobody_but_the_host_begins_or_ends_it(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sentence(client.post("/api/lesson", json={}), 403, "page.error.not_host")
    assert host.post("/api/lesson", json={}).status_code == 200
    sentence(client.post("/api/again", json={"seen": seq(table)}), 403, "page.error.not_host")
    assert host.post("/api/again", json={"seen": seq(table)}).status_code == 200
    assert told(host).lesson is None
    sentence(host.post("/api/again", json={"seen": seq(table)}), 409, "desk.not_over")


@pytest.mark.verify
def test_it_is_played_on_a_phone_and_leads_to_the_real_match(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict, locale = True, "fr"  # in which words are longest
    table.do(Begin("coyote", {}, 6))
    page, screen = open_page("/", PHONE, locale=locale), open_page("/virtual", DESK, locale=locale)
    lesson = page.locator("#lesson")
    screen.click("#menu")
    screen.click("#sheet [data-key=lesson]")
    expect(lesson).to_have_text(say("lesson.coyote.deal", locale))
    virtual.do(virtual_acts.Deal())
    sit(page, 0)
    moves: tuple[dict[str, Any], ...] = (
        {"move": "announce", "seat": 0, "number": 30},
        {"move": "announce", "seat": 1, "number": 31},
        *({"move": "announce", "seat": seat, "number": 30 + seat} for seat in (2, 3, 4, 5)),
        {"move": "challenge", "seat": 0},
    )
    for move in moves:
        all_fits(page)
        large_enough(page)
        picture(page, f"lesson-{move['seat']}-{move['move']}")
        words = lesson.inner_text()
        table.desk.do(Move(move))
        expect(lesson).not_to_have_text(words)
    table.desk.do(Move({"move": "cards_read", "cards": ["20", "max-", "-5", "1", "2", "3"]}))
    expect(page.locator("#sheet .lesson")).to_contain_text(say("page.lesson.over", locale))
    picture(page, f"lesson-counted-{locale}")
    expect(screen.locator("#lesson")).to_contain_text(say("page.lesson.over", locale))
    page.click("#sheet [data-key=again]")
    for one in (page, screen):
        expect(one.locator("#lesson")).to_be_hidden()
    snapshot = match_of(table.desk)
    assert not snapshot.lesson


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

"""A page is sent what has changed: whole at first, then the sections that differ."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from referee.contract import Message
from referee.match.commands import Move
from referee.reports.status import Denied, Part
from tests.webui.fake import FakeTable
from webui.page.moment import Viewer
from webui.page.state import PageStates
from webui.routes.web import Web
from webui.serving.events import EncodedState
from webui.serving.stream import LiveUpdates, Page, events

SEAT = Viewer("en", seat=0, seats=(0,))


@pytest.fixture
def web(app: Flask) -> Web:
    result: Web = app.extensions["web"]
    return result


def changed(states: PageStates, updates: LiveUpdates, do: Callable[[], Any]) -> set[str]:
    """Return the names of the sections that a change touches, on the page of a seat."""
    before = states.encoded(SEAT).sections
    do()
    updates.touch()
    after = states.encoded(SEAT).sections
    assert after.keys() == before.keys()
    return {name for name in after if after[name] != before[name]}


def test_a_change_is_sent_with_the_sections_that_show_it_and_together_they_are_the_state(
    web: Web, table: FakeTable
) -> None:
    def deny() -> None:
        table.denied = (Denied(0, Message("page.menu"), "CY-2"),)

    def part() -> None:
        table.parts = (Part("camera", False, Message("page.menu")),)

    def sound() -> None:
        table.sound = replace(table.sound, voice=True)

    def move() -> None:
        table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))

    assert changed(web.states, web.updates, lambda: None) == set()
    assert changed(web.states, web.updates, deny) == {"SeatsSection"}
    assert changed(web.states, web.updates, part) == {"PhoneSection"}
    assert changed(web.states, web.updates, sound) == set()  # only a host may switch it
    results = changed(web.states, web.updates, move)
    assert {"MatchSection", "ActionsSection"} <= results
    assert "PhoneSection" not in results
    viewers = (Viewer("en"), SEAT, Viewer("de", host=True, scene=True, is_host_phone=True))
    for number in (11, 12):
        table.desk.do(Move({"move": "announce", "seat": number - 10, "number": number}))
        for viewer in viewers:
            whole = json.loads(web.states.json(viewer))
            page = [
                json.loads(b"{%b}" % text) for text in web.states.encoded(viewer).sections.values()
            ]
            assert len(whole) == sum(map(len, page)), "no field stands in two sections"
            assert whole == {name: value for entry in page for name, value in entry.items()}


def sent(stream: Iterator[bytes]) -> Any:
    return json.loads(next(stream).removeprefix(b"data: "))


def test_a_page_that_was_busy_gets_all_that_changed_meanwhile_and_only_the_newest() -> None:
    page = Page(lambda: EncodedState({}))
    stream = events(page)
    next(stream)
    page.give(EncodedState({"match": b'"seq":1', "log": b'"log":1', "seats": b'"seats":1'}), 1)
    assert sent(stream) == {"seq": 1, "log": 1, "seats": 1}
    page.give(EncodedState({"match": b'"seq":2', "log": b'"log":1', "seats": b'"seats":1'}), 2)
    page.give(EncodedState({"match": b'"seq":3', "log": b'"log":2', "seats": b'"seats":1'}), 3)
    assert sent(stream) == {"seq": 3, "log": 2}

"""The host's pages for setting a table up are for the host alone, and never break."""

from __future__ import annotations

import re
from unittest.mock import call

from flask import Flask
from flask.testing import FlaskClient

from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable, FakeVirtual
from webui.app import create_app

POSTS = (
    *("lens", "mirror", "relight", "begin", "resume", "ask"),
    *("skip", "keep", "whole", "choose", "close"),
)


def test_the_host_is_told_each_check_and_the_lesson_in_words(host: FlaskClient, app: Flask) -> None:
    checks = host.get("/workshop/checks").text
    assert 'data-check="light" data-well="yes"' in checks
    assert "The light is right (200 of 255)." in checks
    assert 'data-check="size" data-well="unmeasured"' in checks
    lesson = host.get("/workshop/lesson")
    assert "Show me the 20." in lesson.text
    assert re.findall("<span>([^<]+)</span></button>", lesson.text) == ["20", "card back"]
    assert "1 of 2" in lesson.text
    same = host.get("/workshop/lesson", headers={"If-None-Match": lesson.headers["ETag"]})
    assert same.status_code == 304
    assert host.get("/workshop/kept/BACK").data == b"png"
    assert host.get("/workshop/kept/20").status_code == 404
    school = app.extensions["web"].workshop.teaching
    school.lesson.return_value = school.begin.side_effect = None
    form = host.get("/workshop/lesson").text
    assert '<option value="52">' in form
    assert "resume" in form, "an earlier deck"
    sent = {"name": "Ours", "list": "52", "cards": "", "size_mm": "63x88"}
    for more in ({}, {"list": "", "cards": "1, 2;night\n-5"}):
        assert host.post("/workshop/begin", json=sent | more).status_code == 200
    assert school.begin.mock_calls == [
        call("Ours", ("AS", "KC"), (63.0, 88.0), "52"),
        call("Ours", ("1", "2", "night", "-5"), (63.0, 88.0), None),
    ]


def test_garbage_gets_one_sentence(host: FlaskClient) -> None:
    garbage: tuple[object, ...] = ({}, {"name": 7}, [], {"name": "x" * 300}, {"own": "yes"})
    for name in POSTS:
        for sent in garbage:
            answer = host.post(f"/workshop/{name}", json=sent)
            assert answer.status_code in {200, 400, 409}, (name, sent)
            if answer.status_code != 200:
                assert answer.json is not None
                assert "Traceback" not in answer.json["error"]


def test_a_table_without_a_workshop_has_no_such_pages(
    table: FakeTable, virtual: FakeVirtual
) -> None:
    bare = create_app(table, virtual, host_code=CODE).test_client()
    bare.environ_base |= {"REMOTE_ADDR": "127.0.0.1"}
    for path in ("/calibrate", "/teach", "/workshop/checks", "/workshop/lesson"):
        assert bare.get(path).status_code == 404
    page = bare.get("/table").text.split('id="served"')[0]
    assert "/calibrate" not in page
    assert 'id="view"' not in page, "there is no camera whose picture a page could show"

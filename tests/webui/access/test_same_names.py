"""Two players who have one name count for nobody: it is said when the second one is entered."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.match.commands import Begin, NamePlayer
from referee.words import Voice
from tests.webui.access.test_approvals import notes
from tests.webui.asking import phone, seated_phone, sit_down
from tests.webui.fake import FakeTable

ENTRIES: dict[str, dict[str, Any]] = {
    "/api/seat/name": {"seat": 1, "name": " max"},
    "/api/seat/over": {"seat": 1, "name": "MAX"},
    "/api/match": {"game": "coyote", "seats": 3, "names": ["Max", "max", "Ada"]},
}


@pytest.mark.parametrize("path", ENTRIES)
def test_the_second_of_one_name_is_told_at_once_wherever_it_is_entered(
    app: Flask, host: FlaskClient, table: FakeTable, path: str
) -> None:
    table.desk.do(Begin("coyote", {}, 3, ("Max", "Ben", "Ada")))
    own = seated_phone(app, table, 1)
    who = own if path == "/api/seat/name" else host
    answer = who.post(path, json=ENTRIES[path])
    assert answer.status_code == 200, answer.get_json()
    names = dict(enumerate(table.desk.snapshot().names))  # type: ignore[union-attr]
    assert answer.get_json()["note"] == Voice("en", names).key("desk.same_name", seats=(0, 1))


def test_both_phones_are_told_once_and_each_can_put_it_right(app: Flask, table: FakeTable) -> None:
    first, other = phone(app, "192.0.2.8"), phone(app, "192.0.2.9")
    for seat, client in enumerate((first, other)):
        sit_down(client, table, seat)
    table.desk.do(Begin("coyote", {}, 3, ("Max", "Ben", "Ada")))
    assert notes(first) == notes(other) == []
    table.desk.do(NamePlayer(1, "max"))
    for client, name in ((first, "Max"), (other, "max")):
        (note,) = notes(client)
        assert note["text"] == Voice("en").key("page.note.same_name", name=name)

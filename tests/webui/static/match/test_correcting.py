"""A tapped card is named again at any time: who may, what is asked first, what is told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.match.commands import Undo
from tests.matches import match_of
from tests.webui.asking import count_cards, seated_phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import say

CHOICE = re.compile(r'data-card="([^"]+)"[^>]*data-fits="(yes|no)"')


@pytest.fixture
def read(table: FakeTable) -> int:
    """The entry of round 1's reading; round 2 is counted, and it is on the next to open."""
    of = count_cards(table, "9", "6", "4", proof="abc")  # 19: seat 1 pays
    count_cards(table, "1", "2", "3", number=5, seat=1)  # 6: seat 2 pays
    return of


def correct(
    browser: FlaskClient,
    table: FakeTable,
    of: int,
    card: str,
    at: int = 0,
    acts: str = "seat",
    **more: Any,
) -> TestResponse:
    body = {"of": of, "at": at, "card": card, "seen": seq(table), "as": acts, **more}
    return browser.post("/api/correct", json=body)


def test_a_tapped_card_lists_every_card_that_is_possible_there(
    host: FlaskClient, table: FakeTable, read: int
) -> None:
    html = host.get(f"/sheet/correct?view=table&of={read}&at=0&as=host").get_json()["html"]
    assert say("page.correct.as", card="9") in html
    assert "/proof/a" in html
    fits = {card: fit == "yes" for card, fit in CHOICE.findall(html)}
    assert "9" not in fits  # it was read so
    assert fits["8"]  # 18: the same verdict
    assert not fits["1"]  # 11: another loser, who then did not start round 2
    snapshot = match_of(table.desk)
    assert set(fits) | {"9"} == set(snapshot.options.deck)


def test_the_host_corrects_at_once_and_only_the_result_is_announced(
    host: FlaskClient, table: FakeTable, read: int
) -> None:
    results: list[int] = []
    table.desk.listen(lambda snapshot: results.append(snapshot.seq))
    lines = len(host.get("/api/log").get_json())
    assert correct(host, table, read, "10", acts="host").get_json()["done"]
    assert len(results) == 1
    state = host.get("/api/state").get_json()
    log = host.get("/api/log").get_json()
    assert len(log) == lines + 1
    assert state["count"]["texts"][0] == say("desk.corrected", number=1, card="10", was_card="9")
    assert "20 is at least 16" in state["count"]["texts"][1]
    assert state["count"]["texts"][2] == say("desk.corrected_no_more")
    assert [card["card"] for card in state["count"]["cards"]] == ["10", "6", "4"]
    assert [card["proof"] for card in state["count"]["cards"]] == ["a", "b", "c"]
    assert state["count"]["steps"][-1]["total"] == 20
    assert match_of(table.desk).state.strikes == (0, 1, 1)
    (line,) = (entry for entry in log if entry["seq"] == read)
    assert line["note"] == say("page.log.corrected", who="The host")
    assert "20 is at least 16" in line["text"]


def test_a_seat_asks_and_a_second_seat_or_the_host_agrees(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable, read: int
) -> None:
    sentence(correct(client, table, read, "8"), 403, "page.error.no_seat")
    sentence(client.get(f"/sheet/correct?of={read}&at=0"), 403, "page.error.not_host")
    sit_down(client, table, 2)
    second = seated_phone(app, table, 0)
    assert not correct(client, table, read, "1").get_json()["done"]  # asked about first
    assert host.get("/api/state?view=table").get_json()["waits"] == []
    assert correct(client, table, read, "1", back=True).get_json()["waits"]
    (yours,) = client.get("/api/state").get_json()["waits"]
    assert yours["yes"] is None
    assert "1, not 9" in yours["text"]
    (wait,) = second.get("/api/state").get_json()["waits"]
    assert "would be undone" in wait["text"]
    assert "1, not 9" in wait["text"]  # whoever agrees knows to what
    refused = client.post("/api/settle", json={"id": wait["id"], "yes": True})
    sentence(refused, 403, "page.error.second_seat")
    assert match_of(table.desk).state.strikes == (0, 1, 1)
    assert second.post("/api/settle", json={"id": wait["id"], "yes": True}).status_code == 200
    assert match_of(table.desk).state.strikes == (1, 0, 0)
    assert "■" in host.get("/api/state").get_json()["count"]["texts"][0]


def test_of_two_who_correct_at_once_one_is_told_to_look_again(
    client: FlaskClient, host: FlaskClient, table: FakeTable, read: int
) -> None:
    sit_down(client, table, 2)
    seen = seq(table)
    assert correct(client, table, read, "8").get_json()["waits"]
    assert correct(host, table, read, "10", acts="host").get_json()["done"]
    assert host.get("/api/state?view=table").get_json()["waits"] == []
    late = correct(host, table, read, "7", seen=seen, acts="host")
    sentence(late, 409, "desk.stale")


def test_what_cannot_be_is_refused_in_a_sentence(
    host: FlaskClient, table: FakeTable, read: int
) -> None:
    def refused(of: int, card: str, at: int = 0) -> TestResponse:
        return correct(host, table, of, card, at, acts="host")

    sentence(refused(read, "banana"), 409, "desk.card_cannot_be")
    sentence(refused(read, "9"), 409, "desk.nothing_corrected")
    sentence(refused(read, "night", at=9), 409, "desk.no_such_card")
    sentence(refused(read, "8", at=-1), 409, "desk.no_such_card")
    sentence(refused(read - 1, "8"), 409, "desk.no_such_card")  # it read no card
    sentence(refused(999, "8"), 409, "desk.no_such_card")
    sentence(host.get(f"/sheet/correct?of={read}&at=9"), 409, "desk.no_such_card")
    sentence(host.get("/sheet/correct?of=x&at=0"), 404, "page.error.not_found")
    for _ in range(4):
        table.desk.do(Undo())
    sentence(refused(read, "8"), 409, "desk.no_such_card")  # it was taken back

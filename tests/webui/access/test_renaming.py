"""A name changes no move: what was chosen or waits before it stands, and names are limited."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import HOST, at_seat
from referee.match.commands import HandOver, Move, NamePlayer, Pause, Resume
from referee.proposals import MOST_ASKED
from tests.webui.access.test_approvals import settle, waits
from tests.webui.asking import announce, keep_token, kept_token, phone, seated_phone, sentence, seq
from tests.webui.fake import FakeTable
from webui.app import create_app


@pytest.fixture
def seated(app: Flask, table: FakeTable) -> list[FlaskClient]:
    """A phone at every seat, after seat 0 announced."""
    phones = [seated_phone(app, table, seat, f"192.0.2.{10 + seat}") for seat in range(3)]
    announce(phones[0], table, 0, 9)
    return phones


def rename(client: FlaskClient, name: str) -> Any:
    return client.post("/api/seat/name", json={"name": name})


def test_what_waits_for_a_second_seat_survives_names_and_a_pause(
    seated: list[FlaskClient], table: FakeTable
) -> None:
    assert seated[1].post("/api/undo", json={"seen": seq(table)}).get_json()["waits"]
    (wait,) = waits(seated[2])
    rename(seated[0], "Ada")
    rename(seated[1], "Bo")
    table.do(HandOver(0, "Cy"), HOST)
    table.do(Pause(), HOST)
    sentence(settle(seated[2], wait, True), 409, "desk.is_paused")
    table.do(Resume(), HOST)
    assert waits(seated[2])[0]["id"] == wait["id"]
    assert settle(seated[2], wait, True).status_code == 200
    assert table.undone == [at_seat(1)] * 2  # refused while it was paused, and then done


def test_what_waits_survives_a_restart(seated: list[FlaskClient], table: FakeTable) -> None:
    seated[1].post("/api/undo", json={"seen": seq(table)})
    (wait,) = waits(seated[2])
    cookie = kept_token(seated[2])
    assert cookie is not None
    again = phone(create_app(table))
    keep_token(again, cookie)
    assert [wait["id"] for wait in waits(again)] == [wait["id"]]
    assert settle(again, wait, True).status_code == 200
    assert table.undone == [at_seat(1)]
    assert waits(phone(create_app(table))) == []
    assert table.desk.get("web.acts") == []


def test_what_a_seat_proposed_falls_with_its_phone(
    host: FlaskClient, seated: list[FlaskClient], table: FakeTable
) -> None:
    seated[1].post("/api/undo", json={"seen": seq(table)})
    host.post("/api/seat/free", json={"seat": 1})
    assert waits(seated[2]) == []


def test_an_undo_a_redo_and_a_card_set_right_are_not_stale_by_a_name(
    seated: list[FlaskClient], host: FlaskClient, table: FakeTable
) -> None:
    """Of 20 undos of a host in a storm of names 6 were refused."""
    for path in ("/api/undo", "/api/redo"):
        chosen = seq(table)
        rename(seated[0], f"Ada{chosen}")
        answer = host.post(path, json={"seen": chosen, "as": "host"})
        assert answer.status_code == 200, answer.get_json()
    table.desk.do(Move({"move": "challenge", "seat": 1}), at_seat(1))
    table.desk.do(Move({"move": "cards_read", "cards": ["3", "4", "5"]}))
    of = chosen = seq(table)
    rename(seated[0], "Zoe")
    card = {"of": of, "at": 0, "card": "10", "seen": chosen, "as": "host"}
    assert host.post("/api/correct", json=card).status_code == 200


def test_a_name_is_written_so_many_times_a_minute_and_the_same_one_never(
    seated: list[FlaskClient], table: FakeTable
) -> None:
    """One seat wrote 1,027 names in 15 seconds."""
    for number in range(MOST_ASKED):
        assert rename(seated[0], f"Ada {number}").status_code == 200
    before, kept = seq(table), table.desk.get("seats")
    for _ in range(50):
        assert rename(seated[0], f"Ada {MOST_ASKED - 1}").status_code == 200
        refused = rename(seated[0], "Eve")
        sentence(refused, 429, "page.error.renamed_often")
    assert (seq(table), table.desk.get("seats")) == (before, kept)
    assert rename(seated[1], "Bo").status_code == 200
    table.do(NamePlayer(0, "Eve"), HOST)  # a host says who plays there
    assert seated[0].get("/api/state").get_json()["seats"][0]["given"] == "Eve"

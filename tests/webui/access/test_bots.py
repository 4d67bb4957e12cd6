"""Seats of the table's own: a phone that held one is a stranger's and told so; a late one takes it.

Nobody bears the name of one of the table's own, and nobody is offered it.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee.actor import at_seat, bot
from referee.contract import Message
from referee.match.commands import Begin, HandOver, Move
from referee.reports import virtual_acts
from tests.live import StillVirtualTable
from tests.webui.access.test_losing import asked, notes, sit
from tests.webui.access.test_seating import now, you
from tests.webui.asking import announce, phone, seated_phone, sentence, seq, sit_down, state
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import say
from webui.app import create_app

ALONE = {"game": "coyote", "seats": 3, "levels": ["", "fair", "keen"]}


def begin(host: FlaskClient, **more: Any) -> None:
    assert host.post("/api/match", json=ALONE | more).status_code == 200


def test_a_phone_whose_seat_the_table_takes_over_is_a_strangers_and_told_so(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.do(virtual_acts.Deal())
    sit_down(client, table, 0)
    sit(client, "Ada")
    assert len(state(client)["hands"]) > 0
    stranger = phone(app, "192.0.2.99")
    refused = stranger.post("/api/seat/over", json={"seat": 0, "level": "fair"})
    sentence(refused, 403, "page.error.not_host")
    assert host.post("/api/seat/over", json={"seat": 0, "level": "keen"}).status_code == 200
    answers = state(client)
    assert (you(client), answers["yours"], answers["hands"], answers["offers"]) == (
        None,
        [],
        [],
        [],
    )
    assert notes(client) == [say("page.note.bot", seat=0).replace("Blue", now(table).names[0])]
    sentence(announce(client, table, 0, 5), 403, "page.error.no_seat")
    assert now(table).players.levels == {0: "keen"}
    assert "Ada" not in now(table).names
    own = {"notes": [], "clock": 0}
    assert answers | own == state(stranger) | own, "it sees what a stranger sees"
    sit_down(client, table, 1)
    answer = client.post("/api/seat/over", json={"seat": 1, "level": "fair"})
    assert answer.status_code == 200
    assert (you(client), notes(client)) == (None, [])
    assert now(table).players.levels == {0: "keen", 1: "fair"}


def test_a_late_phone_takes_over_once_the_seats_button_says_yes_and_bears_no_bots_name(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    begin(host)
    name = now(table).names[1]
    assert client.post("/api/seat/take", json={"seat": 1}).get_json()["waits"]
    assert now(table).players.levels == {1: "fair", 2: "keen"}, "nobody has said yes"
    assert table.confirm(1)
    assert now(table).players.levels == {2: "keen"}
    assert (you(client), now(table).names[1]) == (1, "")
    assert asked(client) == say("page.sit.name")
    sit(client, "Zelda")
    assert [tenure.name for tenure in now(table).players.tenures[1]] == [name, "Zelda"]
    assert name not in state(client)["known"]


def test_who_plays_alone_takes_back_what_a_bot_did_without_a_second_yes(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    begin(host)
    sit_down(client, table, 0)
    assert announce(client, table, 0, 5).status_code == 200
    table.desk.do(Move({"move": "announce", "seat": 1, "number": 6}), bot(1))
    undo = client.post("/api/undo", json={"seen": seq(table)})
    assert (undo.status_code, undo.get_json().get("waits")) == (200, None)
    assert table.undone == [at_seat(0)]
    assert client.post("/api/undo", json={"seen": seq(table)}).get_json().get("waits") is None
    assert len(table.undone) == 2
    seated_phone(app, table, 2)
    assert announce(client, table, 0, 5).status_code == 200
    table.desk.do(Move({"move": "announce", "seat": 1, "number": 6}), bot(1))
    assert client.post("/api/undo", json={"seen": seq(table)}).get_json()["waits"], "two people"


def test_where_the_table_has_no_players_of_its_own_it_is_said(
    host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    why = Message("table.bots.secret", {"game_word": "game.coup"})
    table.bots_missing = {"coup": why}
    reason = say("table.bots.secret", game_word="game.coup")
    assert reason in host.get("/sheet/newmatch?view=virtual&game=coup").get_json()["html"]
    assert 'name="bots"' in host.get("/sheet/newmatch?view=virtual&game=coyote").get_json()["html"]
    assert state(host)["noBots"] == ""
    table.do(Begin("coup", {}, 3))
    assert state(host)["noBots"] == reason
    begin(host, lesson=True)
    virtual.do(virtual_acts.Deal())
    scene = state(host, "virtual")["scene"]
    assert all(card in scene["faces"] for hand in scene["hands"] for card in hand)
    assert scene["note"] == say("page.hands.alone")
    assert now(table).lesson


def test_nobody_draws_a_card_that_one_of_the_tables_own_takes_itself(tmp_path: Path) -> None:
    """A pile that was lit for it was tapped: it had two cards, and could not go on."""
    with closing(StillVirtualTable(tmp_path)) as table:
        desk, virtual = table.desk, table.virtual
        host = create_app(table.table, virtual).test_client()
        table.deal("ogallala", 2, levels=("fair", ""))
        (pile, *_) = virtual.scene().duties[0].cards
        assert state(host, "virtual")["scene"]["duties"] == []
        for name, act in (("tap", {}), ("hold", {"seat": 1}), ("place", {"x_mm": 9, "y_mm": 9})):
            asked = host.post(f"/virtual/{name}", json={"id": pile} | act)
            sentence(asked, 409, "page.error.bot_draws")
        desk.do(HandOver(0))
        assert pile in state(host, "virtual")["scene"]["duties"][0]["cards"]
        assert host.post("/virtual/tap", json={"id": pile}).status_code == 200

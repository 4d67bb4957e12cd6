"""Who may change anything: a seat for itself, the table together, the host."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee.actor import at_seat
from tests.webui.asking import announce, count_cards, phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable, FakeVirtual, doubt
from webui.app import create_app
from webui.routes.api import POSTED


def test_a_phone_takes_a_free_seat_and_no_other_phone_can(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    answer = client.post("/api/seat/take", json={"seat": 0})
    assert answer.status_code == 200
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert cookie.split("=")[1].split(";")[0] not in str(table.desk.get("seats"))
    other = app.test_client()
    sentence(other.post("/api/seat/take", json={"seat": 0}), 409, "page.error.seat_asked")
    assert not table.confirm(1)
    assert table.confirm(0)
    assert not table.confirm(0)  # the next press is a move again
    sentence(other.post("/api/seat/take", json={"seat": 0}), 409, "page.error.seat_taken")
    for seat in (-1, 3, 99):
        answer = client.post("/api/seat/take", json={"seat": seat})
        sentence(answer, 404, "page.error.no_such_seat")


def test_only_the_phone_of_a_seat_acts_for_it(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    sentence(announce(client, table, 0, 5), 403, "page.error.no_seat")
    sit_down(client, table, 0)
    other = app.test_client()
    other.environ_base["REMOTE_ADDR"] = "192.0.2.8"
    sit_down(other, table, 1)
    sentence(announce(other, table, 0, 5), 403, "page.error.other_seat")
    sentence(announce(client, table, 0, 5, **{"as": "host"}), 403, "page.error.not_host")
    for leaver, key in ((1, "other_seat"), (0, "not_host")):  # only a host lets a player leave
        leave = {"seen": seq(table), "move": {"move": "leave", "seat": leaver}}
        sentence(client.post("/api/move", json=leave), 403, f"page.error.{key}")
    assert announce(client, table, 0, 5).status_code == 200
    sentence(announce(client, table, 0, 6), 409, "coyote.refused.not_your_turn")
    assert announce(other, table, 1, 6).status_code == 200
    seats: tuple[object, ...] = (True, 0.0, "0", None, [0])
    for seat in seats:
        move = {"move": "announce", "seat": seat, "number": 4}
        answer = client.post("/api/move", json={"seen": seq(table), "move": move})
        sentence(answer, 403, "page.error.other_seat")


SEATS_TOO = {"/move", "/undo", "/redo", "/misdeal", "/answer", "/way", "/more_time", "/photo/away"}
HOSTS_ONLY: dict[str, dict[str, Any]] = {
    **{f"/api{path}": body for path, (_, body) in POSTED.items() if path not in SEATS_TOO},
    "/api/correct": {"of": 1, "at": 0, "card": "10", "seen": 1, "as": "host"},
    "/api/seat/free": {"seat": 1},
    "/api/seat/over": {"seat": 1, "name": "Eve"},
    "/api/host/hand": {"seat": 0},
    "/api/host/revoke": {},
    "/virtual/clear": {},
    "/virtual/turn": {"steps": 1},
    "/virtual/push": {"down": True},
}
SEATS_ONLY: dict[str, dict[str, Any]] = {
    "/api/undo": {"seen": 1},
    "/api/misdeal": {"seat": 0, "wrong": "lost", "seen": 1},
    "/api/seat/name": {"name": "Eve"},
}


def test_a_seat_may_not_do_what_is_the_hosts_and_a_stranger_not_what_is_a_seats(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 0)
    before = seq(table)
    for path, body in HOSTS_ONLY.items():
        for browser in (client, phone(app, "192.0.2.9")):
            sentence(browser.post(path, json=body), 403, "page.error.not_host")
    for path, body in SEATS_ONLY.items():
        sentence(phone(app, "192.0.2.9").post(path, json=body), 403, "page.error.no_seat")
    assert seq(table) == before


# -- moves -------------------------------------------------------------------------------


def test_a_seat_may_set_the_cards_right_for_the_table(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 2)
    correct = {"move": "cards_corrected", "cards": ["3", "4", "5"]}
    body = {"seen": seq(table), "move": correct}
    sentence(client.post("/api/move", json=body), 409, "page.error.not_offered")
    count_cards(table, "3", "4", "6", number=9, proof="abc")
    answer = client.post("/api/move", json={"seen": seq(table), "move": correct})
    assert answer.get_json()["waits"]
    (waits,) = host.get("/api/state?view=table").get_json()["waits"]
    assert "3, 4, 5" in waits["text"]
    assert host.post("/api/settle", json={"id": waits["id"], "yes": True}).status_code == 200
    state = client.get("/api/state").get_json()
    assert state["last"].endswith("(chosen by ■\N{NO-BREAK SPACE}Green)")
    assert [card["card"] for card in state["count"]["cards"]] == ["3", "4", "5"]
    assert [card["proof"] for card in state["count"]["cards"]] == ["a", "b", "c"]
    assert state["count"]["fresh"]


def test_one_tap_answers_a_doubt(client: FlaskClient, table: FakeTable) -> None:
    table.ask(doubt(table))
    asked = client.get("/api/state").get_json()["question"]
    assert asked["countText"] == "One card is missing."
    labels = [entry["label"] for entry in asked["items"][1]["candidates"]]
    assert labels == ["9", "6", "10", "×2"]
    body = {"question": "q1", "item": "b", "card": "x2"}
    sentence(client.post("/api/answer", json=body), 403, "page.error.not_host")
    sit_down(client, table, 0)
    wrong = client.post("/api/answer", json=body | {"card": "20"})
    sentence(wrong, 409, "page.error.cannot_be")
    assert client.post("/api/answer", json=body).status_code == 200
    assert table.answered == [("q1", "b", "x2", at_seat(0))]
    sentence(client.post("/api/answer", json=body), 409, "page.error.gone")


# -- the host ----------------------------------------------------------------------------


def test_a_match_that_cannot_be_says_why(
    host: FlaskClient, table: FakeTable, client: FlaskClient
) -> None:
    before = seq(table)
    match: dict[str, Any] = {"game": "coyote", "seats": 3}
    for body, status, key in (
        (match | {"game": "chess"}, 409, "desk.unknown_game"),
        (match | {"seats": 13}, 409, "desk.bad_seats"),
        (match | {"options": {"edition": "new"}}, 409, "coyote.options.edition"),
        (match | {"options": {"colour": 1}}, 409, "desk.field_unknown"),
        (match | {"seats": 10**6, "names": ["Ada"]}, 400, "page.error.garbage"),
    ):
        sentence(host.post("/api/match", json=body), status, key)
    assert seq(table) == before
    assert host.post("/api/match", json=OLIPHANTE_OF_NINE).status_code == 200
    state = client.get("/api/state").get_json()
    assert len(state["seats"]) == 9
    assert [seat["symbol"] for seat in state["everybody"]][5:9] == ["✚", "7", "8", "9"]
    assert host.post("/api/seat/take", json={"seat": 8}).status_code == 200


OLIPHANTE_OF_NINE = {"game": "coyote", "seats": 9, "options": {"edition": "oliphante"}}


def test_only_the_host_moves_the_virtual_table_and_a_real_one_has_no_such_page(
    client: FlaskClient, host: FlaskClient, virtual: FakeVirtual, table: FakeTable
) -> None:
    for path in ("deal", "reveal"):
        sentence(client.post(f"/virtual/{path}", json={}), 403, "page.error.not_host")
    assert host.post("/virtual/deal", json={}).status_code == 200
    card = virtual.scene().hands[0][0]
    body = {"id": card, "x_mm": 300, "y_mm": 200.5, "turn_deg": 15, "face_up": False}
    assert host.post("/virtual/place", json=body).status_code == 200
    (placed,) = virtual.scene().placed
    assert (placed.id, placed.x_mm, placed.turn_deg, placed.face_up) == (card, 300, 15, False)
    gone = host.post("/virtual/place", json=body | {"id": "nothing"})
    sentence(gone, 409, "page.error.gone")
    far = host.post("/virtual/place", json=body | {"x_mm": 1e300})
    sentence(far, 400, "page.error.garbage")
    fault = host.post("/virtual/fault", json={"name": "glare", "on": True})
    assert fault.status_code == 200
    assert virtual.scene().faults["glare"]
    odd = host.post("/virtual/fault", json={"name": "gremlin", "on": True})
    sentence(odd, 404, "page.error.no_such_fault")
    button = host.post("/virtual/button", json={"seat": 6, "down": True})
    sentence(button, 404, "page.error.no_such_seat")
    real = create_app(table).test_client()
    answer = real.get("/virtual", headers={"Accept": "text/html", "Accept-Language": "fr"})
    assert answer.status_code == 404
    assert "vraie table" in answer.get_data(as_text=True)
    sentence(real.post("/virtual/deal", json={}), 404, "page.error.no_virtual")

"""Who may read and who may act, and how everything else is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.contract import Message, Ruling
from referee.running import Entry
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable, FakeVirtual, doubt, png
from webui import shown, words
from webui.app import create_app
from webui.shown import Reader
from webui.state import Board, Viewer

STATIC = Path(create_app.__code__.co_filename).parent / "static"


def seq(table: FakeTable) -> int:
    snapshot = table.desk.snapshot()
    assert snapshot is not None
    return snapshot.seq


def announce(client: FlaskClient, table: FakeTable, seat: int, number: int, **more: Any) -> Any:
    move = {"move": "announce", "seat": seat, "number": number}
    return client.post("/api/move", json={"seen": seq(table), "move": move} | more)


def sentence(answer: TestResponse, status: int, key: str) -> None:
    """Check that a refusal is one clear sentence, in JSON, by a key of the catalogue."""
    assert answer.status_code == status
    said = answer.get_json()
    assert said["key"] == key
    assert said["error"] != key
    assert said["error"][-1] in ".:)" or "%" not in said["error"]
    assert "Traceback" not in said["error"]


# -- reading -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/table", "/api/state", "/api/games", "/join.svg"])
def test_everybody_on_the_network_may_read(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_a_stranger_is_offered_nothing_and_a_host_everything(
    client: FlaskClient, host: FlaskClient
) -> None:
    assert client.get("/api/state").get_json()["offers"] == []
    assert client.get("/api/state?view=table").get_json()["offers"] == []
    offers = host.get("/api/state?view=virtual").get_json()["offers"]
    assert [(offer["move"], offer["seat"]) for offer in offers] == [("announce", 0)]


def test_a_seat_is_offered_its_own_moves_only(client: FlaskClient, table: FakeTable) -> None:
    client.post("/api/seat/take", json={"seat": 1})
    assert client.get("/api/state").get_json()["offers"] == []
    table.desk.submit({"move": "announce", "seat": 0, "number": 9})
    state = client.get("/api/state").get_json()
    assert [offer["move"] for offer in state["offers"]] == ["announce", "challenge"]
    assert state["you"] == 1
    assert state["focus"]["value"] == "9"


def test_a_ruling_for_one_seat_is_shown_to_no_other(table: FakeTable) -> None:
    secret = Ruling("X-1", Message("page.menu"), only=2)
    plain = Ruling("X-2", Message("page.log"))
    entries = (
        Entry(5, "move", "seat:2", 0.0, None, (secret, plain)),
        Entry(6, "move", "seat:2", 0.0, None, (secret,)),
    )
    snapshot = table.desk.snapshot()
    assert snapshot is not None
    snapshot = replace(snapshot, log=entries)
    public, both = (
        words.say(plain.message),
        f"{words.say(secret.message)} {words.say(plain.message)}",
    )
    for seat in (None, 0, 1):
        assert [line["text"] for line in shown.log(Reader("en", {}, seat), snapshot)] == [public]
    own = [line["text"] for line in shown.log(Reader("en", {}, 2), snapshot)]
    assert own == [words.say(secret.message), both]


def test_a_hundred_strangers_cost_one_serialisation(
    app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    board: Board = app.extensions["web"].board
    made: list[Viewer] = []
    plain = Board.plain

    def counted(self: Board, viewer: Viewer) -> Any:
        made.append(viewer)
        return plain(self, viewer)

    monkeypatch.setattr(Board, "plain", counted)
    first = [board.json(Viewer("en")) for _ in range(100)]
    assert len(made) == 1
    table.desk.submit({"move": "announce", "seat": 0, "number": 9})
    second = [board.json(Viewer("en")) for _ in range(100)]
    assert len(made) == 2
    assert first[0] != second[0]


def test_the_virtual_scene_with_its_held_cards_goes_to_the_host_only(
    client: FlaskClient, host: FlaskClient, virtual: FakeVirtual
) -> None:
    virtual.deal()
    assert "scene" not in client.get("/api/state?view=virtual").get_json()
    assert len(host.get("/api/state?view=virtual").get_json()["scene"]["hands"]) == 3
    page = client.get("/virtual").get_data(as_text=True)
    assert "hands" not in page
    assert words.say(Message("page.host.locked")) in page


def test_pictures_of_cards(client: FlaskClient, table: FakeTable) -> None:
    table.pictures["p1"] = png(100)
    answer = client.get("/proof/p1")
    assert (answer.mimetype, answer.data) == ("image/png", png(100))
    sentence(client.get("/proof/nothing"), 404, "page.error.no_picture")


def test_the_camera_shows_the_room_to_those_at_the_table_only(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    sentence(host.get("/camera.jpg"), 503, "page.error.no_camera")
    table.jpeg = b"\xff\xd8 a picture"
    assert host.get("/camera.jpg").data == table.jpeg
    sentence(client.get("/camera.jpg"), 403, "page.error.no_seat")
    client.post("/api/seat/take", json={"seat": 2})
    assert client.get("/camera.jpg").mimetype == "image/jpeg"


def test_cards_are_drawn_whatever_their_name(host: FlaskClient, virtual: FakeVirtual) -> None:
    virtual.deal()
    for card in ("%3F", "max-", "-5", "x2"):
        assert host.get(f"/virtual/face/{card}.svg").mimetype == "image/svg+xml"
    sentence(host.get("/virtual/face/%22.svg"), 404, "page.error.not_found")
    assert b"<svg" in host.get("/virtual/back.svg").data
    assert b"<svg" in host.get("/virtual/mat.svg").data


def test_the_first_paint_of_a_phone_takes_less_than_100_kb(client: FlaskClient) -> None:
    page = client.get("/").data
    wanted = [Path(found).name for found in re.findall(r'/static/([\w.]+)"', page.decode())]
    seen: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen.add(name)
            text = (STATIC / name).read_text("utf-8")
            wanted += re.findall(r'from "\./([\w.]+)"', text)
    assert {"base.css", "phone.js", "dom.js", "live.js"} <= seen
    assert len(page) + sum((STATIC / name).stat().st_size for name in seen) < 100_000


@pytest.mark.parametrize("path", ["/", "/table", "/virtual"])
def test_no_page_holds_a_script_or_a_style_of_its_own(host: FlaskClient, path: str) -> None:
    answer = host.get(path)
    text = answer.get_data(as_text=True)
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    scripts = re.findall(r"<script([^>]*)>", text)
    assert all("src=" in script or "application/json" in script for script in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", text)
    assert not re.search(r"https?://(?!192\.|localhost)", text.split("<script")[0])


# -- seats -------------------------------------------------------------------------------


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
    sentence(other.post("/api/seat/take", json={"seat": 0}), 409, "page.error.seat_taken")


def test_only_the_phone_of_a_seat_acts_for_it(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    sentence(announce(client, table, 0, 5), 403, "page.error.no_seat")
    client.post("/api/seat/take", json={"seat": 0})
    other = app.test_client()
    other.environ_base["REMOTE_ADDR"] = "192.0.2.8"
    other.post("/api/seat/take", json={"seat": 1})
    sentence(announce(other, table, 0, 5), 403, "page.error.other_seat")
    sentence(announce(client, table, 0, 5, **{"as": "host"}), 403, "page.error.not_host")
    assert announce(client, table, 0, 5).status_code == 200
    sentence(announce(client, table, 0, 6), 409, "coyote.refused.not_your_turn")
    assert announce(other, table, 1, 6).status_code == 200


@pytest.mark.parametrize("seat", [True, 0.0, "0", None, [0]])
def test_a_seat_that_is_no_number_is_not_ones_own(
    client: FlaskClient, table: FakeTable, seat: object
) -> None:
    client.post("/api/seat/take", json={"seat": 0})
    move = {"move": "announce", "seat": seat, "number": 4}
    answer = client.post("/api/move", json={"seen": seq(table), "move": move})
    sentence(answer, 403, "page.error.other_seat")


def test_a_seat_outlives_a_restart(client: FlaskClient, table: FakeTable) -> None:
    client.post("/api/seat/take", json={"seat": 2})
    client.post("/api/seat/name", json={"name": "  Ada \x07  B. "})
    cookie = client.get_cookie("seat")
    assert cookie is not None
    table.desk.close()
    again = FakeTable(table.desk.journal.path)
    restarted = create_app(again).test_client()
    restarted.set_cookie("seat", cookie.value)
    state = restarted.get("/api/state").get_json()
    assert state["you"] == 2
    assert state["seats"][2]["label"] == "■\N{NO-BREAK SPACE}Ada B."
    again.desk.close()


def test_a_phone_holds_one_seat_and_can_leave_it(client: FlaskClient, table: FakeTable) -> None:
    client.post("/api/seat/take", json={"seat": 0})
    client.post("/api/seat/take", json={"seat": 1})
    held = [seat["held"] for seat in client.get("/api/state").get_json()["seats"]]
    assert held == [False, True, False]
    assert client.post("/api/seat/leave", json={}).status_code == 200
    assert client.get("/api/state").get_json()["you"] is None
    sentence(announce(client, table, 1, 5), 403, "page.error.no_seat")


def test_the_host_frees_the_seat_of_a_lost_phone(client: FlaskClient, host: FlaskClient) -> None:
    client.post("/api/seat/take", json={"seat": 0})
    sentence(client.post("/api/seat/free", json={"seat": 0}), 403, "page.error.not_host")
    assert host.post("/api/seat/free", json={"seat": 0}).status_code == 200
    assert client.get("/api/state").get_json()["you"] is None


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_seat_beyond_the_match(client: FlaskClient, seat: int) -> None:
    answer = client.post("/api/seat/take", json={"seat": seat})
    sentence(answer, 404, "page.error.no_such_seat")


# -- moves -------------------------------------------------------------------------------


def test_a_tap_on_an_old_screen_does_nothing(client: FlaskClient, table: FakeTable) -> None:
    client.post("/api/seat/take", json={"seat": 1})
    old = seq(table)
    table.desk.submit({"move": "announce", "seat": 0, "number": 9})
    move = {"move": "challenge", "seat": 1}
    answer = client.post("/api/move", json={"seen": old, "move": move})
    sentence(answer, 409, "desk.stale")
    assert client.post("/api/move", json={"seen": seq(table), "move": move}).status_code == 200


def test_a_seat_may_set_the_cards_right_for_the_table(
    client: FlaskClient, table: FakeTable
) -> None:
    client.post("/api/seat/take", json={"seat": 2})
    correct = {"move": "cards_corrected", "cards": ["3", "4", "5"]}
    body = {"seen": seq(table), "move": correct}
    sentence(client.post("/api/move", json=body), 409, "page.error.not_offered")
    table.desk.submit({"move": "announce", "seat": 0, "number": 9})
    table.desk.submit({"move": "challenge", "seat": 1})
    table.desk.submit({"move": "cards_read", "cards": ["3", "4", "6"], "proof": ["a", "b", "c"]})
    answer = client.post("/api/move", json={"seen": seq(table), "move": correct})
    assert answer.status_code == 200
    state = client.get("/api/state").get_json()
    assert [card["card"] for card in state["count"]["cards"]] == ["3", "4", "5"]
    assert [card["proof"] for card in state["count"]["cards"]] == ["a", "b", "c"]
    assert state["count"]["fresh"]


def test_undo_is_for_those_at_the_table(client: FlaskClient, table: FakeTable) -> None:
    table.desk.submit({"move": "announce", "seat": 0, "number": 9})
    sentence(client.post("/api/undo", json={"seen": seq(table)}), 403, "page.error.no_seat")
    client.post("/api/seat/take", json={"seat": 2})
    assert client.post("/api/undo", json={"seen": seq(table)}).status_code == 200
    state = client.get("/api/state").get_json()
    assert state["log"][1]["undone"]
    assert "■" in state["log"][0]["text"]
    sentence(client.post("/api/undo", json={"seen": seq(table)}), 409, "desk.nothing_to_undo")


def test_one_tap_settles_a_doubt(client: FlaskClient, table: FakeTable) -> None:
    table.ask(doubt(table))
    asked = client.get("/api/state").get_json()["question"]
    assert asked["countText"] == "One card is missing."
    labels = [one["label"] for one in asked["items"][1]["candidates"]]
    assert labels == ["9", "6", "10", "×2"]
    body = {"question": "q1", "item": "b", "card": "x2"}
    sentence(client.post("/api/settle", json=body), 403, "page.error.not_host")
    client.post("/api/seat/take", json={"seat": 0})
    wrong = client.post("/api/settle", json=body | {"card": "20"})
    sentence(wrong, 409, "page.error.cannot_be")
    assert client.post("/api/settle", json=body).status_code == 200
    assert table.settled == [("q1", "b", "x2", "seat:0")]
    sentence(client.post("/api/settle", json=body), 409, "page.error.gone")


# -- the host ----------------------------------------------------------------------------


def test_the_hosts_code_makes_a_host(client: FlaskClient, table: FakeTable) -> None:
    body = {"game": "coyote", "seats": 4, "options": {"edition": "kidult"}}
    sentence(client.post("/api/match", json=body), 403, "page.error.not_host")
    sentence(client.post("/api/host", json={"code": "000000"}), 403, "page.error.wrong_code")
    assert client.post("/api/host", json={"code": f"{CODE[:3]} {CODE[3:]}"}).status_code == 200
    assert client.post("/api/match", json=body).status_code == 200
    snapshot = table.desk.snapshot()
    assert snapshot is not None
    assert (snapshot.seats, snapshot.options.edition) == (4, "kidult")


def test_the_hosts_code_cannot_be_guessed_quickly(client: FlaskClient) -> None:
    for _ in range(5):
        client.post("/api/host", json={"code": "1"})
    late = client.post("/api/host", json={"code": CODE})
    sentence(late, 429, "page.error.too_many_guesses")


def test_without_a_code_the_table_makes_its_own_and_keeps_it(table: FakeTable) -> None:
    codes = [create_app(table).extensions["web"].hosts.code for _ in range(2)]
    assert codes[0] == codes[1]
    assert re.fullmatch(r"\d{6}", codes[0])


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"game": "chess", "seats": 3}, "desk.unknown_game"),
        ({"game": "coyote", "seats": 7}, "page.error.too_many_seats"),
        ({"game": "coyote", "seats": 1}, "desk.bad_seats"),
        ({"game": "coyote", "seats": 3, "options": {"edition": "new"}}, "coyote.options.edition"),
        ({"game": "coyote", "seats": 3, "options": {"strikes": 77}}, "coyote.options.strikes"),
        ({"game": "coyote", "seats": 3, "options": {"colour": 1}}, "desk.bad_options"),
    ],
)
def test_a_match_that_cannot_be_says_why(
    host: FlaskClient, table: FakeTable, body: dict[str, Any], key: str
) -> None:
    before = seq(table)
    sentence(host.post("/api/match", json=body), 409, key)
    assert seq(table) == before


def test_only_the_host_moves_the_virtual_table(
    client: FlaskClient, host: FlaskClient, virtual: FakeVirtual
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


def test_a_real_table_has_no_virtual_page(table: FakeTable) -> None:
    client = create_app(table).test_client()
    answer = client.get("/virtual", headers={"Accept": "text/html", "Accept-Language": "fr"})
    assert answer.status_code == 404
    assert "vraie table" in answer.get_data(as_text=True)
    sentence(client.post("/virtual/deal", json={}), 404, "page.error.no_virtual")


# -- garbage -----------------------------------------------------------------------------

POSTS = (
    "/api/seat/take",
    "/api/seat/leave",
    "/api/seat/name",
    "/api/seat/free",
    "/api/move",
    "/api/undo",
    "/api/settle",
    "/api/match",
    "/api/host",
    "/virtual/place",
    "/virtual/take",
    "/virtual/deal",
    "/virtual/reveal",
    "/virtual/button",
    "/virtual/fault",
)
GARBAGE = (
    b"",
    b"{",
    b"null",
    b"[]",
    b"17",
    b'"text"',
    b"\xff\xfe\x00",
    b'{"seat": "one"}',
    b'{"unknown": 1}',
    b'{"seat": 1e999}',
    b"[" * 9000,
    b'{"move": ' + b'{"a":' * 2000 + b"1" + b"}" * 2001,
)


@pytest.mark.parametrize("path", POSTS)
def test_garbage_gets_one_clear_sentence(host: FlaskClient, table: FakeTable, path: str) -> None:
    before = seq(table)
    for body in GARBAGE:
        answer = host.post(path, data=body, content_type="application/json")
        sentence(answer, 400, "page.error.garbage")
        assert len(answer.get_json()["error"]) < 300
    assert seq(table) == before


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"move": None},
        {"move": "fly", "seat": 0},
        {"move": "announce", "seat": 0},
        {"move": "announce", "seat": 0, "number": "many"},
        {"move": "announce", "seat": 0, "number": 1, "more": 2},
        {"move": "announce", "seat": 0, "number": 10**400},
        {"move": "announce", "seat": -1, "number": 3},
        {"move": "announce", "seat": 0, "number": 0.5},
        {"move": "cards_read", "cards": ["1", "2"]},
    ],
)
def test_a_move_that_is_none_gets_one_clear_sentence(
    host: FlaskClient, table: FakeTable, move: dict[str, Any]
) -> None:
    before = seq(table)
    body = {"seen": before, "move": move, "as": "host"}
    answer = host.post("/api/move", json=body)
    assert answer.status_code in (400, 409)
    said = answer.get_json()
    assert said["error"] != said["key"]
    assert len(said["error"]) < 300
    assert seq(table) == before


def test_a_refusal_speaks_the_language_of_its_reader(client: FlaskClient) -> None:
    answer = client.post("/api/undo", json={"seen": 1}, headers={"Accept-Language": "fr-CH"})
    assert answer.get_json()["error"].startswith("Prenez d’abord une place")
    client.get("/language/fr?to=/table")
    assert 'lang="fr"' in client.get("/").get_data(as_text=True)
    assert client.get("/language/fr?to=http://elsewhere.example/").location == "/"


def test_only_json_is_taken(client: FlaskClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.post("/api/seat/take", data=b'{"seat": 0}', content_type=kind)
        sentence(answer, 415, "page.error.not_json")


def test_another_sites_page_changes_nothing(client: FlaskClient) -> None:
    for headers in (
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = client.post("/api/seat/take", json={"seat": 0}, headers=headers)
        sentence(answer, 403, "page.error.elsewhere")
    same = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/seat/take", json={"seat": 0}, headers=same).status_code == 200


@pytest.mark.parametrize("name", ["elsewhere.example", "localhost.elsewhere.example", "", "a b"])
def test_the_table_answers_to_its_own_names_only(client: FlaskClient, name: str) -> None:
    answer = client.get("/api/state", headers={"Host": name})
    sentence(answer, 400, "page.error.wrong_name")


@pytest.mark.parametrize("name", ["192.0.2.1:8000", "[::1]:8000", "localhost", "LOCALHOST:80"])
def test_the_table_answers_to_any_of_its_addresses(client: FlaskClient, name: str) -> None:
    assert client.get("/api/state", headers={"Host": name}).status_code == 200


def test_a_request_that_is_too_large_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/seat/name", json={"name": "a" * 100_000})
    sentence(answer, 413, "page.error.too_large")


def test_a_page_that_is_not_there_says_so(client: FlaskClient) -> None:
    answer = client.get("/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert words.say(Message("page.error.not_found")) in answer.get_data(as_text=True)
    sentence(client.get("/stream?view=secret"), 404, "page.error.not_found")
    sentence(client.put("/api/move", json={}), 405, "page.error.not_found")


def test_what_breaks_inside_is_logged_and_not_shown(
    client: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr(table, "status", broken)
    answer = client.get("/api/state")
    sentence(answer, 500, "page.error.broken")
    assert "inside" not in answer.get_data(as_text=True)

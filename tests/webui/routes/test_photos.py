"""A phone's picture on its way to the table: from whom, how large, how often, what it is told."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from referee.actor import HOST, at_seat
from referee.contract import Appraisal, Cell, Message, Score, Step, Term
from referee.match.commands import Move, Pause
from referee.reports.picture import PhotoOutcome
from referee.reports.questions import PossibleCard
from referee.table import Outline, Piece, Zone
from tests.webui.asking import phone, press, seq
from tests.webui.drawn import seen_as
from tests.webui.fake import FakeTable, doubt
from webui.access.guard import MOST_BYTES as ANY_REQUEST
from webui.access.uploads import MOST_BYTES, SENT, WINDOW_S
from webui.port import GridReading, UncertainCard

JPEG = b"\xff\xd8 a picture"


def send(
    client: FlaskClient, data: bytes = JPEG, seen: object = 1, kind: str = "image/jpeg"
) -> Any:
    return client.post(f"/api/photo?seen={seen}", data=data, content_type=kind)


def reveal(table: FakeTable) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))


@pytest.fixture
def seated(app: Flask, client: FlaskClient) -> FlaskClient:
    """The phone of the second seat."""
    client.post("/api/seat/take", json={"seat": 1})
    assert press(app.extensions["web"], 1)
    return client


def test_a_seat_and_a_host_may_send_and_are_told_what_was_read(
    table: FakeTable, seated: FlaskClient, host: FlaskClient
) -> None:
    table.reads = lambda _: seen_as(
        PhotoOutcome.WHOSE, Message("table.photo.whose"), zones=("seat:2",)
    )
    reply = send(seated, seen=seq(table)).get_json()
    assert reply["said"] == ["Where are these cards?"]
    assert reply["zones"] == [{"zone": "seat:2", "label": "In front of ■\N{NO-BREAK SPACE}Green"}]
    assert [spot["label"] for spot in reply["spots"]] == ["15"]
    assert reply["picture"].startswith("data:image/jpeg;base64,/9j/")
    send(host, b"another")
    assert table.sent == [(JPEG, seq(table), at_seat(1)), (b"another", 1, HOST)]
    answer = seated.post("/api/photo/zone", json={"photo": reply["id"], "zone": "seat:2"})
    assert answer.get_json()["came"] == "moved"
    assert seated.post("/api/photo/away", json={"photo": reply["id"]}).status_code == 200
    assert table.lain == [(reply["id"], "seat:2", at_seat(1)), (reply["id"], "", table.lain[1][2])]


def test_a_stranger_sends_nothing(table: FakeTable, client: FlaskClient) -> None:
    assert send(client).status_code == 403
    assert client.post("/api/photo/zone", json={"photo": "a", "zone": "b"}).status_code == 403
    assert client.post("/api/photo/away", json={"photo": "a"}).status_code == 403
    assert table.sent == []
    assert table.lain == []


def test_only_a_picture_is_taken_for_one_only_there_and_only_it_may_be_large(
    seated: FlaskClient, table: FakeTable
) -> None:
    assert send(seated, kind="image/heic").status_code == 415
    assert seated.post("/api/move", data=JPEG, content_type="image/jpeg").status_code == 415
    assert send(seated, seen="yesterday").status_code == 400
    assert seated.post("/api/photo", data=JPEG, content_type="image/jpeg").status_code == 400
    assert send(seated, bytes(MOST_BYTES)).status_code == 200
    assert send(seated, bytes(MOST_BYTES + 1)).status_code == 413
    long = b'{"x": "' + b"x" * ANY_REQUEST + b'"}'
    answer = seated.post("/api/photo/zone", data=long, content_type="application/json")
    assert answer.status_code == 413
    assert len(table.sent) == 1


def test_a_phone_sends_ten_pictures_a_minute(
    app: Flask, seated: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = [100.0]
    monkeypatch.setattr(app.extensions["web"].uploads, "_now_s", lambda: now_s[0])
    assert [send(seated).status_code for _ in range(SENT + 1)] == [200] * SENT + [429]
    now_s[0] += WINDOW_S
    assert send(seated).status_code == 200


def test_a_picture_is_offered_where_cards_are_asked_for_and_what_lies_before_a_seat_is_counted(
    table: FakeTable, seated: FlaskClient, app: Flask
) -> None:
    def offered(client: FlaskClient) -> Any:
        return client.get("/api/state").get_json()["photo"]

    stranger = phone(app)
    assert offered(seated) is None
    reveal(table)
    assert offered(seated) == "also"
    assert offered(stranger) is None
    table.sees = False
    table.change()
    assert offered(seated) == "first"
    table.desk.do(Pause(), HOST)
    assert offered(seated) is None
    cells = (Cell("bow", 1, 0), Cell("stern", 1, 1))
    here = Zone("territory")
    canoe = Outline(here, ((1, 0), (1, 1)), (Piece("strength", here, 2),), True)
    step = Step(Message("table.photo.moved"), (Term("bow", 0, 1),), 2)
    unknown = Message("table.ask.unknown")
    doubt = UncertainCard("photo-7", b"\x89PNG", unknown, (PossibleCard("fur", 1, 2),))
    worth = Appraisal(Score(2, (step,)), (canoe,), (Message("table.photo.between"),))
    table.counted = GridReading(seen_as(PhotoOutcome.NOTHING), cells, worth, (doubt,))
    reply = seated.post("/api/count", data=JPEG, content_type="image/jpeg").get_json()
    assert reply["total"] == 2
    assert [entry["card"] for entry in reply["table"]["lying"]] == ["bow", "stern"]
    assert reply["table"]["outlines"][0]["whole"]
    assert reply["steps"][0]["total"] == 2
    assert reply["doubts"][0]["candidates"][0]["card"] == "fur"
    assert reply["doubts"][0]["picture"] == "data:image/png;base64,iVBORw=="
    assert len(reply["faults"]) == 1
    named = {"photo": "photo-1", "item": "photo-7", "card": "fur"}
    assert seated.post("/api/count/card", json=named).status_code == 200
    answer = seated.post("/api/count/card", json=named | {"card": "none such"})
    assert answer.status_code == 409
    assert table.answered[0] == ("photo-1", "photo-7", "fur", at_seat(1))
    refused = stranger.post("/api/count", data=JPEG, content_type="image/jpeg")
    assert refused.status_code == 403


def test_the_picture_of_a_question_is_shown_to_seats_and_hosts_alone(
    table: FakeTable, seated: FlaskClient, host: FlaskClient, app: Flask
) -> None:
    asked = doubt(table)
    table.ask(replace(asked, id=f"photo-1:{asked.id}:1"))
    for browser in (seated, host):
        reply = browser.get("/api/photo/photo-1").get_json()
        assert (reply["id"], reply["came"]) == ("photo-1", "asked")
        assert reply["question"] == f"photo-1:{asked.id}:1"
    assert host.get("/api/photo/photo-2").status_code == 409
    stranger = phone(app)
    assert stranger.get("/api/photo/photo-1").status_code == 403

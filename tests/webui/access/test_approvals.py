"""A seat is confirmed at the table, and what a seat does to all waits for a second one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import at_seat
from referee.contract import RefereeError
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.proposals import ASKED_WITHIN_S, MOST_ASKED
from tests.referee.coup_detat.dealing import play_until_decided
from tests.webui.asking import announce, phone, seated_phone, sentence, seq
from tests.webui.fake import FakeTable
from webui.access.holders import Holders
from webui.access.seats.approvals import SEAT_MS, Approvals
from webui.access.seats.notices import NameQuestion

SEATS = 3


class Clock:
    ms = 0

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def approvals(app: Flask, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Approvals:
    kept: Approvals = app.extensions["web"].approvals
    monkeypatch.setattr(kept, "_now_ms", clock)
    return kept


def waits(client: FlaskClient, view: str = "phone") -> list[Any]:
    return list(client.get(f"/api/state?view={view}").get_json()["waits"])


def notes(client: FlaskClient) -> list[Any]:
    return list(client.get("/api/state").get_json()["notes"])


def settle(client: FlaskClient, wait: Any, yes: bool) -> Any:
    return client.post("/api/settle", json={"id": wait["id"], "yes": yes})


# -- a seat ------------------------------------------------------------------------------


def refused_s(approvals: Approvals, seat: int, token: str | None, address: str) -> int:
    """Ask for a seat that is not to be had now; return the seconds to wait that are said."""
    with pytest.raises(RefereeError) as refused:
        approvals.request_seat(seat, token, address)
    seconds = refused.value.message.params["seconds"]
    assert isinstance(seconds, int)
    return seconds


def test_one_address_asks_for_one_seat_at_a_time_whatever_cookies_it_sends(
    approvals: Approvals, clock: Clock
) -> None:
    """Without a cookie it kept four seats waiting at once."""
    approvals.request_seat(0, None, "192.0.2.66")
    clock.ms = 6_000
    for token in (None, "made up"):
        assert refused_s(approvals, 1, token, "192.0.2.66") == 9
    approvals.request_seat(2, None, "192.0.2.7")
    assert [request.seat for request in approvals.seat_requests()] == [0, 2]


def test_who_asks_in_vain_six_times_waits_for_the_minute_to_end(
    approvals: Approvals, clock: Clock
) -> None:
    """One address could keep a seat asked for without end."""
    for _ in range(MOST_ASKED):
        approvals.withdraw(approvals.request_seat(0, None, "192.0.2.66"))
        clock.ms += 1000
    assert refused_s(approvals, 1, None, "192.0.2.66") == ASKED_WITHIN_S - MOST_ASKED
    approvals.request_seat(0, None, "192.0.2.7")
    clock.ms = round(1000 * ASKED_WITHIN_S)
    approvals.request_seat(1, None, "192.0.2.66")


def test_asking_again_and_moving_about_keep_no_seat_longer(
    approvals: Approvals, clock: Clock
) -> None:
    token = approvals.request_seat(0, None, "192.0.2.66")
    clock.ms = 10_000
    assert approvals.request_seat(0, token, "192.0.2.66") == token
    assert approvals.seat_requests()[0].due_ms == SEAT_MS
    for number in range(1, MOST_ASKED):
        approvals.request_seat(number % 2, token, "192.0.2.66")
    assert refused_s(approvals, 0, token, "192.0.2.66") == 50


def test_two_phones_behind_one_address_sit_down_one_after_the_other(
    app: Flask, approvals: Approvals, table: FakeTable
) -> None:
    for seat in range(6):
        approvals.request_seat(seat, None, "192.0.2.7")
        assert table.confirm(seat)
    assert app.extensions["web"].holders.taken == frozenset(range(6))


def test_who_sits_is_not_hindered_by_what_others_of_their_address_do(
    approvals: Approvals, clock: Clock, table: FakeTable
) -> None:
    seated = approvals.request_seat(0, None, "192.0.2.7")
    table.confirm(0)
    for _ in range(MOST_ASKED):
        approvals.withdraw(approvals.request_seat(1, None, "192.0.2.7"))
    assert refused_s(approvals, 1, None, "192.0.2.7") > 0
    clock.ms += 60_000
    approvals.request_seat(1, None, "192.0.2.7")
    assert approvals.request_seat(2, seated, "192.0.2.7") == seated
    assert [request.seat for request in approvals.seat_requests()] == [1, 2]


def test_a_host_waits_for_no_limit(approvals: Approvals, clock: Clock) -> None:
    for seat in (0, 1) * MOST_ASKED:
        approvals.withdraw(approvals.request_seat(seat, None, None))
    approvals.request_seat(0, None, None)
    approvals.request_seat(1, None, None)
    clock.ms = SEAT_MS
    approvals.request_seat(0, None, None)


def test_nobody_chooses_a_token(approvals: Approvals) -> None:
    assert approvals.request_seat(0, "mine", "192.0.2.7") != "mine"


def test_what_became_of_a_request_is_said_until_it_is_put_away(
    app: Flask,
    client: FlaskClient,
    host: FlaskClient,
    clock: Clock,
    monkeypatch: Any,
    table: FakeTable,
) -> None:
    approvals = app.extensions["web"].approvals
    monkeypatch.setattr(approvals, "_now_ms", clock)
    client.post("/api/seat/take", json={"seat": 1})
    clock.ms = SEAT_MS
    (note,) = notes(client)
    assert "Nobody let this phone sit at ▲" in note["text"]
    assert (notes(client), waits(client)) == ([note], [])
    assert notes(phone(app)) == []
    sentence(settle(phone(app), note, False), 409, "page.error.waits_no_longer")
    assert settle(client, note, False).status_code == 200
    assert notes(client) == []
    clock.ms += 60_000
    client.post("/api/seat/take", json={"seat": 1})
    settle(host, waits(host)[0], False)
    assert "The table said no" in notes(client)[0]["text"]
    clock.ms += 60_000
    for how in (
        lambda: settle(client, waits(client)[0], False),
        lambda: client.post("/api/seat/leave", json={}),
    ):
        client.post("/api/seat/take", json={"seat": 1})
        assert how().status_code == 200
        assert waits(client) == []
        assert not table.confirm(1)
        clock.ms += 60_000


def test_the_host_lets_a_phone_sit_or_not(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    client.post("/api/seat/take", json={"seat": 1})
    other = seated_phone(app, table, 0)
    assert waits(other) == []
    for view in ("table", "virtual", "phone"):
        (wait,) = waits(host, view)
        assert (wait["yes"], wait["no"]) == ("Allow", "No")
    sentence(settle(other, wait, True), 403, "page.error.not_host")
    sentence(settle(other, wait, False), 403, "page.error.not_host")
    sentence(settle(client, wait, True), 403, "page.error.not_host")
    assert settle(host, wait, True).status_code == 200
    assert client.get("/api/state").get_json()["you"] == 1
    sentence(settle(host, wait, True), 409, "page.error.waits_no_longer")
    third = phone(app, "192.0.2.9")
    third.post("/api/seat/take", json={"seat": 2})
    assert settle(host, waits(host, "table")[0], False).status_code == 200
    assert third.get("/api/state").get_json()["you"] is None
    assert not table.confirm(2)


# -- what a seat does to all -------------------------------------------------------------


@pytest.fixture
def seated(app: Flask, table: FakeTable) -> list[FlaskClient]:
    """A phone at every seat."""
    return [seated_phone(app, table, seat, f"192.0.2.{10 + seat}") for seat in range(SEATS)]


def test_ones_own_move_is_taken_back_at_once_and_anothers_when_a_second_seat_agrees(
    seated: list[FlaskClient], table: FakeTable, client: FlaskClient
) -> None:
    announce(seated[0], table, 0, 9)
    assert seated[0].post("/api/undo", json={"seen": seq(table)}).status_code == 200
    assert table.undone == [at_seat(0)]
    announce(seated[0], table, 0, 9)
    before = seq(table)
    assert seated[1].post("/api/undo", json={"seen": before}).get_json()["waits"]
    assert seq(table) == before
    shown = [waits(client)[0] for client in seated]
    assert "wants to undo: ●\N{NO-BREAK SPACE}Blue" in shown[0]["text"]
    assert [entry["yes"] for entry in shown] == ["Agree", None, "Agree"]
    sentence(settle(seated[1], shown[1], True), 403, "page.error.second_seat")
    sentence(settle(client, shown[1], True), 403, "page.error.no_seat")
    assert waits(client) == []
    assert settle(seated[2], shown[2], True).status_code == 200
    assert table.undone == [at_seat(0), at_seat(1)]
    assert all(waits(flask_client) == [] for flask_client in seated)


@pytest.mark.parametrize("who", [0, 1])
def test_an_undo_is_declined_or_withdrawn(
    seated: list[FlaskClient], table: FakeTable, who: int
) -> None:
    announce(seated[0], table, 0, 9)
    seated[1].post("/api/undo", json={"seen": seq(table)})
    (wait,) = waits(seated[who])
    assert settle(seated[who], wait, False).status_code == 200
    assert table.undone == []
    sentence(settle(seated[2], wait, True), 409, "page.error.waits_no_longer")
    again = seated[1].post("/api/undo", json={"seen": seq(table)})
    if who == 0:
        sentence(again, 409, "desk.proposal.refused")
        announce(seated[1], table, 1, 10)
        assert seated[2].post("/api/undo", json={"seen": seq(table)}).get_json()["waits"]
        return
    for _ in range(4):
        settle(seated[1], waits(seated[1])[0], False)
        assert seated[1].post("/api/undo", json={"seen": seq(table)}).get_json()["waits"]
    settle(seated[1], waits(seated[1])[0], False)
    sentence(seated[1].post("/api/undo", json={"seen": seq(table)}), 429, "desk.proposal.often")


def test_what_is_proposed_once_more_is_what_waits_until_the_match_moves_on(
    seated: list[FlaskClient], table: FakeTable
) -> None:
    """An impatient second tap took the ground from under a yes; a thousand filled the journal."""
    announce(seated[0], table, 0, 9)
    seated[1].post("/api/undo", json={"seen": seq(table)})
    (wait,) = waits(seated[0])
    seated[2].post("/api/seat/name", json={"name": "Cy"})
    assert seated[1].post("/api/undo", json={"seen": seq(table)}).get_json()["waits"]
    assert settle(seated[0], wait, True).status_code == 200
    assert len(table.undone) == 1
    announce(seated[0], table, 0, 9)
    seated[2].post("/api/undo", json={"seen": seq(table)})
    (wait,) = waits(seated[0])
    announce(seated[1], table, 1, 10)
    assert all(waits(client) == [] for client in seated)
    sentence(settle(seated[0], wait, True), 409, "page.error.waits_no_longer")
    assert len(table.undone) == 1


def test_a_seat_does_not_decide_alone_what_the_host_decides(
    seated: list[FlaskClient], host: FlaskClient, table: FakeTable
) -> None:
    """SL-25: all agree to end a decided deal, or the host does. PC-2: the host sets horses."""
    play_until_decided(table.desk)
    body = {"seen": seq(table), "move": {"move": "end_deal"}}
    sentence(seated[1].post("/api/move", json=body), 403, "page.error.not_host")
    assert host.post("/api/move", json=body | {"as": "host"}).get_json()["done"]
    table.do(Begin("plenty_coups", {}, 3))
    body = {"seen": seq(table), "move": {"move": "horses_set", "camp": 0, "horses": 5}}
    sentence(seated[1].post("/api/move", json=body), 403, "page.error.not_host")
    assert host.post("/api/move", json=body | {"as": "host"}).get_json()["done"]


def test_a_move_that_cites_a_picture_nobody_has_is_refused(
    host: FlaskClient, table: FakeTable
) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    table.pictures["p"] = b"png"
    move: dict[str, Any] = {"move": "cards_read", "cards": ["3", "4", "5"]}
    body = {"seen": seq(table), "as": "host"}
    for proof in (["nothing"], ["p", "nothing"], ["", "", ""]):
        answer = host.post("/api/move", json=body | {"move": move | {"proof": proof}})
        sentence(answer, 409, "page.error.no_such_proof")
    body["move"] = move | {"proof": ["p"] * 3}
    assert host.post("/api/move", json=body).status_code == 200


def test_a_question_for_a_name_is_asked_until_it_is_answered_also_after_a_restart(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.sqlite"
    with closing(Desk.open(journal)) as desk:
        notices = Approvals(Holders(desk)).notices
        notices.ask("a phone", 1, "", kept=False)
        notices.ask("a phone", 2, "Ada", drawn=True)
        notices.say("a phone", "page.note.host")
        asked = [
            question
            for question in notices.notes_for("a phone")
            if isinstance(question, NameQuestion)
        ]
        assert len(asked) == 2
    with closing(Desk.open(journal)) as desk:
        notices = Approvals(Holders(desk)).notices
        assert list(notices.notes_for("a phone")) == asked
        assert notices.dismiss("a phone", asked[0].id, NameQuestion) == asked[0]
    with closing(Desk.open(journal)) as desk:
        assert list(Approvals(Holders(desk)).notices.notes_for("a phone")) == asked[1:]
        desk.put("web.questions", {"a phone": [{"seat": "x"}]})
        assert Approvals(Holders(desk)).notices.notes_for("a phone") == ()

"""A seat is confirmed at the table, and what a seat does to all waits for a second one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import at_seat
from referee.match.commands import Move
from referee.match.desk import Desk, JournalError
from referee.reports import hands
from tests.webui.asking import announce, phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable, FakeVirtual
from webui.access.consent import SEAT_MS, TRIES, TRIES_MS, AsksInVain, Consent
from webui.access.holders import Holders, SeatTaken

SEATS = 3


class Clock:
    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def holders(table: FakeTable) -> Holders:
    return Holders(table.desk)


@pytest.fixture
def consent(holders: Holders, clock: Clock) -> Consent:
    return Consent(holders, clock)


def waits(client: FlaskClient, view: str = "phone") -> list[Any]:
    found: list[Any] = client.get(f"/api/state?view={view}").get_json()["waits"]
    return found


def settle(client: FlaskClient, wait: Any, yes: bool) -> Any:
    return client.post("/api/settle", json={"id": wait["id"], "yes": yes})


# -- a seat ------------------------------------------------------------------------------


def test_a_seat_is_taken_by_the_press_of_its_own_button(consent: Consent, holders: Holders) -> None:
    token = consent.ask_seat(1, None, "192.0.2.7")
    assert holders.seats_of(token) == ()
    assert not consent.press(0)
    assert consent.press(1)
    assert holders.seats_of(token) == (1,)
    assert not consent.press(1)  # the next press is a move again


def test_a_press_after_the_time_gives_nobody_the_seat(
    consent: Consent, holders: Holders, clock: Clock
) -> None:
    token = consent.ask_seat(1, None, "192.0.2.7")
    clock.ms = SEAT_MS
    assert not consent.press(1)
    assert holders.seats_of(token) == ()
    assert consent.asked_by(token) is None
    assert not consent.expired()  # it is forgotten already


def test_a_request_is_over_by_itself_and_that_is_news_once(consent: Consent, clock: Clock) -> None:
    consent.ask_seat(1, None, "192.0.2.7")
    assert not consent.expired()
    clock.ms = SEAT_MS
    assert consent.expired()
    assert not consent.expired()


def test_one_request_a_seat_and_one_a_phone(consent: Consent) -> None:
    first = consent.ask_seat(0, None, "192.0.2.7")
    with pytest.raises(AsksInVain):
        consent.ask_seat(0, None, "192.0.2.8")
    assert consent.ask_seat(1, first, "192.0.2.7") == first
    assert [one.seat for one in consent.seats()] == [1]


def test_a_stranger_who_asks_on_and_on_is_asked_to_wait(
    consent: Consent, holders: Holders, clock: Clock
) -> None:
    """One stranger took all six seats; now he keeps at most four waiting, 15 seconds a minute."""
    for seat in range(TRIES):
        consent.ask_seat(seat, None, "192.0.2.66")
    with pytest.raises(AsksInVain):
        consent.ask_seat(TRIES, None, "192.0.2.66")
    consent.ask_seat(TRIES, None, "192.0.2.7")
    clock.ms = TRIES_MS
    consent.ask_seat(0, None, "192.0.2.66")
    assert holders.taken == frozenset()


def test_tries_of_ever_new_addresses_are_not_kept_for_ever(consent: Consent) -> None:
    for number in range(2000):
        token = consent.ask_seat(0, None, f"2001:db8::{number:x}")
        consent.withdraw(token)
    assert len(consent._tried) <= 500


def test_who_sat_down_has_asked_in_vain_no_more(consent: Consent) -> None:
    token = None
    for seat in (0, 1) * TRIES:
        token = consent.ask_seat(seat, token, "192.0.2.7")
        assert consent.press(seat)


def test_a_phone_that_asks_for_one_more_seat_has_both_once_it_is_confirmed(
    consent: Consent, holders: Holders, clock: Clock
) -> None:
    token = consent.ask_seat(2, None, "192.0.2.7")
    consent.press(2)
    assert consent.ask_seat(0, token, "192.0.2.7") == token
    assert holders.seats_of(token) == (2,)
    clock.ms = SEAT_MS
    assert holders.seats_of(token) == (2,)
    assert not holders.shared(2)
    consent.ask_seat(0, token, "192.0.2.7")
    consent.press(0)
    assert holders.seats_of(token) == (0, 2)
    assert holders.shared(0)
    assert holders.shared(2)


def test_a_seat_is_not_asked_for_while_another_phone_holds_it(consent: Consent) -> None:
    consent.ask_seat(0, None, "192.0.2.7")
    consent.press(0)
    with pytest.raises(SeatTaken):
        consent.ask_seat(0, None, "192.0.2.8")


def test_nobody_chooses_a_token(consent: Consent) -> None:
    assert consent.ask_seat(0, "mine", "192.0.2.7") != "mine"


def test_a_press_that_cannot_be_written_down_harms_nobody(tmp_path: Path) -> None:
    desk = Desk.open(tmp_path / "journal.sqlite")
    consent = Consent(Holders(desk))
    consent.ask_seat(0, None, "192.0.2.7")
    desk.close()
    assert consent.press(0)  # it was meant for the seat, and is no move
    consent.ask_seat(0, None, "192.0.2.7")
    with pytest.raises(JournalError):
        consent.seat(consent.seats()[0].id, yes=True)


def test_the_phone_is_told_what_to_do_and_the_press_is_no_move(
    client: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    before = seq(table)
    assert client.post("/api/seat/take", json={"seat": 1}).get_json()["waits"]
    assert client.get("/api/state").get_json()["you"] is None
    (wait,) = waits(client)
    assert wait["text"].startswith(
        "Press ▲\N{NO-BREAK SPACE}vermilion’s button at the table within 15"
    )
    assert (wait["yes"], wait["no"]) == (None, "Withdraw")
    virtual.do(hands.Button(1, True))
    virtual.do(hands.Button(1, False))
    assert client.get("/api/state").get_json()["you"] == 1
    assert waits(client) == []
    assert seq(table) == before
    virtual.do(hands.Button(1, True))  # and the next is one: Coyote!
    assert seq(table) == before + 1


def test_the_host_lets_a_phone_sit_or_not(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    client.post("/api/seat/take", json={"seat": 1})
    other = phone(app)
    sit_down(other, table, 0)
    assert waits(other) == []
    assert waits(other, "table") == []
    for view in ("table", "virtual", "phone"):
        (wait,) = waits(host, view)
        assert (wait["yes"], wait["no"]) == ("Let them sit", "No")
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


def test_a_phone_withdraws_what_it_asked(client: FlaskClient, table: FakeTable) -> None:
    for how in (
        lambda: settle(client, waits(client)[0], False),
        lambda: client.post("/api/seat/leave", json={}),
    ):
        client.post("/api/seat/take", json={"seat": 1})
        assert how().status_code == 200
        assert waits(client) == []
        assert not table.confirm(1)


def test_the_hosts_own_phone_sits_down_at_once(host: FlaskClient) -> None:
    assert not host.post("/api/seat/take", json={"seat": 1}).get_json()["waits"]
    assert host.get("/api/state").get_json()["you"] == 1


# -- what a seat does to all -------------------------------------------------------------


@pytest.fixture
def seated(app: Flask, table: FakeTable) -> list[FlaskClient]:
    """A phone at every seat."""
    phones = [phone(app, f"192.0.2.{10 + seat}") for seat in range(SEATS)]
    for seat, client in enumerate(phones):
        sit_down(client, table, seat)
    return phones


def test_ones_own_move_is_taken_back_at_once(seated: list[FlaskClient], table: FakeTable) -> None:
    announce(seated[0], table, 0, 9)
    assert seated[0].post("/api/undo", json={"seen": seq(table)}).status_code == 200
    assert table.undone == [at_seat(0)]


def test_anothers_move_is_taken_back_when_a_second_seat_agrees(
    client: FlaskClient, seated: list[FlaskClient], table: FakeTable
) -> None:
    announce(seated[0], table, 0, 9)
    before = seq(table)
    assert seated[1].post("/api/undo", json={"seen": before}).get_json()["waits"]
    assert seq(table) == before
    shown = [waits(one)[0] for one in seated]
    assert "wants to take back: ●\N{NO-BREAK SPACE}blue" in shown[0]["text"]
    assert [one["yes"] for one in shown] == ["Agree", None, "Agree"]
    sentence(settle(seated[1], shown[1], True), 403, "page.error.second_seat")
    sentence(settle(client, shown[1], True), 403, "page.error.no_seat")
    assert waits(client) == []
    assert settle(seated[2], shown[2], True).status_code == 200
    assert table.undone == [at_seat(1)]
    assert all(waits(one) == [] for one in seated)


def test_who_says_yes_to_what_somebody_settled_just_now_is_told(
    app: Flask,
    client: FlaskClient,
    host: FlaskClient,
    seated: list[FlaskClient],
    table: FakeTable,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    consent = app.extensions["web"].consent
    announce(seated[0], table, 0, 9)
    seated[1].post("/api/undo", json={"seen": seq(table)})
    act = waits(seated[2])[0]
    monkeypatch.setattr(consent, "settle", lambda _id: None)
    sentence(settle(seated[2], act, True), 409, "page.error.waits_no_longer")
    assert table.undone == []
    app.extensions["web"].holders.free(2)
    client.post("/api/seat/take", json={"seat": 2})
    asked = next(one for one in waits(host, "table") if one["id"] != act["id"])
    monkeypatch.setattr(consent, "seat", lambda _id, _yes: False)
    sentence(settle(host, asked, True), 409, "page.error.waits_no_longer")


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


def test_what_waits_falls_when_the_match_moves_on(
    seated: list[FlaskClient], table: FakeTable
) -> None:
    announce(seated[0], table, 0, 9)
    seated[2].post("/api/undo", json={"seen": seq(table)})
    (wait,) = waits(seated[0])
    announce(seated[1], table, 1, 10)
    assert all(waits(one) == [] for one in seated)
    sentence(settle(seated[0], wait, True), 409, "page.error.waits_no_longer")
    assert table.undone == []


def test_an_undo_chosen_on_an_old_screen_does_not_even_wait(
    seated: list[FlaskClient], table: FakeTable
) -> None:
    announce(seated[0], table, 0, 9)
    old = seq(table)
    announce(seated[1], table, 1, 10)
    sentence(seated[2].post("/api/undo", json={"seen": old}), 409, "desk.stale")


def test_cards_typed_in_wait_too_and_the_log_says_whose_they_are(
    seated: list[FlaskClient], table: FakeTable
) -> None:
    announce(seated[0], table, 0, 9)
    table.desk.do(Move({"move": "challenge", "seat": 1}), at_seat(1))
    before = seq(table)
    typed = {"move": "cards_read", "cards": ["3", "4", "5"]}
    body = {"seen": before, "move": typed}
    bad = seated[2].post("/api/move", json=body | {"move": typed | {"cards": ["3"]}})
    assert bad.status_code == 409  # what the rules refuse does not wait
    assert seated[2].post("/api/move", json=body).get_json()["waits"]
    assert seq(table) == before
    (wait,) = waits(seated[0])
    assert settle(seated[0], wait, True).status_code == 200
    log = seated[1].get("/api/state").get_json()["log"]
    assert log[0]["text"].endswith("(typed by ■\N{NO-BREAK SPACE}green)")
    assert "typed" not in log[1]["text"]


def test_cards_typed_by_the_host_say_so(host: FlaskClient, table: FakeTable) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    move = {"move": "cards_read", "cards": ["3", "4", "5"]}
    body = {"seen": seq(table), "move": move, "as": "host"}
    assert host.post("/api/move", json=body).status_code == 200
    state = host.get("/api/state?view=table").get_json()
    assert state["log"][0]["text"].endswith("(typed by the host)")


@pytest.mark.parametrize("proof", [["nothing"], ["p", "nothing"], ["", "", ""]])
def test_a_move_that_cites_a_picture_nobody_has_is_refused(
    host: FlaskClient, table: FakeTable, proof: list[str]
) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    table.pictures["p"] = b"png"
    move = {"move": "cards_read", "cards": ["3", "4", "5"], "proof": proof}
    body = {"seen": seq(table), "move": move, "as": "host"}
    sentence(host.post("/api/move", json=body), 409, "page.error.no_such_proof")
    body["move"] = move | {"proof": ["p"] * 3}
    assert host.post("/api/move", json=body).status_code == 200

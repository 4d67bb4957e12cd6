"""A seat that another browser has can be asked for, and moves with its player on a yes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import HOST
from referee.contract import RefereeError
from referee.reports import virtual_acts
from referee.reports.commands import AnswerApproval
from tests.matches import match_of
from tests.webui.access.test_approvals import Clock, notes, waits
from tests.webui.asking import announce, phone, sentence, sit_down, state
from tests.webui.fake import FakeTable, FakeVirtual
from webui.access.seats.approvals import MOVE_MS

Says = Callable[[FakeTable, FlaskClient, FlaskClient, str], object]


def ask(client: FlaskClient, seat: int = 0) -> str:
    """Ask for a held seat; return the request's id."""
    answer = client.post("/api/seat/take", json={"seat": seat, "held": True})
    assert answer.get_json()["waits"]
    (wait,) = waits(client)
    return str(wait["id"])


@pytest.fixture
def ada(client: FlaskClient, table: FakeTable) -> FlaskClient:
    """The browser that has seat 0, in mid-match, as Ada."""
    sit_down(client, table, 0)
    client.post("/api/seat/name", json={"name": "Ada"})
    assert announce(client, table, 0, 5).status_code == 200
    return client


def settle(client: FlaskClient, id_: str, yes: bool = True) -> None:
    assert client.post("/api/settle", json={"id": id_, "yes": yes}).status_code == 200


ANSWERS: dict[str, Says] = {
    "its old browser": lambda _table, ada, _host, id_: settle(ada, id_),
    "its button": lambda table, _ada, _host, _id: table.confirm(0),
    "the host": lambda _table, _ada, host, id_: settle(host, id_),
    "the console": lambda table, _ada, _host, id_: table.do(AnswerApproval(id_, True), HOST),
}


@pytest.mark.parametrize("who", ANSWERS)
def test_a_held_seat_moves_to_another_browser_on_a_yes_of(
    who: str,
    app: Flask,
    ada: FlaskClient,
    host: FlaskClient,
    table: FakeTable,
    virtual: FakeVirtual,
) -> None:
    virtual.do(virtual_acts.Deal())
    jar = phone(app, "192.0.2.7")
    sentence(jar.post("/api/seat/take", json={"seat": 0}), 409, "page.error.seat_taken")
    id_ = ask(jar)
    for page, text in (
        (waits(ada), "Another browser asks for your seat"),
        (waits(jar), "Say yes in the browser that has this seat"),
        (waits(host, "table"), "It would lose the seat"),
        (waits(phone(app, "192.0.2.9"), "table"), "It would lose the seat"),
    ):
        assert text in page[0]["text"]
        assert page[0]["of"] == MOVE_MS  # the ring that empties
    assert (state(jar)["you"], state(jar)["hands"]) == (None, [])  # not before the yes
    sentence(
        phone(app).post("/api/settle", json={"id": id_, "yes": True}), 403, "page.error.not_host"
    )
    sentence(jar.post("/api/settle", json={"id": id_, "yes": True}), 403, "page.error.not_host")
    ANSWERS[who](table, ada, host, id_)
    assert (state(jar)["you"], state(ada)["you"]) == (0, None)
    assert len(state(jar)["hands"]) > 0
    assert state(ada)["hands"] == []
    assert "in another browser now" in notes(ada)[0]["text"]
    assert match_of(table.desk).names[0] == "Ada"
    assert state(jar)["seats"][0]["given"] == "Ada"
    sentence(announce(ada, table, 0, 9), 403, "page.error.no_seat")
    asked = state(jar)["sitting"]  # who had no yes of Ada's own is asked whether they are Ada
    assert (asked is None) == (who in ("its old browser", "its button"))


@pytest.mark.parametrize("refused", ["no", "no answer", "withdrawn"])
def test_without_a_yes_the_seat_stays_where_it_is(
    refused: str, app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, web = Clock(), app.extensions["web"]
    holders, approvals = web.holders, web.approvals
    monkeypatch.setattr(approvals, "_now_ms", clock)
    old = approvals.request_seat(0, None, "192.0.2.7")
    table.confirm(0)
    for number in range(2):
        address = f"192.0.2.{20 + number}"
        jar = approvals.request_seat(0, None, address, held=True)
        with pytest.raises(RefereeError):  # one asks at a time
            approvals.request_seat(0, None, "192.0.2.99", held=True)
        (request,) = approvals.seat_requests()
        assert request.due_ms - clock.ms == MOVE_MS
        if refused == "no":
            web.phones.answer(request.id, yes=False, own=True)
        elif refused == "withdrawn":
            approvals.withdraw(jar)
        else:
            clock.ms = request.due_ms
            assert approvals.drop_expired()
        assert holders.seats_of(old) == (0,)
        assert holders.seats_of(jar) == ()
    approvals.request_seat(0, None, None, held=True)  # the host may always ask
    table.confirm(0)
    assert holders.seats_of(old) == ()

"""What a phone was by its seat it is no more without it, and is told so; nor does its name stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import HOST
from referee.match.commands import Again, Begin, HandOver
from referee.reports.commands import MakeHost
from tests.matches import match_of
from tests.webui.access.test_hosts import become, is_host
from tests.webui.asking import (
    keep_token,
    kept_token,
    phone,
    seated_phone,
    sentence,
    sit_down,
    state,
)
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import played
from tests.webui.routes.test_safe import table_in_need
from webui.app import create_app
from webui.port import Phones
from webui.safe import create_safe_app

Loss = Callable[[FlaskClient, Phones, FlaskClient, int], Any]


def console(table: FakeTable) -> Phones:
    assert table.phones is not None
    return table.phones


def notes(client: FlaskClient) -> list[str]:
    return [note["text"] for note in client.get("/api/state").get_json()["notes"]]


def asked(client: FlaskClient) -> str | None:
    """Return what a phone's player is asked who sits down."""
    sitting = client.get("/api/state").get_json()["sitting"]
    return None if sitting is None else str(sitting["text"])


def sit(client: FlaskClient, name: str = "") -> None:
    """Say what one is called, or play without a name."""
    sitting = client.get("/api/state").get_json()["sitting"]
    body = {"id": sitting["id"], "name": name}
    assert client.post("/api/seat/sit", json=body).status_code == 200
    assert asked(client) is None


def freed(host: FlaskClient, seat: int) -> Any:
    return host.post("/api/seat/free", json={"seat": seat}).get_json()


def handed(host: FlaskClient, seat: int) -> Any:
    return host.post("/api/seat/over", json={"seat": seat, "name": "Bo"})


BY_OTHERS: dict[str, Loss] = {
    "freed": lambda host, _phones, _mine, seat: freed(host, seat),
    "handed": lambda host, _phones, _mine, seat: handed(host, seat),
    "handed at the console": lambda _, phones, _mine, seat: phones.do(HandOver(seat, "Bo"), HOST),
}
ITSELF: dict[str, Loss] = {
    "left": lambda _host, _phones, mine, seat: mine.post("/api/seat/leave", json={"seat": seat}),
    "handed on": lambda _, _phones, mine, seat: mine.post("/api/seat/over", json={"seat": seat}),
}
LOSSES = BY_OTHERS | ITSELF


def again(table: FakeTable, token: str | None) -> FlaskClient:
    """Return the same phone after a restart."""
    made = phone(create_app(table, host_code=CODE))
    keep_token(made, str(token))
    return made


def reads_the_journal(table: FakeTable, token: str | None) -> bool:
    """Ask for the journal in safe mode."""
    made = phone(create_safe_app(table_in_need(), table.desk))
    keep_token(made, str(token))
    return made.get("/safe/journal").status_code == 200


@pytest.mark.parametrize("loss", LOSSES)
def test_who_was_made_host_is_host_no_more_without_a_seat(
    client: FlaskClient, host: FlaskClient, table: FakeTable, loss: str
) -> None:
    """A phone that was freed as lost stayed host, over a restart and in safe mode too."""
    sit_down(client, table, 1)
    console(table).do(MakeHost(1), HOST)
    kept = kept_token(client)
    assert is_host(client)
    assert reads_the_journal(table, kept)
    LOSSES[loss](host, console(table), client, 1)
    assert not is_host(client)
    assert not is_host(again(table, kept))
    assert not reads_the_journal(table, kept)
    sentence(client.post("/api/host/revoke", json={}), 403, "page.error.not_host")


@pytest.mark.parametrize("loss", ["freed", "left"])
def test_with_one_of_two_seats_it_stays_host(
    client: FlaskClient, host: FlaskClient, table: FakeTable, loss: str
) -> None:
    sit_down(client, table, 1)
    sit_down(client, table, 2)
    console(table).do(MakeHost(2), HOST)
    LOSSES[loss](host, console(table), client, 2)
    assert is_host(client)
    LOSSES[loss](host, console(table), client, 1)
    assert not is_host(client)


@pytest.mark.parametrize("loss", BY_OTHERS)
def test_what_it_was_by_the_code_it_loses_with_the_seat_that_others_take(
    client: FlaskClient, host: FlaskClient, table: FakeTable, loss: str
) -> None:
    sit_down(client, table, 1)
    become(client)
    kept = kept_token(client)
    LOSSES[loss](host, console(table), client, 1)
    assert not is_host(client)
    assert not is_host(again(table, kept))
    assert become(phone(create_app(table)), CODE) == 403, "the code, which it has shown, is another"


@pytest.mark.parametrize("loss", ITSELF)
def test_what_it_is_by_the_code_it_stays_where_it_leaves_by_itself(
    client: FlaskClient, host: FlaskClient, table: FakeTable, loss: str
) -> None:
    become(client)
    client.post("/api/seat/take", json={"seat": 1})  # a host's phone sits down at once
    LOSSES[loss](host, console(table), client, 1)
    assert is_host(client)
    assert become(phone(create_app(table, host_code=CODE))) == 200


def test_a_host_by_the_code_is_one_with_the_seat_that_it_asked_for_before(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    """Its request was let in after the code was entered: freed as lost, it stayed host."""
    client.post("/api/seat/take", json={"seat": 1})
    become(client)
    assert table.confirm(1)
    assert "code" in freed(host, 1)
    assert not is_host(client)


def test_a_host_who_left_and_sat_down_again_is_one_with_the_later_seat(
    client: FlaskClient, host: FlaskClient
) -> None:
    """It was remembered by the first seat's token: freed from the second, it stayed host."""
    become(client)
    for _ in range(2):
        client.post("/api/seat/leave", json={})
        client.post("/api/seat/take", json={"seat": 1})
    assert "code" in freed(host, 1)
    assert not is_host(client)


# -- what is said ------------------------------------------------------------------------


def test_what_others_did_with_its_seat_is_said_on_that_phone_alone(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    other = phone(app)
    sit_down(client, table, 1)
    sit_down(other, table, 0)
    console(table).do(MakeHost(1), HOST)
    assert "is now the host" in notes(client)[0]
    assert client.get("/api/state").get_json()["hosts"]
    freed(host, 1)
    texts = notes(client)
    assert len(texts) == 2  # it is host no more, and not told that it is
    assert "▲\N{NO-BREAK SPACE}Vermilion is free now" in texts[0]
    assert "no longer the host" in texts[1]
    assert not client.get("/api/state").get_json()["hosts"]
    handed(host, 0)
    assert notes(other) == [note for note in notes(other) if "has a new player" in note]
    assert len(notes(client)) == 2


# -- names -------------------------------------------------------------------------------


@pytest.fixture
def ada(client: FlaskClient, table: FakeTable) -> FlaskClient:
    """The phone of Ada, at seat 1."""
    sit_down(client, table, 1)
    client.post("/api/seat/name", json={"name": "Ada"})
    return client


def players(table: FakeTable) -> tuple[str, ...]:
    match = match_of(table.desk)
    return tuple(tenure.name for tenure in match.players.tenures[1])


@pytest.mark.parametrize("loss", ["freed", "left"])
def test_a_seat_taken_anew_bears_no_former_players_name(
    app: Flask, ada: FlaskClient, host: FlaskClient, table: FakeTable, loss: str
) -> None:
    """Ratings go by names: a stranger won and lost for Ada."""
    LOSSES[loss](host, console(table), ada, 1)
    assert state(ada)["seats"][1]["given"] == "Ada"  # who may play on by the button
    cousin = seated_phone(app, table, 1)
    assert state(cousin)["seats"][1]["given"] == ""
    assert players(table) == ("Ada", "")
    assert asked(cousin) == "Ada played here before. Is that you?"
    sit(cousin)
    assert (state(cousin)["seats"][1]["given"], players(table)) == ("", ("Ada", ""))


@pytest.mark.parametrize(
    ("says", "name", "names"),
    [("", "", ("Ada", "")), (" Bo\x07 ", "Bo", ("Ada", "Bo")), ("Ada", "Ada", ("Ada",))],
)
def test_who_sits_where_a_host_typed_a_name_says_whether_they_are_that_player(
    client: FlaskClient, table: FakeTable, says: str, name: str, names: tuple[str, ...]
) -> None:
    table.do(Begin("coyote", {}, 3, ("", "Ada", "")))
    sit_down(client, table, 1)
    assert (state(client)["seats"][1]["given"], asked(client)) == (
        "Ada",
        "Ada plays here. Is that you?",
    )
    sit(client, says)
    assert (state(client)["seats"][1]["given"], players(table)) == (name, names)


def test_who_sits_down_where_nobody_played_is_asked_for_a_name_once(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    sit_down(client, table, 1)
    assert asked(client) == "What is your name?"
    sitting = client.get("/api/state").get_json()["sitting"]
    assert (sitting["seat"], sitting["symbol"], sitting["colour"]) == (1, "▲", "Vermilion")
    eve = seated_phone(app, table, 2)
    stolen = eve.post("/api/seat/sit", json={"id": sitting["id"], "name": "Eve"})
    sentence(stolen, 409, "page.error.waits_no_longer")
    sit(client, "Ada")
    assert (state(client)["seats"][1]["given"], players(table)) == ("Ada", ("Ada",))
    later = client.post("/api/seat/sit", json={"id": sitting["id"], "name": "Bo"})
    sentence(later, 409, "page.error.waits_no_longer")
    assert state(client)["seats"][1]["given"] == "Ada"


@pytest.mark.usefixtures("ada")
def test_the_next_match_does_not_bring_the_name_back(
    app: Flask, host: FlaskClient, table: FakeTable
) -> None:
    played(table)
    freed(host, 1)
    cousin = seated_phone(app, table, 1)
    assert players(table) == ("Ada",)  # whose match it was
    match = match_of(table.desk)
    table.do(Again(match.seq))
    assert (state(cousin)["seats"][1]["given"], players(table)) == ("", ("",))

"""The next match is made from the people at the table: phones follow their players."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import HOST
from referee.match.commands import Begin, Move
from tests.matches import match_of
from tests.webui.access.test_approvals import Clock
from tests.webui.access.test_approvals import clock as clock  # a fixture
from tests.webui.access.test_losing import notes
from tests.webui.access.test_seating import you
from tests.webui.asking import phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.access.seats.presence import AWAY_MS

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay")
NEXT = say("page.note.next")


@pytest.fixture
def phones(app: Flask, table: FakeTable, clock: Clock) -> dict[str, FlaskClient]:
    """Six phones, of which the first three have the seats of the match on the table."""
    app.extensions["web"].presence.now_ms = clock
    clients = {name: phone(app, f"192.0.2.{20 + at}") for at, name in enumerate(NAMES)}
    for seat, name in enumerate(NAMES[:3]):
        sit_down(clients[name], table, seat)
        clients[name].post("/api/seat/name", json={"name": name})
    return clients


def begin(host: FlaskClient, seats: int, **more: Any) -> Any:
    options = {"edition": "tomahawk", "strikes": 1}
    return host.post(
        "/api/match", json={"game": "coyote", "seats": seats, "options": options} | more
    )


def finish(table: FakeTable) -> None:
    """End a match: all but the last player leave it."""
    for seat in range(match_of(table.desk).seats - 1):
        table.desk.do(Move({"move": "leave", "seat": seat}), HOST)


def seated(table: FakeTable, phones: dict[str, FlaskClient]) -> dict[str, int]:
    """Return the seats of the phones, and check that the match has the same names there."""
    results = {name: seat for name, client in phones.items() if (seat := you(client)) is not None}
    names = match_of(table.desk).players.people
    assert [names[seat] for seat in results.values()] == [*results]
    return results


def goes(client: FlaskClient, phones: dict[str, FlaskClient], clock: Clock, how: str) -> None:
    if how == "leaves":
        client.post("/api/seat/leave", json={})
        return
    client.get("/api/state")
    clock.ms += AWAY_MS
    for other in phones.values():
        if other is not client:
            other.get("/api/state")


@pytest.mark.parametrize("how", ["leaves", "away"])
@pytest.mark.parametrize(
    "more", [{}, {"names": ["Ada", "Cy"]}, {"who": [0, 2]}, {"names": ["", "cy"]}]
)
def test_a_match_for_two_is_played_by_the_two_who_are_here(
    host: FlaskClient,
    table: FakeTable,
    phones: dict[str, FlaskClient],
    clock: Clock,
    how: str,
    more: dict[str, Any],
) -> None:
    goes(phones["Bo"], phones, clock, how)
    assert begin(host, 2, **more).status_code == 200
    assert seated(table, phones) == {"Ada": 0, "Cy": 1}
    assert notes(phones["Cy"]) == [say("page.note.sits", seat=1).replace("Vermilion", "Cy")]
    assert notes(phones["Bo"]) == ([NEXT] if how == "away" else [])


def test_a_host_who_names_somebody_else_is_heard_or_refused_in_one_sentence(
    host: FlaskClient, table: FakeTable, phones: dict[str, FlaskClient]
) -> None:
    for who, names in (([0, 7], []), ([0, 0], []), ([0, 1], ["Ada", "Zed"])):
        sentence(begin(host, 2, who=who, names=names), 409, "page.error.people_changed")
    shown = seq(table)
    assert begin(host, 2, names=["Ada", "Zed"], since=shown).status_code == 200
    assert match_of(table.desk).names == ("Ada", "Zed")
    assert seated(table, phones) == {"Ada": 0}
    sentence(begin(host, 2, since=shown), 409, "page.error.begun_since")
    assert match_of(table.desk).names == ("Ada", "Zed")


def test_nobody_of_six_loses_their_place_silently_in_a_match_for_four(
    host: FlaskClient, table: FakeTable, phones: dict[str, FlaskClient]
) -> None:
    table.do(Begin("coyote", {}, 6, NAMES))
    for seat, name in enumerate(NAMES[3:], start=3):
        sit_down(phones[name], table, seat)
        phones[name].post("/api/seat/name", json={"name": name})
    host.post("/api/host/hand", json={"seat": 5})
    assert begin(host, 4).status_code == 200
    assert seated(table, phones) == dict(zip(NAMES[:4], range(4), strict=True))
    assert [notes(phones[name])[-1:] for name in NAMES[3:]] == [[], [NEXT], [NEXT]]
    assert phones["Fay"].get("/api/state").get_json()["hosts"]
    assert begin(host, 6).status_code == 200
    assert seated(table, phones) == dict(zip(NAMES, range(6), strict=True))


def test_a_stranger_fills_no_queue_and_takes_nobodys_seat(
    app: Flask, host: FlaskClient, table: FakeTable, phones: dict[str, FlaskClient], clock: Clock
) -> None:
    """Six wait at most, each address six times a minute; whoever is away gives way."""
    late = [phone(app, f"192.0.2.{60 + at}") for at in range(8)]
    answers = [client.post("/api/seat/next", json={"name": "X"}) for client in late[:7]]
    assert [answer.status_code for answer in answers] == [200] * 6 + [409]
    often = [late[0].post("/api/seat/next", json={"name": "Y"}).status_code for _ in range(6)]
    assert often == [200] * 5 + [429]
    goes(
        phones["Bo"],
        phones | {str(at): client for at, client in enumerate(late[1:6])},
        clock,
        "away",
    )
    table.do(Begin("coyote", {}, 3, NAMES[:3]))  # at the console
    assert seated(table, phones) == {"Ada": 0, "Bo": 1, "Cy": 2}
    assert begin(host, 2, who=[0, None], names=["Ada", "X"]).status_code == 200  # X has no phone
    table.do(Begin("coyote", {}, 2, ("Ada", "X"), drawn="drawn"))
    assert [you(flask_client) for flask_client in late] == [None] * 8
    late[0].post("/api/seat/leave", json={})
    assert late[7].post("/api/seat/next", json={"name": "Z"}).status_code == 200


def test_a_late_comer_waits_without_rights_and_again_gives_them_a_seat(
    host: FlaskClient, table: FakeTable, phones: dict[str, FlaskClient], clock: Clock
) -> None:
    assert begin(host, 3).status_code == 200
    di = phones["Di"]
    for name in ("Dee", "Di"):
        assert di.post("/api/seat/next", json={"name": name}).status_code == 200
    state = di.get("/api/state").get_json()
    assert (state["yours"], state["waitsAt"]) == ([], state["people"][-1]["place"])
    assert [entry["name"] for entry in host.get("/api/state").get_json()["people"]] == [*NAMES[:4]]
    assert di.post("/api/undo", json={"seen": seq(table)}).status_code == 403
    sentence(phones["Ada"].post("/api/seat/next", json={}), 409, "page.error.sits_already")
    finish(table)
    goes(phones["Bo"], phones, clock, "leaves")
    assert phones["Cy"].post("/api/again", json={"seen": seq(table)}).status_code == 200
    assert seated(table, phones) == {"Ada": 0, "Di": 1, "Cy": 2}

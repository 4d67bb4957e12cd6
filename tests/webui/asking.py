"""Small helpers for tests that ask the application without a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.actor import CAMERA, at_seat
from referee.match.commands import Move
from referee.reports.commands import AnswerApproval
from tests.matches import match_of
from tests.webui.fake import FakeTable
from webui.access.cookies import EXTENSION, Cookies
from webui.assets import Assets
from webui.routes.web import Web
from webui.serving.serve import Server

static = Assets().address  # of a static file, in an application without bundles
# Of a test that loads a script by itself, or looks at each.
UNBUNDLED = pytest.mark.parametrize("bundled", [False])
# Of a test at a table on which nothing has been played.
UNPLAYED = pytest.mark.parametrize("under_way", [False])


def seq(table: FakeTable) -> int:
    snapshot = match_of(table.desk)
    return snapshot.seq


def do(table: FakeTable, move: str, **fields: object) -> int:
    """Make a move, as the camera reads it; return its entry."""
    return table.desk.do(Move({"move": move, **fields}), CAMERA).seq


def count_cards(
    table: FakeTable, *cards: str, number: int = 16, seat: int = 0, proof: Sequence[str] = ()
) -> int:
    """Let a seat say a number, the next one challenge it, and the camera read cards.

    Return the entry of the reading.
    """
    challenger = (seat + 1) % 3 if len(cards) > 2 else 1 - seat
    for move in (
        {"move": "announce", "seat": seat, "number": number},
        {"move": "challenge", "seat": challenger},
        {"move": "cards_read", "cards": [*cards], "proof": [*proof]},
    ):
        entry = table.desk.do(Move(move), CAMERA).seq
    return entry


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[Server]:
    """Serve an application on a real socket of this machine alone."""
    server = Server(app, host="127.0.0.1", port=port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def state(client: FlaskClient, view: str = "phone") -> Any:
    return client.get(f"/api/state?view={view}").get_json()


def phone(app: Flask, address: str = "192.0.2.8") -> FlaskClient:
    """Return another phone, in English."""
    made = app.test_client()
    made.environ_base |= {"REMOTE_ADDR": address, "HTTP_ACCEPT_LANGUAGE": "en"}
    return made


def kept_token(client: FlaskClient) -> str | None:
    """Return the token that a browser keeps, or None."""
    own: Cookies = client.application.extensions[EXTENSION]
    cookie = client.get_cookie(own.name)
    return None if cookie is None else cookie.value


def keep_token(client: FlaskClient, token: str) -> None:
    """Let a browser keep a token, as if it had got it before."""
    own: Cookies = client.application.extensions[EXTENSION]
    client.set_cookie(own.name, token)


def cookie_header(client: FlaskClient) -> str:
    """Return the Cookie header with which a browser shows its token."""
    own: Cookies = client.application.extensions[EXTENSION]
    return f"{own.name}={kept_token(client)}"


def press(web: Web, seat: int) -> bool:
    """Press a seat's button for the phone that asks for the seat; False: none asks."""
    asked = [pending for pending in web.phones.waiting if pending.seat == seat]
    for pending in asked:
        web.phones.do(AnswerApproval(pending.id, yes=True), at_seat(seat))
    return bool(asked)


def sit_anew(app: Flask, seat: int) -> FlaskClient:
    """Return a phone that takes a seat, whoever has it."""
    web: Web = app.extensions["web"]
    web.holders.free(seat)
    made = phone(app)
    assert made.post("/api/seat/take", json={"seat": seat}).status_code == 200
    assert press(web, seat)
    return made


def sit_down(client: FlaskClient, table: FakeTable, seat: int) -> None:
    """Take a seat, and press its button."""
    assert client.post("/api/seat/take", json={"seat": seat}).get_json()["waits"]
    assert table.confirm(seat)


def seated_phone(
    app: Flask, table: FakeTable, seat: int, address: str = "192.0.2.8"
) -> FlaskClient:
    """Return another phone that has taken a seat."""
    made = phone(app, address)
    sit_down(made, table, seat)
    return made


def settle_in(client: FlaskClient) -> None:
    """Be who a host typed, or nobody in particular, at each seat where a phone is asked."""
    while (sitting := client.get("/api/state").get_json()["sitting"]) is not None:
        body = {"id": sitting["id"], "name": sitting["name"]}
        assert client.post("/api/seat/sit", json=body).status_code == 200


def announce(client: FlaskClient, table: FakeTable, seat: int, number: int, **more: Any) -> Any:
    move = {"move": "announce", "seat": seat, "number": number}
    return client.post("/api/move", json={"seen": seq(table), "move": move} | more)


def sentence(answer: TestResponse, status: int, key: str) -> None:
    """Check that a refusal is one clear sentence, in JSON, by a key of the catalogue."""
    assert answer.status_code == status
    refusal = answer.get_json()
    assert refusal["key"] == key
    assert refusal["error"] != key
    assert refusal["error"][-1] in ".:)" or "%" not in refusal["error"]
    assert "Traceback" not in refusal["error"]

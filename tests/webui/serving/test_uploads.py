"""Pictures on their way in: places for each seat, and who finds none is told so in words."""

from __future__ import annotations

import http.client
import json
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask

from referee.match.commands import Begin
from tests.process import PATIENCE_S, eventually
from tests.webui.asking import cookie_header, phone, seated_phone
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from tests.webui.serving.test_connections import connected, heard, hung_up
from webui.access.uploads import MOST_BYTES
from webui.serving.places import PICTURES, PICTURES_EACH
from webui.serving.serve import Server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.0/8 is one address here")

NAME = "192.0.2.1"  # under which no machine asks itself
SIZE = 1_000_000


@pytest.fixture
def cookies(app: Flask, table: FakeTable) -> list[str]:
    """The cookies of six seats' phones, a host's after them, and three more hosts'."""
    table.do(Begin("coyote", {"edition": "tomahawk"}, 6))
    results = []
    for seat in range(6):
        seated = seated_phone(app, table, seat)
        results.append(cookie_header(seated))
    for number in range(4):
        host = phone(app, f"192.0.2.{50 + number}")
        host.post("/api/host", json={"code": CODE})
        results.append(cookie_header(host))
    return results


@pytest.fixture
def held() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def headers(cookie: str, size: int = SIZE, more: str = "") -> bytes:
    return (
        f"POST /api/photo?seen=1 HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: image/jpeg\r\n"
        f"Cookie: {cookie}\r\n{more}Content-Length: {size}\r\n\r\n"
    ).encode()


def begin(held: ExitStack, server: Server, cookie: str, address: str = "127.0.7.1") -> Any:
    """Begin to send a picture, and go no further."""
    sock = held.enter_context(connected(server, address))
    sock.sendall(headers(cookie) + bytes(1000))
    return sock


def coming(server: Server) -> int:
    return len(server.pictures.taken)


def send(server: Server, cookie: str, address: str = "127.0.7.2") -> tuple[int, Any]:
    """Send a picture whole; return the answer."""
    at = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE_S, (address, 0))
    kind = {"Host": NAME, "Content-Type": "image/jpeg", "Cookie": cookie}
    at.request("POST", "/api/photo?seen=1", bytes(SIZE), kind)
    answer = at.getresponse()
    answers = answer.status, json.loads(answer.read())
    at.close()
    return answers


def test_eight_slow_pictures_of_one_seat_shut_nobody_out(
    server: Server, cookies: list[str], held: ExitStack, table: FakeTable
) -> None:
    """All others got a plain-text 413, which the page words as too large."""
    slow = [begin(held, server, cookies[0]) for _ in range(8)]
    eventually(lambda: coming(server), PICTURES_EACH)
    for number, cookie in enumerate(cookies[1:]):
        assert send(server, cookie, f"127.0.8.{number}")[0] == 200
    assert len(table.sent) == len(cookies) - 1
    assert send(server, cookies[0])[0] == 200  # nor itself
    assert hung_up(slow[0])


def test_where_all_places_are_taken_one_sentence_says_busy(
    server: Server, cookies: list[str], held: ExitStack
) -> None:
    for number, cookie in enumerate(cookies[:PICTURES]):
        begin(held, server, cookie, f"127.0.8.{number}")
    eventually(lambda: coming(server), PICTURES)
    status, reply = send(server, cookies[PICTURES])
    assert (status, reply["key"]) == (503, "table.photo.busy")
    assert reply["error"] == say("table.photo.busy")
    sock = held.enter_context(connected(server))
    sock.sendall(headers(cookies[PICTURES + 1], more="Accept-Language: fr-CH\r\n"))
    assert say("table.photo.busy", "fr") in heard(sock, b"}").decode()
    assert coming(server) == PICTURES
    sock = held.enter_context(connected(server))
    sock.sendall(headers(cookies[PICTURES], more="Expect: 100-continue\r\n"))
    reply = heard(sock, b"}")
    assert reply.startswith(b"HTTP/1.1 503 ")
    sock.sendall(bytes(SIZE))
    sock.shutdown(socket.SHUT_WR)
    assert sock.recv(1) == b""  # and no reset


def test_what_is_too_large_is_said_in_words(server: Server, cookies: list[str]) -> None:
    def refusal(cookie: str, path: str, size: int) -> Any:
        with connected(server) as sock:
            sock.sendall(headers(cookie, size).replace(b"/api/photo", path.encode(), 1))
            answer = heard(sock, b"}")
            assert answer.startswith(b"HTTP/1.1 413 ")
            return json.loads(answer.partition(b"\r\n\r\n")[2])

    large = refusal(cookies[0], "/api/photo", MOST_BYTES + 1)
    assert large["error"] == say("table.photo.too_large")
    assert refusal("seat=stranger", "/api/photo", SIZE)["error"] == say("page.error.no_seat")
    assert refusal(cookies[0], "/api/move", SIZE)["error"] == say("page.error.too_large")

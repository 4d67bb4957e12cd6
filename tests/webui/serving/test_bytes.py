"""Whatever bytes come: an answer, and nothing raised in the server's own thread."""

from __future__ import annotations

import logging
import random
import socket
from contextlib import ExitStack, suppress

import pytest

from tests.webui.serving.test_connections import connected, status
from webui.serving import admission
from webui.serving.serve import Server

HEADERS = (
    *("Cookie", "Host", "Content-Length", "Transfer-Encoding", "Accept-Language", "Expect"),
    *("Content-Type", "X-Forwarded-For", "If-None-Match", "Origin", "Connection", "X"),
)
REQUESTS = 400  # at once: fewer than there may be connections
TARGETS = (
    *(b"/", b"/api/photo", b"/api/count", b"http://["),
    *(b"/api/state?view=", b"/stream", b"/api/host", b"/proof/"),
)

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
PHOTO = b"POST /api/photo HTTP/1.1\r\nHost: localhost\r\n"
KNOWN = (
    PHOTO + b"Cookie: seat=\x80\r\nContent-Length: 1\r\n\r\nx",
    PHOTO + b'Cookie: host="\\377\\\r\nContent-Length: 1\r\n\r\nx',
    PHOTO + b"Cookie: language=\x80\r\nContent-Length: 99999999\r\n\r\n",
    PHOTO + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    PHOTO + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    PHOTO + b"Transfer-Encoding: chunked\r\n\r\n\xff\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /proof/%ff%0d%0a%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /?seen=%ff&view=%00 HTTP/1.1\r\nHost: localhost\r\nCookie: language=\xff\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\xfe:99999999999\r\n\r\n",
    GET + b"Accept-Language: ;q=\xff, *;q=nan\r\n\r\n",
    GET + b"If-None-Match: \xff\r\nAccept-Encoding: \x80;q=1e999\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /language/fr?to=/%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /history/0/%0d%0a HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


def made(seed: int) -> bytes:
    """Return a request that is nearly one."""
    chance = random.Random(seed)

    def noise(most: int) -> bytes:
        return bytes(
            chance.choice((chance.randrange(256), chance.randrange(32, 127)))
            for _ in range(chance.randrange(most))
        )

    method = chance.choice((b"GET", b"POST", b"POST", b"PUT", b"HEAD", noise(5) or b"X"))
    target = chance.choice(TARGETS) + chance.choice((b"", noise(12).replace(b" ", b"+")))
    lines = [method + b" " + target + b" HTTP/1.1", b"Host: localhost"]
    for name in chance.sample(HEADERS, 3):
        value = chance.choice((noise(30), b"seat=" + noise(9), b"1" * chance.randrange(40)))
        lines.append(name.encode() + b": " + value)
    return b"\r\n".join(lines) + b"\r\n\r\n" + noise(40)


def answer(sock: socket.socket) -> bytes:
    """Return the first line that comes, or nothing where the server hangs up."""
    got = b""
    with suppress(ConnectionError):
        while b"\r\n" not in got and (piece := sock.recv(65536)):
            got += piece
    return got.split(b"\r\n")[0]


@pytest.fixture
def raised(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.ERROR)
    return caplog


def test_bytes_that_raised_where_they_were_read_are_answered(
    server: Server, raised: pytest.LogCaptureFixture
) -> None:
    for request in KNOWN:
        with connected(server, "127.0.0.1") as sock:
            sock.sendall(request)
            got = answer(sock)
        assert got.startswith(b"HTTP/1."), request
        assert b" 500 " not in got, request
    assert raised.text == ""
    assert status(server, "127.0.0.1") == 200


def test_headers_that_a_proxy_might_read_differently_are_refused(server: Server) -> None:
    """Otherwise the table and the proxy could disagree where a request ends, or who sent it."""
    for headers in (
        b"Content-Length: 2\r\nContent-Length: 20",
        b"Content-Length: +2",
        b"Content-Length: 2\r\nTransfer-Encoding: gzip",
        b"X: a\rX-Forwarded-For: 192.0.2.7",
        b"no header\r\nX-Forwarded-For: 192.0.2.7",
        b"X-Forwarded-For : 192.0.2.7",
    ):
        with connected(server, "127.0.0.1") as sock:
            sock.sendall(GET.replace(b"GET", b"POST") + headers + b"\r\n\r\n{}")
            assert answer(sock).startswith(b"HTTP/1.1 400 "), headers


def test_bytes_at_random_raise_nothing(
    server: Server, raised: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "WHOLE_WITHIN_S", 0.5)  # many of them are never whole
    with ExitStack() as held:
        asked = {}
        for seed in range(REQUESTS):
            sock = held.enter_context(connected(server, "127.0.0.1"))
            asked[sock] = made(seed)
            sock.sendall(asked[sock])
        for sock, sent in asked.items():
            assert b" 500 " not in answer(sock), sent
    assert raised.text == ""
    monkeypatch.undo()  # A person's request may take its time.
    assert status(server, "127.0.0.1") == 200

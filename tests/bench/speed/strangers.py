"""Phones that come and go, and strangers who mean harm, in a process of their own.

``python -m tests.bench.speed.strangers URL PHONES STRANGERS SECONDS``, against a table on this
machine. Each has an address of its own out of 127.0.0.0/8 where the system has them (Linux),
eight phones to each of theirs. What was measured goes to standard output as one JSON object.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

LIMIT_S = 300.0
AGAIN_S = 0.1  # after a refusal; a page waits longer
PAUSE_S = 0.05  # between two pages of the phone that is measured
PHONES_EACH = 8
ONE = "127.0.9.9"  # the phone that is measured under the flood
NAME = "192.0.2.1"  # under which no machine asks itself: nobody here is the host
GET = "GET {} HTTP/1.1\r\nHost: 192.0.2.1\r\nConnection: keep-alive\r\n\r\n"
BODY = b'{"seat":0}'
POST = (
    b"POST %b HTTP/1.1\r\nHost: 192.0.2.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%b"
)
POSTS = (b"/api/seat/take", b"/api/host", b"/api/move", b"/api/settle", b"/virtual/deal")


def connect(at: tuple[str, int], address: str) -> socket.socket:
    """Return a connection to `at` from an address of this machine, or from any."""
    try:
        return socket.create_connection(at, LIMIT_S, source_address=(address, 0))
    except OSError:
        return socket.create_connection(at, LIMIT_S)


def streams(at: tuple[str, int], phones: int) -> tuple[list[socket.socket], float, int]:
    """Open a stream for each phone; return them, how long that took, and how many were refused."""
    began_s, refused = time.monotonic(), 0
    chooser = selectors.DefaultSelector()
    heard: dict[socket.socket, bytes] = {}
    served: list[socket.socket] = []

    def open_(phone: int) -> None:
        opened = connect(at, f"127.0.1.{1 + phone // PHONES_EACH}")
        opened.sendall(GET.format("/stream").encode())
        heard[opened] = b""
        chooser.register(opened, selectors.EVENT_READ, phone)

    for phone in range(phones):
        open_(phone)
    while len(served) < phones:
        if time.monotonic() - began_s > LIMIT_S:
            raise TimeoutError(f"{len(served)} of {phones} phones were served.")
        for key, _ in chooser.select(LIMIT_S):
            one = key.fileobj
            assert isinstance(one, socket.socket)
            heard[one] += one.recv(1 << 16)
            if b"data: {" in heard[one]:
                served.append(one)
                chooser.unregister(one)
            elif not heard[one].startswith(b"HTTP/1.1 200"):
                refused += 1
                chooser.unregister(one)
                one.close()
                time.sleep(AGAIN_S)
                open_(key.data)
    chooser.close()
    return served, time.monotonic() - began_s, refused


# -- strangers ---------------------------------------------------------------------------


def slow_headers(one: socket.socket, over: threading.Event) -> None:
    """Send a request byte by byte, and never the last."""
    one.sendall(b"GET / HTTP/1.1\r\nHost: 192.0.2.1\r\n")
    while not over.wait(0.5):
        one.sendall(b"X")


def pipelines(one: socket.socket, over: threading.Event) -> None:
    """Ask for two hundred pages at once and read none."""
    one.sendall(GET.format("/").encode() * 200)
    over.wait(5)


def silent(one: socket.socket, over: threading.Event) -> None:
    """Say nothing."""
    over.wait(5)
    one.sendall(b"\r\n")


def watches(one: socket.socket, over: threading.Event) -> None:
    """Hold a stream, and read nothing of it."""
    one.sendall(GET.format("/stream?view=table").encode())
    over.wait(2)


def posts(one: socket.socket, over: threading.Event) -> None:
    """Ask for seats, guess at the code, make moves."""
    path = POSTS[one.getsockname()[1] % len(POSTS)]
    one.sendall(POST % (path, len(BODY), BODY))
    one.recv(1 << 16)
    over.wait(0.05)


KINDS: tuple[Callable[[socket.socket, threading.Event], None], ...] = (
    slow_headers,
    pipelines,
    silent,
    watches,
    posts,
)


def stranger(at: tuple[str, int], number: int, over: threading.Event) -> None:
    """Do one kind of harm until it is over, connecting anew where cut off."""
    while not over.is_set():
        try:
            with connect(at, f"127.0.{20 + number // 160}.{1 + number // 40}") as one:
                KINDS[number % len(KINDS)](one, over)
        except OSError:
            over.wait(AGAIN_S)


def pages(at: tuple[str, int], seconds: float) -> tuple[list[float], int]:
    """Ask for the state again and again; return how long each took, and how many failed."""
    took_ms, failed, until_s = [], 0, time.monotonic() + seconds
    while time.monotonic() < until_s:
        began_s = time.monotonic()
        page = HTTPConnection(*at, LIMIT_S)
        try:
            page.sock = connect(at, ONE)
            page.request("GET", "/api/state", headers={"Host": NAME})
            answer = page.getresponse()
            failed += answer.status != 200 or not answer.read()
        except (OSError, HTTPException):
            failed += 1
        finally:
            page.close()
        took_ms.append((time.monotonic() - began_s) * 1000)
        time.sleep(PAUSE_S)
    return took_ms, failed


def main(url: str, phones: int, strangers: int, seconds: float) -> None:
    """Drop all phones and let them come back, then measure one phone beside the strangers."""
    parts = urlsplit(url)
    at = (parts.hostname or "127.0.0.1", parts.port or 80)
    opened, _, _ = streams(at, phones)
    for one in opened:
        one.close()
    opened, back_s, refused = streams(at, phones)
    calm_ms, _ = pages(at, min(seconds, 3.0))
    over = threading.Event()
    threads = [
        threading.Thread(target=stranger, args=(at, number, over), daemon=True)
        for number in range(strangers)
    ]
    for thread in threads:
        thread.start()
    took_ms, failed = pages(at, seconds)
    over.set()
    for one in opened:
        one.close()
    measured = {"back_s": back_s, "refused": refused, "failed": failed}
    print(json.dumps({**measured, "calm_ms": calm_ms, "took_ms": took_ms}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))

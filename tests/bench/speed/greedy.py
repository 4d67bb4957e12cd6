"""Strangers who take all the places, guess at the code, or send slowly, in a process of their own.

``python -m tests.bench.speed.greedy URL SECONDS``, against a table on this machine; what those who
belong to the table show for themselves comes from standard input, and how often they were refused
goes to standard output, each as one JSON object. Each has an address of its own out of 127.0.0.0/8
where the system has them (Linux).
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from tests.bench.speed.strangers import LIMIT_S, NAME, connect

ADDRESSES = 15
EACH = 8
COMES = 10  # how often each who belongs to the table comes
GUESSES_A_SECOND = 10
SLOW = 8
PICTURE_BYTES = 1_000_000
NUMBER = 24  # of the addresses out of 127.0.0.0/8 that are used here

At = tuple[str, int]


def stream(at: At, address: str, view: str = "phone", cookie: str = "") -> tuple[Any, bool]:
    """Ask for a stream; return its connection, and whether it was given one."""
    one = connect(at, address)
    said = f"GET /stream?view={view} HTTP/1.1\r\nHost: {NAME}\r\nCookie: {cookie}\r\n\r\n"
    one.sendall(said.encode())
    return one, one.recv(1 << 12).startswith(b"HTTP/1.1 200")


def places(at: At, seat: str, host: str) -> dict[str, int]:
    """Take all places; return how many were had, and how often who belongs here got none."""
    with ExitStack() as held:
        had = 0
        for number in range(ADDRESSES * EACH):
            one, given = stream(at, f"127.0.{NUMBER}.{1 + number // EACH}")
            held.enter_context(one)
            had += given
        refused = 0
        for _ in range(COMES):
            for address, view, cookie in (
                ("127.0.25.1", "phone", seat),
                ("127.0.25.2", "phone", host),
                ("127.0.25.3", "table", ""),
            ):
                one, given = stream(at, address, view, cookie)
                refused += not given
                one.close()
        return {"places_had": had, "places_refused": refused, "places_tried": 3 * COMES}


def post(
    at: At, address: str, path: str, body: bytes, kind: str, cookie: str = ""
) -> tuple[int, str]:
    """Post something; return the status (0: none came) and the content type of the answer."""
    line = HTTPConnection(*at, LIMIT_S)
    try:
        line.sock = connect(at, address)
        line.request("POST", path, body, {"Host": NAME, "Content-Type": kind, "Cookie": cookie})
        answer = line.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return 0, ""
    finally:
        line.close()
    return answer.status, answer.headers.get("Content-Type", "")


def guess(at: At, address: str, code: str) -> int:
    """Guess at the host's code; return the status."""
    body = json.dumps({"code": code}).encode()
    return post(at, address, "/api/host", body, "application/json")[0]


def guesses(at: At, code: str, seconds: float) -> dict[str, float]:
    """Let a stranger guess all the time; return how often the right code was refused."""
    over = threading.Event()

    def stranger() -> None:
        while not over.wait(1 / GUESSES_A_SECOND):
            guess(at, f"127.0.{NUMBER}.100", "000000")

    for _ in range(2 * GUESSES_A_SECOND):
        guess(at, f"127.0.{NUMBER}.100", "000000")
    thread = threading.Thread(target=stranger, daemon=True)
    thread.start()
    tried, refused, until_s = 0, 0, time.monotonic() + seconds
    while tried < COMES and (time.monotonic() < until_s or not tried):
        time.sleep(2 / GUESSES_A_SECOND)
        tried += 1
        refused += guess(at, "127.0.25.4", code) != 200
    over.set()
    thread.join(LIMIT_S)
    return {"codes_tried": tried, "codes_refused": refused, "guessed": rate(at)}


def rate(at: At, seconds: float = 2.0) -> float:
    """Return how many guesses a second the table answers to whom it does not count."""
    body = b'{"code":"000000"}'
    counts = [0] * 16
    until_s = time.monotonic() + seconds

    def guesser(number: int) -> None:
        line = HTTPConnection(*at, LIMIT_S)
        while time.monotonic() < until_s:
            line.request(
                "POST", "/api/host", body, {"Host": NAME, "Content-Type": "application/json"}
            )
            line.getresponse().read()
            counts[number] += 1
        line.close()

    threads = [threading.Thread(target=guesser, args=(one,), daemon=True) for one in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    return sum(counts) / seconds


@contextmanager
def slow(at: At, cookie: str) -> Iterator[None]:
    """Send eight pictures of one seat, and never the end of any."""
    head = (
        f"POST /api/photo?seen=1 HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: image/jpeg\r\n"
        f"Cookie: {cookie}\r\nContent-Length: {PICTURE_BYTES}\r\n\r\n"
    )
    with ExitStack() as held:
        for _ in range(SLOW):
            one = held.enter_context(connect(at, f"127.0.{NUMBER}.101"))
            one.sendall(head.encode() + bytes(1000))
        time.sleep(0.5)  # they have come by then
        yield


def uploads(at: At, mine: str, others: list[str]) -> dict[str, int]:
    """Send slowly from one seat; return how many of the others' pictures were not let in."""
    picture = b"\xff\xd8" + bytes(PICTURE_BYTES)
    shut_out = unsaid = 0
    with slow(at, mine):
        for number, cookie in enumerate(others):
            address = f"127.0.25.{10 + number}"
            status, kind = post(at, address, "/api/photo?seen=1", picture, "image/jpeg", cookie)
            shut_out += status in (0, 413, 503)
            unsaid += kind != "application/json"
    return {"pictures_tried": len(others), "pictures_refused": shut_out, "pictures_unsaid": unsaid}


def main(url: str, seconds: float) -> None:
    """Do each in turn and print what came of it."""
    parts = urlsplit(url)
    at = (parts.hostname or "127.0.0.1", parts.port or 80)
    shown = json.load(sys.stdin)
    seats = shown["seats"]
    found: dict[str, float] = {**uploads(at, seats[0], seats[1:])}
    found |= places(at, seats[0], shown["host"])
    found |= guesses(at, shown["code"], seconds)
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    socket.setdefaulttimeout(LIMIT_S)
    main(sys.argv[1], float(sys.argv[2]))

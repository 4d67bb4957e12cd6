"""Posts to an address within a time limit, whatever answers there."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from base64 import b64encode
from contextlib import suppress
from typing import NamedTuple

from firmware.home.address import Address


class NotHttpError(OSError):
    """What answered does not speak HTTP."""


class Answer(NamedTuple):
    """The status of an answer, and the start of its body."""

    status: int
    body: bytes


def post(
    at: Address,
    body: bytes,
    *,
    within_s: float,
    tls: ssl.SSLContext | None = None,
    most_bytes: int = 0,
) -> Answer:
    """Post JSON to an address, and return at most `most_bytes` of the answer's body.

    Raise `TimeoutError` if the whole answer takes longer than `within_s`, `NotHttpError` for an
    answer in another language, and any other `OSError` if nothing answers. Redirects are not
    followed.
    """
    if at.tls:
        link: http.client.HTTPConnection = http.client.HTTPSConnection(
            at.host, at.port, timeout=within_s, context=tls
        )
    else:
        link = http.client.HTTPConnection(at.host, at.port, timeout=within_s)
    head = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
    if at.user:
        word = f"{at.user}:{at.password}".encode()
        head["Authorization"] = f"Basic {b64encode(word).decode()}"
    late = threading.Event()
    try:
        link.connect()
        held = link.sock

        def hang_up() -> None:
            late.set()
            with suppress(OSError):
                held.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(within_s, hang_up)  # A timeout of the socket is for each byte.
        timer.daemon = True
        timer.start()
        try:
            link.request("POST", at.rest, body, head)
            answer = link.getresponse()
            found = Answer(answer.status, answer.read(most_bytes) if most_bytes else b"")
        finally:
            timer.cancel()
    except (OSError, http.client.HTTPException, ValueError) as error:
        if late.is_set():
            raise TimeoutError from error
        if isinstance(error, OSError):
            raise
        raise NotHttpError("no HTTP") from error  # Such as a status that is no number.
    finally:
        link.close()
    if late.is_set():
        raise TimeoutError
    return found

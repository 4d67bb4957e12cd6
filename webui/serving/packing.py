"""What browsers are served, compressed where they take that: a phone's first page is a third.

A stream is compressed piece by piece. No piece refers to one before it, so whatever a page was not
sent, the next piece is whole; and a state is compressed once for all who are shown it. A state of
six players, 22 kB, becomes 3 kB in 0.2 ms. To send only what changed of it would save 10 to 18 in a
hundred: nearly all of it is the log, the offers and the seats, which each move changes.
"""

from __future__ import annotations

import gzip
import struct
import threading
import zlib
from functools import lru_cache

from flask import Flask, Response, request

LEAST_BYTES = 1000  # below that a packet is saved by nothing
LEVEL = 6  # of 9: the pages' scripts in 5 ms; 9 takes twice as long for a hundredth less
PACKED = {
    "application/json",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
}


STATES = 32  # kept compressed, of 2 kB each, and whole, of 60; phones of a table show ten or so

HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # of a gzip stream: no name, no time, any system


def install(app: Flask) -> None:
    """Compress the answers of `app` that are text and whole; pictures stay as is."""

    @app.after_request
    def pack(answer: Response) -> Response:
        if answer.status_code != 200 or answer.mimetype not in PACKED:
            return answer
        answer.vary.add("Accept-Encoding")
        if not accepts_gzip():
            return answer
        answer.direct_passthrough = False
        data = answer.get_data()
        if len(data) >= LEAST_BYTES:
            answer.set_data(_packed_static(data) if request.endpoint == "static" else _packed(data))
            answer.content_encoding = "gzip"
        return answer


def accepts_gzip() -> bool:
    """Tell whether the browser that asks takes what is compressed."""
    return bool(request.accept_encodings["gzip"])


def piece(text: bytes) -> bytes:
    """Return a piece of a gzip stream after its `HEAD`, to be unpacked as soon as it is there."""
    if len(text) < LEAST_BYTES:
        return struct.pack("<BHH", 0, len(text), len(text) ^ 0xFFFF) + text  # a stored block
    with _one_at_a_time:  # else a hundred streams that wake together compress the same state
        return _piece(text)


_one_at_a_time = threading.Lock()


@lru_cache(maxsize=STATES)
def _piece(text: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)


_packed_static = lru_cache(maxsize=64)(_packed)

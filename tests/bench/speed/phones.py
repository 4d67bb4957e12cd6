"""Phones for a measurement, in a process of their own: ``python -m tests.bench.speed.phones``.

Each is one event stream. Once all streams have brought the number of a move, one line goes to
standard output: the number, and when it came to each phone, in nanoseconds of the monotonic
clock, which all processes of a machine share.
"""

from __future__ import annotations

import re
import selectors
import socket
import sys
import time
from urllib.parse import urlsplit

LIMIT_S = 20.0

_SEQ = re.compile(rb'"seq":(\d+)')


def main(url: str, phones: int) -> None:
    """Open the streams and print each number that all of them brought."""
    at = urlsplit(url)
    host, port = at.hostname or "127.0.0.1", at.port or 80
    chooser = selectors.DefaultSelector()
    for phone in range(phones):
        sock = socket.create_connection((host, port), LIMIT_S)
        sock.sendall(f"GET /stream HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        sock.setblocking(False)
        chooser.register(sock, selectors.EVENT_READ, phone)
    came: dict[int, dict[int, int]] = {}
    while True:
        for key, _ in chooser.select():
            arrived_ns = time.monotonic_ns()
            assert isinstance(key.fileobj, socket.socket)
            chunk = key.fileobj.recv(1 << 20)
            if not chunk:
                return
            # An event comes whole in one read here: it is small, and the line is local.
            for found in _SEQ.findall(chunk):
                seq = int(found)
                arrivals = came.setdefault(seq, {})
                arrivals.setdefault(key.data, arrived_ns)
                if len(arrivals) == phones and arrived_ns == arrivals[key.data]:
                    print(seq, *arrivals.values(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

"""Phones for a measurement, in a process of their own: ``python -m firmware.benchmarks.phones``.

Each is one event stream. For every number of a move that a stream brings, one line goes to
standard output: the phone, the number, and when it came, in nanoseconds of the monotonic
clock, which all processes of a machine share.
"""

from __future__ import annotations

import re
import selectors
import socket
import sys
import time
from urllib.parse import urlsplit

_SEQ = re.compile(rb'"seq":(\d+)')


def main(url: str, phones: int) -> None:
    """Open the streams, say ``ready`` when all are served, and tell of each new number."""
    at = urlsplit(url)
    host, port = at.hostname or "127.0.0.1", at.port or 80
    chooser = selectors.DefaultSelector()
    for phone in range(phones):
        sock = socket.create_connection((host, port))
        sock.sendall(f"GET /stream HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        sock.setblocking(False)
        chooser.register(sock, selectors.EVENT_READ, phone)
    newest: dict[int, int] = {}
    ready = False
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
                if newest.get(key.data) != seq:
                    newest[key.data] = seq
                    print(key.data, seq, arrived_ns, flush=False)
        if not ready and len(newest) == phones:
            ready = True
            print("ready")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

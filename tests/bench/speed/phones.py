"""Phones for a measurement, in a process of their own: ``python -m tests.bench.speed.phones``.

Each is one event stream, compressed as every browser asks for it. Once all streams have brought the
number of a move, one line goes to standard output: the number, and when it came to each phone, in
nanoseconds of the monotonic clock, which all processes of a machine share. What came is unpacked
and read after the stamps are taken: phones do that at once, each for itself.
"""

from __future__ import annotations

import re
import selectors
import socket
import sys
import time
import zlib
from urllib.parse import urlsplit

LIMIT_S = 300.0

GZIP = 16 + zlib.MAX_WBITS
END = b"\r\n\r\n"  # of the answer's head

_SEQ = re.compile(rb'"seq":(\d+)')


class Phone:
    """One stream: what it was sent, unpacked; HTTP 1.0 sends no lengths between."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port), LIMIT_S)
        wants = f"Host: {host}:{port}\r\nAccept-Encoding: gzip\r\n"
        self.socket.sendall(f"GET /stream HTTP/1.0\r\n{wants}\r\n".encode())
        self.socket.setblocking(False)
        self._head = b""
        self._unpacker = zlib.decompressobj(GZIP)

    def seqs(self, sent: bytes) -> list[int]:
        """Return the numbers of the moves that came in what was sent."""
        if not self._head.endswith(END):
            head, end, sent = (self._head + sent).partition(END)
            self._head = head + end
        return [int(entry) for entry in _SEQ.findall(self._unpacker.decompress(sent))]


def main(url: str, phones: int) -> None:
    """Open the streams and print each number that all of them brought."""
    at = urlsplit(url)
    chooser = selectors.DefaultSelector()
    for number in range(phones):
        phone = Phone(at.hostname or "127.0.0.1", at.port or 80)
        chooser.register(phone.socket, selectors.EVENT_READ, (number, phone))
    came: dict[int, dict[int, int]] = {}
    while True:
        sent = []
        for key, _ in chooser.select():
            number, phone = key.data
            sent.append((number, phone, time.monotonic_ns(), phone.socket.recv(1 << 20)))
        for number, phone, arrived_ns, chunk in sent:
            if not chunk:
                return
            for seq in phone.seqs(chunk):
                arrivals = came.setdefault(seq, {})
                if number not in arrivals:
                    arrivals[number] = arrived_ns
                    if len(arrivals) == phones:
                        print(seq, *arrivals.values(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

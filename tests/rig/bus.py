"""The console's bus: each byte that the kernel's I²C takes, from its own trace."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path

TRACING = Path("/sys/kernel/tracing")
WRITE = TRACING / "events" / "i2c" / "i2c_write"
PAGE, PAGE_HEAD = 4096, 16
# What a record of the ring buffer is, by the 5 lowest bits of its first word; fewer: an event of
# so many words, or of as many bytes as the next word says where they are 0.
PADDING, TIME = 29, 30
# Of an `i2c_write`: its number, the address it goes to, where its bytes are and how many.
EVENT = struct.Struct("<H 12x H 4x HH")


class Bus:
    """``/dev/i2c-1``, as a Pi's; `written` tells what has been written to an address since."""

    def __init__(self) -> None:
        Path("/dev/i2c-1").symlink_to("i2c-0")  # the kernel counts from 0, a Pi from 1
        words = (WRITE / "format").read_text().split()
        self._number = int(words[words.index("ID:") + 1])
        (WRITE / "enable").write_text("1")
        pipe = TRACING / "per_cpu" / "cpu0" / "trace_pipe_raw"
        self._pipe = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    def written(self, address: int) -> Iterator[bytes]:
        """Yield each message written to an address since the last call."""
        while page := self._page():
            (size,) = struct.unpack_from("<H", page, 8)
            at, end = PAGE_HEAD, PAGE_HEAD + size
            while at < end:
                (head,) = struct.unpack_from("<I", page, at)
                kind = head & 31
                if kind >= PADDING:
                    at += 8 if kind >= TIME else end
                    continue
                if kind:
                    begin, length = at + 4, 4 * kind
                else:
                    begin, length = at + 8, struct.unpack_from("<I", page, at + 4)[0] - 4
                event = page[begin : begin + length]
                number, to, offset, count = EVENT.unpack_from(event)
                if (number, to) == (self._number, address):
                    yield event[offset : offset + count]
                at = begin + (length + 3) // 4 * 4

    def _page(self) -> bytes:
        try:
            return os.read(self._pipe, PAGE)
        except BlockingIOError:
            return b""

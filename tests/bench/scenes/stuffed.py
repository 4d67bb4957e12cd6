"""JPEG pictures that say one thing in their headers and cost another: written byte by byte."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

SOI, EOI = b"\xff\xd8", b"\xff\xd9"
BASELINE, PROGRESSIVE, ARITHMETIC = 0xC0, 0xC2, 0xCA
BYTES = 18_000_000


def segment(kind: int, body: bytes = b"") -> bytes:
    """Return a segment by its marker."""
    return bytes((0xFF, kind)) + struct.pack(">H", len(body) + 2) + body


def table(kind: int) -> bytes:
    """Return a Huffman table, 0 of the mean or 1 of the rest, of one code: a bit, for nothing."""
    return segment(0xC4, bytes((kind << 4, 1, *[0] * 15, 0)))


def frame(kind: int, width: int, height: int, colours: int) -> bytes:
    """Return the header of a picture of so many colours, each as fine as the others."""
    each = b"".join(bytes((number + 1, 0x11, 0)) for number in range(colours))
    return segment(kind, struct.pack(">BHHB", 8, height, width, colours) + each)


def scan(colours: Sequence[int], first: int = 0, last: int = 63, data: bytes = b"\0\0") -> bytes:
    """Return a scan of some colours, with what it says of the picture."""
    each = b"".join(bytes((number, 0)) for number in colours)
    return segment(0xDA, bytes((len(colours),)) + each + bytes((first, last, 0))) + data


def written(width: int, height: int, scans: bytes, kind: int = BASELINE, colours: int = 3) -> bytes:
    """Return a JPEG of some scans."""
    tables = segment(0xDB, b"\0" + b"\1" * 64) + table(0) + table(1)
    return SOI + tables + frame(kind, width, height, colours) + scans + EOI


def plain(data: bytes = b"\0\0", before: bytes = b"") -> bytes:
    """Return a small JPEG with something in it, or before all that it says."""
    whole = written(1600, 1200, scan((1, 2, 3), data=data))
    return whole[:2] + before + whole[2:]


def colours_apart() -> bytes:
    """Return 220 megapixels, one colour after the other, in some 170 bytes."""
    return written(14800, 14800, b"".join(scan((number,)) for number in (1, 2, 3)))


def little_by_little(kind: int = PROGRESSIVE) -> bytes:
    """Return 24 megapixels in 64 scans of four colours."""
    more = b"".join(scan((1 + n % 4,), 1, 63, bytes(40_000)) for n in range(63))
    return written(6000, 4000, scan((1, 2, 3, 4), 0, 0) + more, kind, 4)


PICTURES: dict[str, Callable[[], bytes]] = {
    "JPEG, colours one after the other": colours_apart,
    "JPEG, progressive, 64 scans": little_by_little,
    "JPEG, arithmetic, 64 scans": lambda: little_by_little(ARITHMETIC),
    "JPEG, 4,500,000 segments": lambda: plain(before=segment(0xE1) * (BYTES // 4)),
    "JPEG, 800,000 tables": lambda: plain(before=table(0) * (BYTES // 21)),
    "JPEG, 9,000,000 restarts": lambda: plain(b"\xff\xd0" * (BYTES // 2)),
    "JPEG, 9,000,000 escaped bytes": lambda: plain(b"\xff\0" * (BYTES // 2)),
    "JPEG, 18,000,000 bytes of padding": lambda: plain(b"\xff" * BYTES),
}

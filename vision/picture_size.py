"""Find out how many pixels a picture has, from the header of its file.

A PNG of 1 MB may hold 900 megapixels, which would take 5 GB to decode. OpenCV allows it.
"""

from __future__ import annotations

import struct

_PNG, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"RIFF", b"WEBP"
_GIFS = (b"GIF87a", b"GIF89a")
_TIFFS = {b"II*\0": "<", b"MM\0*": ">"}  # With the order of bytes.
_TIFF_SIDES = (256, 257)  # Tags of width and height.
_TIFF_SHORT = 3  # Type of a value with two bytes.


def sides_px(data: bytes) -> tuple[int, int] | None:
    """Return the sides of a PNG, BMP, GIF, TIFF or WebP in pixels, or None for anything else.

    >>> sides_px(b"GIF89a" + bytes((2, 1, 3, 0)))
    (258, 3)
    """
    try:
        if data.startswith(_PNG):
            return _unpacked(">II", data, 16)
        if data.startswith(_GIFS):
            return _unpacked("<HH", data, 6)
        if data.startswith(b"BM"):
            old = _unpacked("<IH", data, 14)[0] == 12  # The header of OS/2.
            width, height = _unpacked("<HH" if old else "<ii", data, 18)
            return abs(width), abs(height)
        if data.startswith(_RIFF) and data[8:12] == _WEBP:
            return _webp(data)
        if data[:4] in _TIFFS:
            return _tiff(data, _TIFFS[data[:4]])
    except struct.error:  # The header is not whole.
        return None
    return None


def _unpacked(form: str, data: bytes, at: int) -> tuple[int, int]:
    first, second = struct.unpack_from(form, data, at)
    return first, second


def _webp(data: bytes) -> tuple[int, int] | None:
    if data[12:16] == b"VP8X":
        sides = (int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
        width, height = (1 + side for side in sides)
        return width, height
    if data[12:16] == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = _unpacked("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _tiff(data: bytes, order: str) -> tuple[int, int] | None:
    """Return the sides of a TIFF's first picture, the one that OpenCV decodes."""
    start = struct.unpack_from(f"{order}I", data, 4)[0]
    count = struct.unpack_from(f"{order}H", data, start)[0]
    found: dict[int, int] = {}
    for at in range(start + 2, start + 2 + 12 * count, 12):
        tag, kind = _unpacked(f"{order}HH", data, at)
        form = "H" if kind == _TIFF_SHORT else "I"
        found.setdefault(tag, struct.unpack_from(f"{order}{form}", data, at + 8)[0])
    width, height = (found.get(side, 0) for side in _TIFF_SIDES)
    return (width, height) if width and height else None

"""A photograph as bytes made a picture: an upright JPEG, whole and of a size that fits in memory.

Only JPEG is taken: it is what a phone's camera sends, and its header says how much memory it
will need before any of it is used.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.errors import VisionError
from vision.reading import LEAST_PX, Image

MOST_BYTES = 20_000_000

# What is larger is decoded at half, a quarter or an eighth of its size, so that no picture takes
# more than 48 MB. A card on a mat seen whole by 12 megapixels is some 500 pixels high.
MOST_READ_PX = 16_000_000
MOST_PX = 220_000_000  # no phone takes more
# A progressive picture is held whole while it is decoded, and gone over once a scan.
MOST_PROGRESSIVE_PX = 24_000_000
MOST_SCANS = 64  # a camera's progressive pictures have ten

_SCALES = (cv2.IMREAD_COLOR, cv2.IMREAD_REDUCED_COLOR_2, cv2.IMREAD_REDUCED_COLOR_4)
_SMALLEST = cv2.IMREAD_REDUCED_COLOR_8

_SOI, _EOI, _SOS = 0xD8, 0xD9, 0xDA
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # SOF0 to SOF15
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_BARE = frozenset({0x01, *range(0xD0, 0xD8)})  # markers that have no length
_HEIC = (b"heic", b"heix", b"heif", b"hevc", b"mif1", b"msf1", b"avif")


class BadPhoto(VisionError):
    """Bytes that are no photograph to be read; `reason` is a key.

    ``empty``, ``too_large`` (bytes), ``heic``, ``no_jpeg``, ``cut_off``, ``too_many_pixels``,
    ``too_small``, ``damaged``.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def decoded(data: bytes) -> Image:
    """Return a JPEG upright, as its EXIF mark says (height x width x 3, BGR); raises `BadPhoto`.

    One of more than `MOST_READ_PX` pixels comes smaller.
    """
    if not data:
        raise BadPhoto("empty")
    if len(data) > MOST_BYTES:
        raise BadPhoto("too_large")
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        raise BadPhoto("heic")
    width, height, end = _measured(data)
    if min(width, height) < LEAST_PX:
        raise BadPhoto("too_small")
    scale = next(
        (flag for step, flag in enumerate(_SCALES) if width * height >> 2 * step <= MOST_READ_PX),
        _SMALLEST,
    )
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8, end), scale)
    except cv2.error:
        image = None
    if image is None:
        raise BadPhoto("damaged")
    if min(image.shape[:2]) < LEAST_PX:
        raise BadPhoto("too_small")
    return np.asarray(image, np.uint8)


def _measured(data: bytes) -> tuple[int, int, int]:
    """Return a JPEG's width and height in pixels, and where it ends; raises `BadPhoto`.

    What follows its end is let be: phones hang films and depth maps on.
    """
    if data[:3] != bytes((0xFF, _SOI, 0xFF)):
        raise BadPhoto("no_jpeg")
    width = height = scans = 0
    most_px = MOST_PX
    at = 2
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise BadPhoto("cut_off")
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
        elif kind == 0x00 or kind in _BARE:  # a byte of the picture, or a place to restart at
            at += 2
        elif kind == _EOI:
            break
        else:
            if at + 4 > len(data):
                raise BadPhoto("cut_off")
            length = int.from_bytes(data[at + 2 : at + 4])
            if length < 2:
                raise BadPhoto("damaged")
            if kind in _FRAMES:
                if width or length < 8:
                    raise BadPhoto("damaged")
                height = int.from_bytes(data[at + 5 : at + 7])
                width = int.from_bytes(data[at + 7 : at + 9])
                most_px = MOST_PROGRESSIVE_PX if kind in _PROGRESSIVE else MOST_PX
                if width * height > most_px:
                    raise BadPhoto("too_many_pixels")
            elif kind == _SOS:
                scans += 1
                if scans > MOST_SCANS:
                    raise BadPhoto("damaged")
            at += 2 + length
    if not (width and height and scans):
        raise BadPhoto("damaged")
    return width, height, at + 2

"""Read a photograph so that it is upright, complete and small enough for memory.

Phones may send only JPEG. All their cameras produce it, and its header says how much memory the
picture needs before any of it is decoded. Files can also be PNG, BMP, GIF, TIFF and WebP.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.disk.textfiles import read_file, read_input
from vision.errors import VisionError
from vision.reading import MIN_PX, Image

MAX_BYTES = 20_000_000  # Maximum size of a phone's picture.
MAX_FILE_BYTES = 400_000_000  # Maximum size of a file; 130 megapixels without compression.

# Larger pictures are decoded at half, a quarter or an eighth of their size, so that none takes more
# than 48 MB. On a 12-megapixel picture of a whole mat, a card is about 500 pixels high.
MAX_READ_PX = 16_000_000
MAX_PX = 220_000_000  # More pixels than any phone's camera has.
# Pictures other than JPEGs are decoded whole. The limit allows a sheet scanned with 1,000 dots per
# inch, and takes 390 MB.
MAX_WHOLE_PX = 130_000_000
# A picture with separate or progressive scans is held in memory while it is decoded. Each sample
# takes two bytes, and each scan processes all samples again. The limit allows 24 megapixels with
# colour at a quarter of the resolution. Without it, a file of 172 bytes took 1.3 GB.
MAX_HELD_SAMPLES = 36_000_000
MAX_SCANS = 64  # A camera's progressive pictures have ten scans.
MAX_SEGMENTS = 2_000  # A phone's pictures have about ten, plus one for each 64 kB of extra data.

_SCALES = (cv2.IMREAD_COLOR, cv2.IMREAD_REDUCED_COLOR_2, cv2.IMREAD_REDUCED_COLOR_4)
_SMALLEST = cv2.IMREAD_REDUCED_COLOR_8

_SOI, _EOI, _SOS = 0xD8, 0xD9, 0xDA
_JPEG = bytes((0xFF, _SOI))
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # SOF0 to SOF15
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
# The next marker that has a length or ends the picture. Padding, picture bytes and restart markers
# do not count.
_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]", re.DOTALL)
# Formats that are not read. A file's header lists the brands of its format.
_AVIF = frozenset({b"avif", b"avis"})
_HEIC = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"})
_HEIF = frozenset({b"heif", b"mif1", b"msf1"})  # For any format; nearly always it is HEIC.
_JXL = (b"\xff\x0a", b"\0\0\0\x0cJXL ")
HEADER_BYTES = 256  # `unread_format` needs no more of a file.

_PNG, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"RIFF", b"WEBP"
_GIFS = (b"GIF87a", b"GIF89a")
_TIFFS = {b"II*\0": "<", b"MM\0*": ">"}  # With the order of bytes.
_TIFF_SIDES = (256, 257)  # Tags of width and height.
_TIFF_SHORT = 3  # Type of a value with two bytes.


class BadPhoto(VisionError):
    """The bytes are not a usable photograph; `reason` is a key.

    The keys are ``empty``, ``too_large`` (too many bytes), ``heic``, ``avif``, ``jxl``,
    ``no_jpeg``, ``no_picture`` (in any format), ``cut_off``, ``too_many_pixels``, ``too_small`` and
    ``damaged``.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def open_picture(path: Path) -> tuple[Image, tuple[int, int]]:
    """Return the picture in a file or pipe (height x width x 3, BGR), reduced if it is large.

    With it, return its width and height in the file, turned upright as the picture is. Raise
    `OSError` if it cannot be read, and `BadPhoto` if it holds no usable picture.
    """
    data = read_input(path, MAX_FILE_BYTES)
    image = decode_photo(data)
    width, height = _check_jpeg(data)[:2] if data[:2] == _JPEG else sides_px(data) or (0, 0)
    if (width > height) != (image.shape[1] > image.shape[0]) and width != height:
        width, height = height, width
    return image, (width, height)


def read_picture(path: Path) -> Image | None:
    """Return the picture in a regular file, or None if it holds no usable picture.

    Raise `OSError` if the file cannot be read.
    """
    try:
        return load_picture(path)
    except BadPhoto:
        return None


def load_picture(path: Path) -> Image:
    """Return the picture in a regular file. Raise `OSError` or `BadPhoto`, as `open_picture`."""
    return decode_photo(read_file(path, MAX_FILE_BYTES))


def decode_photo(data: bytes) -> Image:
    """Return a file's contents as a picture (height x width x 3, BGR), reduced to `MAX_READ_PX`.

    Raise `BadPhoto` if it is not a usable picture.
    """
    if data[:2] == _JPEG:
        return decode_jpeg(data, most_bytes=len(data))
    _refuse_format(data)
    width, height = sides_px(data) or (0, 0)
    if width * height > MAX_WHOLE_PX:
        raise BadPhoto("too_many_pixels")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if width else None
    except cv2.error:
        image = None
    if image is None:
        raise BadPhoto("no_picture" if data else "empty")
    while image.shape[0] * image.shape[1] > MAX_READ_PX:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = cv2.resize(image, half, interpolation=cv2.INTER_AREA)
    return np.asarray(image, np.uint8)


def _refuse_format(data: bytes) -> None:
    name = unread_format(data[:HEADER_BYTES])
    if name is not None:
        raise BadPhoto(name)


def unread_format(header: bytes) -> str | None:
    """Return ``heic``, ``avif`` or ``jxl`` for the start of such a picture, otherwise None.

    >>> unread_format(b"\\0\\0\\0\\x1cftypmif1\\0\\0\\0\\0mif1avifmiaf")
    'avif'
    """
    if header.startswith(_JXL):
        return "jxl"
    if header[4:8] != b"ftyp":
        return None
    end = int.from_bytes(header[:4])
    brands = {header[8:12], *(header[at : at + 4] for at in range(16, min(end, len(header)), 4))}
    if brands & _AVIF:
        return "avif"
    return "heic" if brands & (_HEIC | _HEIF) else None


def decode_jpeg(data: bytes, most_bytes: int = MAX_BYTES) -> Image:
    """Return a JPEG, turned upright by its EXIF data (height x width x 3, BGR).

    A picture of more than `MAX_READ_PX` pixels is reduced. Raise `BadPhoto` if it is not usable.
    """
    if not data:
        raise BadPhoto("empty")
    if len(data) > most_bytes:
        raise BadPhoto("too_large")
    _refuse_format(data)
    width, height, end = _check_jpeg(data)
    if min(width, height) < MIN_PX:
        raise BadPhoto("too_small")
    scale = next(
        (flag for step, flag in enumerate(_SCALES) if width * height >> 2 * step <= MAX_READ_PX),
        _SMALLEST,
    )
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8, end), scale)
    except cv2.error:
        image = None
    if image is None:
        raise BadPhoto("damaged")
    if min(image.shape[:2]) < MIN_PX:
        raise BadPhoto("too_small")
    return np.asarray(image, np.uint8)


def _check_jpeg(data: bytes) -> tuple[int, int, int]:
    """Return a JPEG's width and height in pixels and the end of its data.

    Raise `BadPhoto` if it is invalid. Data after the end is ignored, because phones append videos
    and depth maps.
    """
    if data[:3] != bytes((0xFF, _SOI, 0xFF)):
        raise BadPhoto("no_jpeg")
    frame: _Frame | None = None
    segments = scans = 0
    at = 2
    while True:
        match = _MARKER.search(data, at)
        if match is None:
            raise BadPhoto("cut_off")
        at, kind = match.start(), data[match.start() + 1]
        if kind == _EOI:
            break
        if at + 4 > len(data):
            raise BadPhoto("cut_off")
        length = int.from_bytes(data[at + 2 : at + 4])
        segments, scans = segments + 1, scans + (kind == _SOS)
        if length < 2 or segments > MAX_SEGMENTS or scans > MAX_SCANS:
            raise BadPhoto("damaged")
        if kind in _FRAMES:
            if frame is not None:
                raise BadPhoto("damaged")
            frame = _Frame.parse(kind, data[at + 4 : at + 2 + length])
            frame.check(frame.progressive)
        elif kind == _SOS and frame is not None:
            frame.check(frame.progressive or data[at + 4 : at + 5] != bytes((frame.colours,)))
        at += 2 + length
    if frame is None or not scans:
        raise BadPhoto("damaged")
    return frame.width, frame.height, at + 2


@dataclass(frozen=True)
class _Frame:
    """A JPEG frame header: the size in pixels, the number of colours and of samples."""

    width: int
    height: int
    colours: int
    samples: float
    progressive: bool

    @classmethod
    def parse(cls, kind: int, said: bytes) -> _Frame:
        """Parse a frame header, starting at its precision; raise `BadPhoto`."""
        if len(said) < 6 or len(said) < 6 + 3 * said[5]:
            raise BadPhoto("damaged")
        height, width = int.from_bytes(said[1:3]), int.from_bytes(said[3:5])
        shares = [(number >> 4) * (number & 15) for number in said[7 : 6 + 3 * said[5] : 3]]
        if not (width and height and shares and all(shares)):
            raise BadPhoto("damaged")
        samples = width * height * sum(shares) / max(shares)
        return cls(width, height, len(shares), samples, kind in _PROGRESSIVE)

    def check(self, held: bool) -> None:
        """Raise `BadPhoto` if the frame has too many pixels, or too many samples to hold.

        Samples count only if they are `held` in memory.
        """
        if self.width * self.height > MAX_PX or (held and self.samples > MAX_HELD_SAMPLES):
            raise BadPhoto("too_many_pixels")


def sides_px(data: bytes) -> tuple[int, int] | None:
    """Return the sides of a PNG, BMP, GIF, TIFF or WebP in pixels, or None for anything else.

    A PNG of 1 MB may hold 900 megapixels, which would take 5 GB to decode. OpenCV allows it.

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
    """Return the sides of a TIFF's first picture, which OpenCV decodes."""
    start = struct.unpack_from(f"{order}I", data, 4)[0]
    count = struct.unpack_from(f"{order}H", data, start)[0]
    results: dict[int, int] = {}
    for at in range(start + 2, start + 2 + 12 * count, 12):
        tag, kind = _unpacked(f"{order}HH", data, at)
        form = "H" if kind == _TIFF_SHORT else "I"
        results.setdefault(tag, struct.unpack_from(f"{order}{form}", data, at + 8)[0])
    width, height = (results.get(side, 0) for side in _TIFF_SIDES)
    return (width, height) if width and height else None

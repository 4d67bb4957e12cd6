"""Pictures read from files."""

from __future__ import annotations

from pathlib import Path

from vision.files import read_bytes
from vision.photo import BadPhoto, decode_photo
from vision.reading import Image

MAX_BYTES = 400_000_000  # 130 megapixels without any compression


def open_picture(path: Path) -> Image:
    """Return a picture (height x width x 3, BGR), a large one smaller.

    Raises `OSError` where there is no such file, or it cannot be read, and `BadPhoto` where it
    holds no picture to be read.
    """
    return decode_photo(read_bytes(path, MAX_BYTES))


def read_picture(path: Path) -> Image | None:
    """Return a picture as `open_picture` does, or None where the file holds none.

    Raises `OSError` where there is no such file, or it cannot be read.
    """
    try:
        return open_picture(path)
    except BadPhoto:
        return None

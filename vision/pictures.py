"""Pictures read from files."""

from __future__ import annotations

from pathlib import Path

from vision.files import read_bytes
from vision.photo import BadPhoto, opened
from vision.reading import Image

MOST_BYTES = 400_000_000  # 130 megapixels without any compression


def open_picture(path: Path) -> Image:
    """Return a picture (height x width x 3, BGR), a large one smaller.

    Raises `OSError` where there is no such file, or it cannot be read, and `BadPhoto` where it
    holds no picture to be read.
    """
    return opened(read_bytes(path, MOST_BYTES))


def read_picture(path: Path) -> Image | None:
    """Return a picture as `open_picture` does, or None where the file holds none.

    Raises `OSError` where there is no such file, or it cannot be read.
    """
    try:
        return open_picture(path)
    except BadPhoto:
        return None

"""Read pictures from files."""

from __future__ import annotations

from pathlib import Path

from vision.files import read_bytes
from vision.photo import BadPhoto, decode_photo
from vision.reading import Image

MAX_BYTES = 400_000_000  # Maximum size of a file; 130 megapixels without compression.


def open_picture(path: Path) -> Image:
    """Return the picture in a file (height x width x 3, BGR), reduced if it is large.

    Raise `OSError` if the file cannot be read, and `BadPhoto` if it holds no usable picture.
    """
    return decode_photo(read_bytes(path, MAX_BYTES))


def read_picture(path: Path) -> Image | None:
    """Return the picture in a file as `open_picture` does, or None if it holds no usable picture.

    Raise `OSError` if the file cannot be read.
    """
    try:
        return open_picture(path)
    except BadPhoto:
        return None

"""Read pictures from files."""

from __future__ import annotations

from pathlib import Path

from referee.textfiles import read_file, read_input
from vision.photo import BadPhoto, decode_photo
from vision.reading import Image

MAX_BYTES = 400_000_000  # Maximum size of a file; 130 megapixels without compression.


def open_picture(path: Path) -> Image:
    """Return the picture in a file or pipe (height x width x 3, BGR), reduced if it is large.

    Raise `OSError` if it cannot be read, and `BadPhoto` if it holds no usable picture.
    """
    return decode_photo(read_input(path, MAX_BYTES))


def read_picture(path: Path) -> Image | None:
    """Return the picture in a regular file, or None if it holds no usable picture.

    Raise `OSError` if the file cannot be read.
    """
    try:
        return decode_photo(read_file(path, MAX_BYTES))
    except BadPhoto:
        return None

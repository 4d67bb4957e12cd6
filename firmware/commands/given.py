"""A file that a command is given, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from firmware.commands.speak import refuse
from vision.files import read_bytes, read_whole


def given(file: Path, most_bytes: int) -> bytes:
    """Return what a file (``-``: standard input) holds.

    Raises `BadData` in one sentence where it cannot be read or holds more.
    """
    try:
        if str(file) == "-":
            return read_whole(sys.stdin.buffer, most_bytes)
        return read_bytes(file, most_bytes)
    except OSError as error:
        refuse("cli.file_unreadable", file=str(file), reason=error.strerror or str(error))

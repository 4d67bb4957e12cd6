"""Reading a command's input file or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from firmware.commands.speak import refuse
from referee import textfiles


def read_text(file: Path, most_bytes: int) -> str:
    """Return the text in a file as `read_input` does. Raise `BadData` if it is no text."""
    data = read_input(file, most_bytes)
    try:
        return textfiles.decode(data)
    except ValueError as error:
        refuse("cli.file_unreadable", file=str(file), reason=str(error))


def read_input(file: Path, most_bytes: int) -> bytes:
    """Return the contents of a file (``-`` is standard input).

    Raise `BadData` if it is unreadable or too large.
    """
    try:
        if str(file) == "-":
            return textfiles.read_whole(sys.stdin.buffer, most_bytes)
        return textfiles.read_input(file, most_bytes)
    except OSError as error:
        refuse("cli.file_unreadable", file=str(file), reason=error.strerror or str(error))

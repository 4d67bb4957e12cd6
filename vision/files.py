"""TOML read, and files that survive a pulled plug."""

from __future__ import annotations

import os
import tempfile
import tomllib
from pathlib import Path
from typing import Any


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file holds.

    Raises `OSError` where it cannot be read, and `ValueError` with what is wrong in it.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError:
        raise
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not text in UTF-8 (byte {error.start})") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise ValueError("a number in it has thousands of digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a power cut leaves the old one or the new one, never a part."""
    if path.is_file() and path.read_bytes() == data:
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

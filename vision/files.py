"""Pictures read, files that survive a pulled plug, and TOML as text."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.reading import Image


def read_picture(path: Path) -> Image | None:
    """Return a picture (height x width x 3, BGR), or None where the file holds none.

    Raises `OSError` where there is no such file, or it cannot be read.
    """
    data = np.frombuffer(path.read_bytes(), np.uint8)
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        image = None
    return None if image is None else np.asarray(image, np.uint8)


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


def toml_text(document: Mapping[str, Any]) -> str:
    """Return a document of scalars, lists, tables and lists of tables as TOML.

    >>> print(toml_text({"a": 1.5, "t": {"b": "x"}, "l": [{"c": True}]}), end="")
    a = 1.5
    <BLANKLINE>
    [t]
    b = "x"
    <BLANKLINE>
    [[l]]
    c = true
    """
    return "\n".join(_toml_lines(document, ())).lstrip("\n") + "\n"


def _toml_lines(table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    def is_list_of_tables(value: Any) -> bool:
        return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)

    lines, nested = [], []
    for key, value in table.items():
        if isinstance(value, dict) or is_list_of_tables(value):
            nested.append((key, value))
        elif value is not None:
            lines.append(f"{_toml_key(key)} = {_toml_value(value)}")
    for key, value in nested:
        inner = (*path, _toml_key(key))
        for entry in value if isinstance(value, list) else [value]:
            heading = (
                f"[[{'.'.join(inner)}]]" if isinstance(value, list) else f"[{'.'.join(inner)}]"
            )
            lines += ["", heading, *_toml_lines(entry, inner)]
    return lines


def _toml_key(key: str) -> str:
    bare = key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if bare else _toml_value(key)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | np.floating):
        return repr(float(value)) if math.isfinite(value) else str(float(value))
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml_value(v) for v in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_toml_key(k)} = {_toml_value(v)}' for k, v in value.items())}}}"
    if not isinstance(value, str):
        return str(value)  # a date or a time writes itself as TOML does
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    control = {c: f"\\u{ord(c):04X}" for c in escaped if ord(c) < 32 or ord(c) == 127}
    return '"' + "".join(control.get(c, c) for c in escaped) + '"'

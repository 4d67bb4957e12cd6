"""Finds the programs that have a file or a device open."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path

PROCESSES = Path("/proc")


def programs_with(paths: Collection[Path], processes: Path = PROCESSES) -> tuple[str, ...]:
    """Return the other programs that have one of these paths open, as ``name (number)``.

    Only root can see other users' programs.
    """
    wanted = {str(path) for path in paths}
    found = set()
    for folder in processes.glob("[0-9]*"):
        if folder.name != str(os.getpid()) and wanted & set(_open_files(folder)):
            found.add(f"{_name(folder)} ({folder.name})")
    return tuple(sorted(found))


def _open_files(process: Path) -> Iterator[str]:
    with contextlib.suppress(OSError):
        for one in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                yield str(one.readlink())


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text("utf-8", "replace").strip() or "?"
    except OSError:
        return "?"

"""File operations of which a power cut leaves each done or not done, and nothing half."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

NEW = ".coyote-new"  # of a file or link that is not in its place yet


class Disk:
    """Writes, links, renames and removes; `step` is told of each operation before it is done."""

    def __init__(self, step: Callable[[str], None] = lambda _: None) -> None:
        self._step = step

    def folder(self, path: Path, mode: int = 0o755) -> None:
        """Make a folder and those above it, where they are missing."""
        if not path.is_dir():
            self._step(f"make {path}")
            path.mkdir(mode, parents=True)

    def write(self, path: Path, text: str, mode: int = 0o644) -> bool:
        """Put a text in a file's place; tell whether that changed anything.

        Bytes that are no UTF-8 are in it as surrogates, and are written as they were.
        """
        content = text.encode("utf-8", "surrogateescape")
        if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
            return False
        self.folder(path.parent)
        new = path.with_name(path.name + NEW)
        self._step(f"write {new}")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        self.rename(new, path)
        return True

    def link(self, path: Path, target: str) -> None:
        """Put a symbolic link in a place, over another one."""
        if path.is_symlink() and str(path.readlink()) == target:
            return
        self.folder(path.parent)
        new = path.with_name(path.name + NEW)
        self._step(f"link {new}")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        self.rename(new, path)

    def copy(self, source: Path, path: Path) -> None:
        """Copy a file to a new place."""
        self.folder(path.parent)
        self._step(f"copy {path}")
        shutil.copyfile(source, path)

    def rename(self, old: Path, new: Path) -> None:
        """Put a file or link in another's place, at once, and on the disk when this returns."""
        self._step(f"rename {old} {new}")
        old.replace(new)
        self._flush(new.parent)

    def remove(self, path: Path) -> None:
        """Remove a file, a link or a folder with all that is in it, where it is there."""
        if path.is_symlink() or path.is_file():
            self._step(f"remove {path}")
            path.unlink()
            self._flush(path.parent)
        elif path.is_dir():
            self._step(f"remove {path}")
            shutil.rmtree(path)

    def sync(self) -> None:
        """Wait until all that was written by anybody is on the disk."""
        self._step("sync")
        os.sync()

    @staticmethod
    def _flush(folder: Path) -> None:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)

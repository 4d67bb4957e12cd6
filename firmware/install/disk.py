"""File operations that a power cut leaves either complete or undone."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

PRIVATE = 0o700  # Only root may open a folder with this mode.
NEW = ".coyote-new"  # Suffix of a file or link that is not yet in its place.


class Disk:
    """Writes, links, renames and removes files. It calls `step` before each operation."""

    def __init__(self, step: Callable[[str], None] = lambda _: None) -> None:
        self._step = step

    def folder(self, path: Path, mode: int = 0o755) -> None:
        """Create a folder and its missing parents."""
        if not path.is_dir():
            self._step(f"make {path}")
            path.mkdir(mode, parents=True)

    def write(self, path: Path, text: str, mode: int = 0o644) -> bool:
        """Write a text to a file atomically. Return whether the file changed.

        Surrogates in the text stand for bytes that are not UTF-8. They are written as those bytes.
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
        """Create or replace a symbolic link."""
        if path.is_symlink() and str(path.readlink()) == target:
            return
        self.folder(path.parent)
        new = path.with_name(path.name + NEW)
        self._step(f"link {new}")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        self.rename(new, path)

    def copy(self, top: Path, path: Path, to: Path) -> None:
        """Copy a file from a folder to a new place, without giving it wider permissions.

        `path` is relative to `top`. Raise `OSError` if a link is on the way.
        """
        content, mode = read(top, path)
        self.folder(to.parent, PRIVATE)
        self._step(f"copy {to}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(to, flags, mode & 0o755), "wb") as file:
            file.write(content)

    def rename(self, old: Path, new: Path) -> None:
        """Replace a file or link atomically. On return, the change is on the disk."""
        self._step(f"rename {old} {new}")
        old.replace(new)
        self._flush(new.parent)

    def remove(self, path: Path) -> None:
        """Remove a file, a link, a pipe or a folder with all in it, if there is one at the path.

        A link to a folder is a link.
        """
        if not os.path.lexists(path):
            return
        self._step(f"remove {path}")
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
            self._flush(path.parent)

    def sync(self) -> None:
        """Wait until the disk has everything that was written."""
        self._step("sync")
        os.sync()

    @staticmethod
    def _flush(folder: Path) -> None:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def read(top: Path, path: Path) -> tuple[bytes, int]:
    """Return the contents and the mode of a file in a folder that others may write to.

    Raise `OSError` for anything except a file, and if a link is on the way from `top`. Otherwise
    root could be made to read what the folder's owner may not.
    """
    at = os.open(top, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in path.parent.parts:
            below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=at)
            os.close(at)
            at = below
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        with os.fdopen(os.open(path.name, flags, dir_fd=at), "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode):
                raise OSError(errno.EINVAL, "It is no file", str(top / path))
            return file.read(), stat.S_IMODE(mode)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            error.strerror = "It is reached by a link, and the installer follows none"
        error.filename = str(top / path)
        raise
    finally:
        os.close(at)

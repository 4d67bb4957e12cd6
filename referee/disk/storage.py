"""Write a file whole or not at all, on any disk.

This module needs only the standard library, and all other folders may import it.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

_UNFLUSHED = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)  # Some network drives flush no folder.


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file so that a power cut leaves the old one or the new one, never a part.

    Only its owner can read a `private` file. A device or a pipe is written to directly, and a link
    stays a link.
    """
    if path.is_file() and path.read_bytes() == data and not private:
        return
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not private:  # A temporary file is.
            Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder, so that a file's new name survives a power cut.

    Some network drives cannot do that. Their files are whole all the same.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNFLUSHED:
            raise
    finally:
        os.close(handle)

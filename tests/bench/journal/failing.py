"""A disk that fails under this very process: no space, no writing, no flushing. Linux only."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# fsync and fdatasync, by machine.
_FLUSHES = {"x86_64": (74, 75), "aarch64": (82, 83)}
_SET_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # of a filter's instructions
_ERRNO, _ALLOW = 0x0005_0000, 0x7FFF_0000


@contextmanager
def full(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size in bytes."""
    soft, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, most))


@contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Let every write to a file that is open in this process fail, and every read succeed."""
    numbers = list(_descriptors(path))
    assert numbers, f"{path} is not open"
    kept = [os.dup(number) for number in numbers]
    put = os.open(path, os.O_RDONLY)
    try:
        for number in numbers:
            os.dup2(put, number)
        yield
    finally:
        for number, copy in zip(numbers, kept, strict=True):
            os.dup2(copy, number)
            os.close(copy)
        os.close(put)


def _descriptors(path: Path) -> Iterator[int]:
    stat = path.stat()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            fstat = os.fstat(int(entry.name))
        except OSError:
            continue  # the listing's own
        if (fstat.st_dev, fstat.st_ino) == (stat.st_dev, stat.st_ino):
            yield int(entry.name)


def flush_no_more() -> None:
    """Let every flush of this process to a disk fail from now on; there is no way back.

    Raises `OSError` where the machine or its kernel lets no process do so.
    """
    numbers = _FLUSHES.get(platform.machine())
    if numbers is None:
        raise OSError(errno.ENOSYS, "no flush is known on this machine")
    program = [
        (_LOAD, 0, 0, 0),  # the number of the system call
        (_EQUAL, 1, 0, numbers[0]),
        (_EQUAL, 0, 1, numbers[1]),
        (_RETURN, 0, 0, _ERRNO | errno.EIO),
        (_RETURN, 0, 0, _ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *item) for item in program))
    head = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in (
        (_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0),
        (_SET_SECCOMP, _FILTER, ctypes.create_string_buffer(head), 0, 0),
    ):
        if libc.prctl(*arguments):
            raise OSError(ctypes.get_errno(), "the kernel takes no filter")

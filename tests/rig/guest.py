"""A guest's first process: mounts what a Pi has, tries the promises of a module, powers off."""

from __future__ import annotations

import ctypes
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path

import msgspec

_libc = ctypes.CDLL(None, use_errno=True)
BIND = 4096
POWER_OFF = 0x4321FEDC

MOUNTS = (
    ("proc", "/proc"),
    ("sysfs", "/sys"),
    ("devtmpfs", "/dev"),
    ("tmpfs", "/run"),
    ("tmpfs", "/tmp"),
    ("configfs", "/sys/kernel/config"),
    ("tracefs", "/sys/kernel/tracing"),
)
OUT = Path("/run/out")


def mount(kind: str, at: str, source: str = "none", flags: int = 0, options: str = "") -> None:
    """Mount a file system; raises `OSError`."""
    given = (source.encode(), at.encode(), kind.encode() or None, flags, options.encode() or None)
    if _libc.mount(*given[:3], ctypes.c_ulong(flags), given[4]):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), at)


def main(promises: str, out: str) -> None:
    """Write the figures of a module's `promises`, or why there are none, into the host's folder."""
    from tests.rig.boot import FAILURE, FIGURES, WHOLE

    for kind, at in MOUNTS:
        mount(kind, at)
    OUT.mkdir()
    Path("/dev/shm").mkdir()
    mount("tmpfs", "/dev/shm")
    mount("hostfs", str(OUT), options=out)
    os.environ |= {"LG_WD": "/run", "HOME": "/run", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
    os.chdir("/run")
    try:
        with (OUT / FIGURES).open("wb", buffering=0) as file:
            for figure in import_module(f"tests.rig.promises.{promises}").promises():
                file.write(msgspec.json.encode(figure) + b"\n")
                os.fsync(file.fileno())
        (OUT / WHOLE).touch()
    except BaseException:
        (OUT / FAILURE).write_text(traceback.format_exc(), encoding="utf-8")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os.sync()
        _libc.reboot(ctypes.c_int(POWER_OFF))

"""A guest's first process: mounts what a Pi has, tries the promises of a module, powers off.

`python -m tests.rig.guest PROMISES OUT [ROOT]`: with a root of its own it goes on there.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
import sys
import tomllib
import traceback
from importlib import import_module
from pathlib import Path

import msgspec

_libc = ctypes.CDLL(None, use_errno=True)
READ_ONLY, BIND = 1, 4096
POWER_OFF = 0x4321FEDC
SIOCSIFFLAGS, IFF_UP = 0x8914, 1

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
PROJECT = Path(__file__).parents[2]
THERE = "/mnt"  # where the project is in another root


def mount(kind: str, at: str, source: str = "none", flags: int = 0, options: str = "") -> None:
    """Mount a file system; raises `OSError`."""
    given = (source.encode(), at.encode(), kind.encode() or None, flags, options.encode() or None)
    if _libc.mount(*given[:3], ctypes.c_ulong(flags), given[4]):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), at)


def enter(root: str, promises: str, out: str) -> None:
    """Go on in another root of this computer's, with the Python that is there."""
    mount("tmpfs", "/run")
    new = Path("/run/root")
    new.mkdir()
    mount("hostfs", str(new), flags=READ_ONLY, options=root)
    mount("hostfs", f"{new}{THERE}", flags=READ_ONLY, options=str(PROJECT))
    mount("tmpfs", f"{new}/srv")
    tell_of_games(new / "srv")
    os.chroot(new)
    os.chdir("/")
    os.environ["PYTHONPATH"] = f"{THERE}:/srv"
    python = "/usr/bin/python3"
    os.execv(python, [python, "-B", "-m", __spec__.name, promises, out])


def tell_of_games(folder: Path) -> None:
    """Write what tells Python of the project's games, as its installation does."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    path = folder / f"coyote_table-{project['version']}.dist-info"
    path.mkdir(parents=True)
    named = f"Name: {project['name']}\nVersion: {project['version']}\n"
    (path / "METADATA").write_text(f"Metadata-Version: 2.1\n{named}", "utf-8")
    points = project["entry-points"].items()
    lines = (
        f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in of.items()) for group, of in points
    )
    (path / "entry_points.txt").write_text("".join(lines), "utf-8")


def connect() -> None:
    """Bring the guest's own network up, by which its programs reach each other."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP))


def main(promises: str, out: str, root: str = "") -> None:
    """Write the figures of a module's `promises`, or why there are none, into the host's folder."""
    from tests.rig.boot import FAILURE, FIGURES, WHOLE

    if root:
        enter(root, promises, out)
    for kind, at in MOUNTS:
        mount(kind, at)
    if not PROJECT.exists():  # it is below /tmp, which was mounted over just now
        PROJECT.mkdir(parents=True)
        mount("hostfs", str(PROJECT), flags=READ_ONLY, options=str(PROJECT))
    OUT.mkdir()
    Path("/dev/shm").mkdir()
    mount("tmpfs", "/dev/shm")
    mount("hostfs", str(OUT), options=out)
    os.environ |= {"LG_WD": "/run", "HOME": "/run", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
    os.chdir("/run")
    connect()
    try:
        from firmware.games import open_games

        open_games()  # as a command does
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

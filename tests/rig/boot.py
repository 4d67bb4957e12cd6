"""A guest: a computer that is a process of this one, tries some promises and powers off.

Its root is this computer's own files, or those of a root that a promise's module names; it can read
them and not write. Its clock is simulated: it goes on only when nothing is left to do, so that a
busy computer makes nothing late.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import msgspec

from tests.bench import Figure
from tests.rig.kernel import NotBuilt

ROOT = Path(__file__).parents[2]
LGPIO = ROOT / ".venv" / "rig"  # where `make rig` puts lgpio: only guests see it
# What a guest leaves: its figures, why there are no more, or that these are all.
FIGURES, FAILURE, WHOLE = "figures.jsonl", "failure.txt", "whole"
MEMORY = "1536M"
PATIENCE_S = 1800.0


def run(kernel: Path, promises: str, patience_s: float = PATIENCE_S) -> list[Figure]:
    """Boot a guest that tries the promises of a module by that name; return their figures.

    What cannot be measured is a figure that is not met, named after what went wrong.
    """
    with tempfile.TemporaryDirectory(prefix="coyote-rig-") as folder:
        text, ended = _boot(kernel, promises, Path(folder), patience_s)
        figures = _figures(Path(folder) / FIGURES)
        failure = Path(folder) / FAILURE
        if failure.exists():
            text = failure.read_text(encoding="utf-8")
        elif ended and (Path(folder) / WHOLE).exists():
            return figures
        print(text, file=sys.stderr)
        why = "failed" if ended else f"was not done after {patience_s:.0f} s"
        return [*figures, Figure(f"{promises} {why}", 0, "figures", "all of them", False)]


def root_of(promises: str) -> Path | None:
    """Return the root that a module of promises names, None if this computer's files will do."""
    module = import_module(f"tests.rig.promises.{promises}")
    return getattr(module, "ROOT", None)


def switched_on(kernel: Path, folder: Path) -> list[str]:
    """Return how every guest begins: its memory, its clock, and that it speaks on its output."""
    return [
        str(kernel),
        f"mem={MEMORY}",
        "time-travel=inf-cpu",
        "console=tty0",
        "con=null",
        "con0=null,fd:1",
        "quiet",
        f"uml_dir={folder}/uml",
    ]


def _boot(kernel: Path, promises: str, out: Path, patience_s: float) -> tuple[str, bool]:
    """Run a guest until it powers off; return what it said, and whether it did so in time."""
    command = [
        *switched_on(kernel, out),
        "root=98:0",
        "rootfstype=hostfs",
        "rootflags=/",
        "ro",
        "i2c-stub.chip_addr=0x3c",
        "dummy_hcd.num=2",
        f"PYTHONPATH={ROOT}:{LGPIO}",
        f"init={sys.executable}",
        "--",
        "-B",
        "-m",
        "tests.rig.guest",
        promises,
        str(out),
    ]
    if root := root_of(promises):
        command.append(str(root))
    try:
        guest = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise NotBuilt(f"{kernel}: {error.strerror}") from error
    try:
        return guest.communicate(timeout=patience_s)[0], True
    except BaseException as error:  # whoever stops the rig stops the guest
        os.killpg(guest.pid, signal.SIGKILL)  # its processes are processes of this computer
        answer = guest.communicate(timeout=patience_s)[0]
        if isinstance(error, subprocess.TimeoutExpired):
            return answer, False
        raise


def _figures(path: Path) -> list[Figure]:
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(line, type=Figure) for line in lines]

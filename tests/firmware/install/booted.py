"""A root whose systemd is started as PID 1, in namespaces of its own, without a network."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware.install.places import UNIT
from tests.process import PATIENCE_S

LONG_S = 300.0
# systemd of Debian 13 wants the second kind of control groups; the machine's own stay as they are.
STARTED = (
    "umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup && "
    "mkdir -p /sys/fs/cgroup/booted && echo $$ >/sys/fs/cgroup/booted/cgroup.procs && "
    'exec systemd-nspawn --quiet --directory="$0" --register=no --keep-unit --private-network '
    "--link-journal=no --resolv-conf=off --timezone=off --boot"
)


class Booted:
    """A machine that runs; leaving it is a power cut: every process ends at once."""

    def __init__(self, root: Path) -> None:
        private = ("unshare", "--mount", "--propagation", "private", "--cgroup")
        self._nspawn = subprocess.Popen(
            [*private, "sh", "-c", STARTED, root],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._first = 0

    def __enter__(self) -> Self:
        self.until("it is up", lambda: self._found() and self.run("true") == 0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.cut()

    def cut(self) -> None:
        """Cut the power."""
        if self._nspawn.poll() is None:
            if self._first:  # everything inside ends with it
                os.kill(self._first, signal.SIGKILL)
            self._nspawn.kill()
            self._nspawn.wait(PATIENCE_S)

    def run(self, *command: str) -> int:
        """Run a command inside, and return its status."""
        return self._inside(*command).returncode

    def output(self, *command: str) -> str:
        """Return what a command says inside."""
        return self._inside(*command).stdout.strip()

    def runs(self) -> bool:
        """Whether the table is READY."""
        return self.run("systemctl", "is-active", "--quiet", UNIT) == 0

    def answers(self, port: int = 8080) -> bool:
        """Whether the table's page is served."""
        code = f"import urllib.request as u; u.urlopen('http://127.0.0.1:{port}/', timeout=9)"
        return self.run("python3", "-c", code) == 0

    def until(self, what: str, true: Callable[[], bool], limit_s: float = LONG_S) -> None:
        """Wait for something that has to come."""
        until_s = time.monotonic() + limit_s
        while not true():
            assert self._nspawn.poll() is None, "the machine went down"
            assert time.monotonic() < until_s, f"waited for: {what}"
            time.sleep(0.2)

    def _found(self) -> bool:
        split = subprocess.run(
            ["pgrep", "-P", str(self._nspawn.pid), "systemd|init"],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        ).stdout.split()
        self._first = int(split[0]) if split else 0
        return bool(split)

    def _inside(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._into(*command),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=LONG_S,
        )

    def _into(self, *command: str) -> list[str]:
        enter = ("nsenter", "--target", str(self._first), "-m", "-u", "-i", "-n", "-p", "-C", "-r")
        return [*enter, *command]

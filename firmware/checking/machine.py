"""The machine that the doctor examines: its kernel files below a root folder, and its programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from firmware.cameras.devices import programs_with
from firmware.service.child import kill

ANSWER_S = 3.0  # vcgencmd takes 0.01 s, systemctl 0.05 s. On a dead bus, one never ends.


@dataclass(frozen=True)
class Machine:
    """A machine to examine: files below `root`, programs in `path` (None: the shell's path)."""

    root: Path = Path("/")
    path: str | None = None
    answer_s: float = ANSWER_S

    @property
    def model(self) -> str:
        """Return the Raspberry Pi's model, or an empty string on another machine."""
        name = self.text("proc/device-tree/model").rstrip("\0")
        return name if "Raspberry Pi" in name else ""

    def text(self, where: str | Path) -> str:
        """Return a file's stripped text, or an empty string if it is unreadable."""
        try:
            return (self.root / where).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""

    def number(self, where: str | Path) -> int | None:
        """Return the integer in a file (0x10 is 16), or None."""
        try:
            return int(self.text(where), 0)
        except ValueError:
            return None

    def all(self, pattern: str) -> list[Path]:
        """Return the files and folders that match a pattern, sorted."""
        return sorted(self.root.glob(pattern))

    def program(self, name: str) -> str | None:
        """Return the path of a program, or None. The administrator's folders are searched, too."""
        path = self.path or f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"
        return shutil.which(name, path=path)

    def ask(self, name: str, *arguments: str) -> str | None:
        """Run a program and return its output, or None if it is missing, fails or takes too long.

        A program that hangs is killed with its children. If even killing it hangs, it is left to
        the kernel.
        """
        program = self.program(name)
        if program is None:
            return None
        try:
            process = subprocess.Popen(
                [program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "LC_ALL": "C"},
            )
        except OSError:
            return None
        try:
            output, _ = process.communicate(timeout=self.answer_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            kill(process)
        return output.decode("utf-8", "replace").strip() if process.returncode == 0 else None

    def users_of(self, *patterns: str) -> tuple[str, ...]:
        """Return the other programs that have one of these devices open.

        Only root can see other users' programs.
        """
        devices = [device for pattern in patterns for device in self.all(pattern)]
        return programs_with(devices, self.root / "proc")

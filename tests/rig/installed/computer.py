"""A computer with a disk: a guest whose root is an image, and whose plug can be pulled.

What the guest has written to its disk is in the image; what it still holds in memory is lost with
it. Its clock is simulated, and stands still while the disk is at work.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.rig.boot import ROOT, switched_on

PATIENCE_S = 900.0  # for a word; a boot takes 20 s of a busy computer
GONE_S = 30.0
CONSOLE = 3  # on which the driver speaks; nobody else does
BEFORE, DURING, CONSOLE_TEXT = "before", "during", "console.txt"
DRIVER = f"""mkdir -p /run/project
mountpoint -q /run/project || mount -t hostfs none /run/project -o hostfs={ROOT}
cd /run/project
exec {{python}} -B -m tests.rig.installed.{{module}} {{task}} >/dev/tty{CONSOLE} 2>&1
"""
PYTHON = "/opt/coyote-table/current/.venv/bin/python"
WIRED = DRIVER.format(python=PYTHON, module="wires", task="")


class Silent(Exception):
    """The computer did not say what was waited for; the text is the last that it said."""


class Computer:
    """A computer that is switched on; leaving it is a power cut.

    `task` is what a module (`inside` or `phone`) does there; the script `before` runs before the
    table starts.
    """

    def __init__(
        self,
        kernel: Path,
        disk: Path,
        folder: Path,
        task: str,
        before: str = "",
        module: str = "inside",
    ) -> None:
        (folder / BEFORE).write_text(before + WIRED, encoding="utf-8")
        text = DRIVER.format(python="python3", module=module, task=task)
        (folder / DURING).write_text(text, encoding="utf-8")
        self._hears, speaks = os.pipe()
        command = [
            *switched_on(kernel, folder),
            f"ubd0={disk}",
            "root=/dev/ubda",
            "rootfstype=ext4",
            "rw",
            f"con{CONSOLE}=null,fd:{speaks}",
            "systemd.show_status=0",
            f"rig={folder}",
        ]
        with (folder / CONSOLE_TEXT).open("wb") as console:
            self._guest = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                pass_fds=(speaks,),
                start_new_session=True,
            )
        os.close(speaks)
        self._said = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.cut()
        os.close(self._hears)

    def cut(self) -> None:
        """Pull the plug: the computer and all its processes end at once, amid whatever they do."""
        if self._guest.poll() is None:
            os.killpg(self._guest.pid, signal.SIGKILL)
            self._guest.wait(GONE_S)
        until_s = time.monotonic() + GONE_S
        with suppress(ProcessLookupError):
            while time.monotonic() < until_s:  # the disk is nobody's before
                os.killpg(self._guest.pid, 0)
                time.sleep(0.005)

    def word(self, patience_s: float = PATIENCE_S) -> dict[str, Any] | None:
        """Return the next thing that the driver says, None if it says nothing for so long."""
        until_s = time.monotonic() + patience_s
        while b"\n" not in self._said:
            left_s = until_s - time.monotonic()
            if left_s <= 0 or not select.select([self._hears], [], [], left_s)[0]:
                return None
            more = os.read(self._hears, 65536)
            if not more:
                raise Silent(self._said.decode(errors="replace"))
            self._said += more
        line, _, self._said = self._said.partition(b"\n")
        try:
            word = json.loads(line)
        except ValueError:
            answer = line + b"\n" + self._said + self._rest()
            raise Silent(answer.decode(errors="replace")) from None
        assert isinstance(word, dict)
        return word

    def until(self, what: str, patience_s: float = PATIENCE_S) -> dict[str, Any]:
        """Return the next word of a kind; raises `Silent`."""
        until_s = time.monotonic() + patience_s
        while (word := self.word(until_s - time.monotonic())) is not None:
            if word["say"] == what:
                return word
            if word["say"] == "failed":
                break
        raise Silent(f"{what}: {word}")

    def cpu_s(self) -> float:
        """Return the processor's time that the computer has taken until now."""
        ticks = 0
        for about in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                after = about.read_text().rpartition(")")[2].split()
                if int(after[2]) == self._guest.pid:
                    ticks += sum(map(int, after[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def _rest(self) -> bytes:
        said = b""
        while select.select([self._hears], [], [], 1.0)[0]:
            more = os.read(self._hears, 65536)
            if not more:
                break
            said += more
        return said

"""The installer's access to the machine: its disk, its programs, and its service manager."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from firmware.install.disk import Disk
from firmware.install.places import UNIT, Places
from webui.serving.addresses import lan_addresses
from webui.serving.mdns import local_name

READY_S = 60.0  # Seconds. A Pi 4 needs 9, and a slower start counts as failed.
STAYS_S = 5.0  # Seconds. A table that ends this soon after READY counts as failed.
STOP_S = 40.0
MOST_LINES = 6  # Maximum number of lines to show of a failed program's output.
APT_S = 3600.0  # Enough for picamera2's packages over a slow line to a slow card.


class Failed(Exception):
    """An installation step that failed. The text tells a person why."""


@dataclass
class Machine:
    """The machine to install on."""

    places: Places = field(default_factory=Places)
    disk: Disk = field(default_factory=Disk)

    def say(self, text: str) -> None:
        """Print a line for the person who installs. Continue even if the terminal is closed."""
        with suppress(OSError):
            print(text, flush=True)

    def run(
        self, *command: str, timeout_s: float = APT_S, user: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end, as `user` if given.

        A program that takes too long has status 124.
        """
        who = {} if user is None else as_user(user)
        try:
            return subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=timeout_s,
                check=False,
                **who,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(
                command, 124, f"It took more than {timeout_s:.0f} s."
            )
        except OSError as error:
            return subprocess.CompletedProcess(command, 127, f"{command[0]}: {error.strerror}")

    def must(self, doing: str, *command: str, timeout_s: float = APT_S) -> str:
        """Run a program that must succeed, and return its output. Raise `Failed` if it fails."""
        done = self.run(*command, timeout_s=timeout_s)
        if done.returncode:
            raise Failed(f"{doing} did not work:\n{reasons(done.stdout)}")
        return done.stdout

    # -- the system ------------------------------------------------------------------------------

    @property
    def python(self) -> str:
        """The system's Python, with which the installer makes releases."""
        return getattr(sys, "_base_executable", sys.executable)

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in self._text("/proc/device-tree/model")

    @property
    def debian(self) -> str:
        """The system's release, such as `13`, or an empty string."""
        lines = self._text("/etc/os-release").splitlines()
        release = dict(line.split("=", 1) for line in lines if "=" in line)
        return release.get("VERSION_ID", "").strip('"')

    @property
    def hosts(self) -> tuple[str, ...]:
        """The name and the address at which phones most likely find this machine."""
        address = next(iter(lan_addresses()), None)
        name = local_name(address) if address else None
        return tuple(
            filter(None, (name or f"{os.uname().nodename.partition('.')[0]}.local", address))
        )

    @property
    def settings(self) -> str:
        """The text of the owner's settings, or an empty string if there is no such file."""
        path = self.places.settings
        return path.read_text(encoding="utf-8", errors="surrogateescape") if path.is_file() else ""

    @property
    def name(self) -> str:
        """The machine's name, without a suffix; that of an image while somebody makes one."""
        name = self._text("/etc/hostname").strip() or os.uname().nodename
        return name.partition(".")[0]

    @property
    def has_systemd(self) -> bool:
        """Whether systemd runs here. While somebody makes an image, it does not."""
        return self.places.path("/run/systemd/system").is_dir()

    def _text(self, path: str) -> str:
        try:
            return self.places.path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    # -- the service -----------------------------------------------------------------------------

    def systemctl(self, *words: str, timeout_s: float = STOP_S) -> bool:
        """Run a service manager command. Return whether it succeeded, or True without systemd."""
        return (
            not self.has_systemd
            or not self.run("systemctl", *words, timeout_s=timeout_s).returncode
        )

    def restart(self) -> bool:
        """Restart the table. Return whether it became READY in time and then stayed up."""
        if not self.has_systemd:
            return True
        self.systemctl("daemon-reload")
        self.systemctl("stop", UNIT)
        self.systemctl("reset-failed", UNIT)
        if not self.systemctl("start", UNIT, timeout_s=READY_S):
            return False
        until_s = time.monotonic() + STAYS_S
        while time.monotonic() < until_s:
            if not self._stays():
                return False
            time.sleep(0.5)
        return True

    def _stays(self) -> bool:
        done = self.run("systemctl", "show", UNIT, "-p", "ActiveState", "-p", "NRestarts")
        return {"ActiveState=active", "NRestarts=0"} <= set(done.stdout.splitlines())


def reasons(output: str) -> str:
    """Return the lines that pip and apt mark as errors, or else the last ones.

    >>> reasons("Retrying ...\\n  │ ERROR: No matching distribution\\nnote: of a subprocess")
    'ERROR: No matching distribution'
    """
    lines = [line.strip(" │") for line in output.strip().splitlines()]
    marked = [line for line in lines if line.startswith(("ERROR: ", "E: "))]
    return "\n".join((marked or lines)[-MOST_LINES:])


def as_user(number: int) -> dict[str, Any]:
    """Return `subprocess.run` arguments that let root run a program as a user."""
    entry = pwd.getpwuid(number)
    home = {"HOME": entry.pw_dir, "USER": entry.pw_name, "LOGNAME": entry.pw_name}
    own = {name: value for name, value in os.environ.items() if not name.startswith("SUDO_")}
    return {"user": number, "group": entry.pw_gid, "extra_groups": (), "env": own | home}

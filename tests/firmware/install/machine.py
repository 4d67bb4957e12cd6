"""A machine to install on: a folder for its disk, and programs that do what theirs would.

Its power can be cut before any file operation or program; nothing happens after that.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from firmware.install import __main__ as installer
from firmware.install.disk import Disk
from firmware.install.machine import Machine
from firmware.install.places import BACK, HOME, UNIT, Places
from tests.process import run_program

SERVICE = "firmware/install/files/coyote-table.service"


class PowerCut(BaseException):
    """The power is gone: no handler of the installer's does anything more."""


@dataclass
class Power:
    """Counts the steps of a run, and ends it before one of them."""

    cut_before: int | None = None
    steps: list[str] = field(default_factory=list)

    def step(self, what: str) -> None:
        if self.cut_before is not None and len(self.steps) >= self.cut_before:
            raise PowerCut(what)
        self.steps.append(what)


@dataclass
class FakeMachine(Machine):
    """Runs no program; `running` is the release that its service manager has started."""

    power: Power = field(default_factory=Power)
    asked: list[tuple[str, ...]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    running: str | None = None
    restarts: int = 0
    without: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()  # packages that are not installed
    unheard_of: tuple[str, ...] = ()  # packages that its archive does not have either

    @property
    def hosts(self) -> tuple[str, ...]:
        return "coyote.local", "192.168.1.20"

    def say(self, text: str) -> None:
        self.lines.append(text)

    def run(
        self,
        *command: str,
        timeout_s: float = 0.0,  # noqa: ARG002
        user: int | None = None,  # noqa: ARG002
    ) -> subprocess.CompletedProcess[str]:
        self.power.step(f"run {' '.join(command[:3])}")
        self.asked.append(command)
        if command[0] in self.without:
            return subprocess.CompletedProcess(command, 127, "not found")
        status, answer = 0, ""
        if command[1:3] == ("-m", "venv"):
            (Path(command[-1]) / "bin").mkdir(parents=True)
        elif "pip" in command and "--no-deps" in command:
            release = Path(command[-1]).parent
            bad = "bad" in (release / "source" / "referee" / "rules.py").read_text()
            (release / ".venv" / "bin" / "coyote").write_text("bad" if bad else "good")
        elif command[0] == "apt-cache":
            status = int(command[-1] in self.unheard_of)
        elif command[0] == "dpkg-query":
            answer = "un " if command[-1] in self.lacks + self.unheard_of else "ii "
        elif command[0] == "systemctl":
            status, answer = self._systemctl(command[1:])
        return subprocess.CompletedProcess(command, status, answer)

    def _systemctl(self, words: tuple[str, ...]) -> tuple[int, str]:
        if words[0] == "stop":
            self.running = None
        elif words[0] == "start":
            return (0, "") if self._started() else (1, "Job failed.")
        elif words[0] == "is-active":
            return (0 if self.running else 3), ""
        elif words[0] == "show":
            return 0, f"ActiveState=active\nNRestarts={self.restarts}\n"
        return 0, ""

    def _started(self) -> bool:
        """Start what the system would, by the unit that it finds first; tell whether it could."""
        unit = self.followed(self.places.unit(UNIT))
        if not unit.is_file():
            return False
        program = next(
            line.removeprefix("ExecStart=").split()[0]
            for line in unit.read_text().splitlines()
            if line.startswith("ExecStart=")
        )
        there = self.followed(self.places.path(program))
        if not there.is_file() or there.read_text() != "good":
            return False
        self.running = there.parents[2].name
        return True

    def followed(self, path: Path) -> Path:
        """Follow links as a machine would whose root this one's is."""
        done = self.places.root
        for part in path.relative_to(done).parts:
            done = done / part
            while done.is_symlink():
                target = os.readlink(done)  # noqa: PTH115  a text, which may begin with the root
                done = self.places.path(target) if target.startswith("/") else done.parent / target
                done = self.followed(done)
        return done

    def boot(self) -> bool:
        """Start the machine after a power cut; tell whether the table runs."""
        self.running = None
        wanted = [self.places.wanted(name) for name in (BACK, UNIT)]
        back, table = [self.followed(link).is_file() for link in wanted]
        if back and self.places.before.is_symlink():
            text = self.followed(self.places.unit(BACK)).read_text()
            moved = next(line for line in text.splitlines() if line.startswith("ExecStart=/bin/mv"))
            words = moved.removeprefix("ExecStart=").replace(HOME, str(self.places.home)).split()
            run_program(words)
        return table and self._started()


def machine(root: Path, *, cut_before: int | None = None, systemd: bool = True) -> FakeMachine:
    """Return a machine whose disk is a folder; what was installed there before is there."""
    if systemd:
        (root / "run" / "systemd" / "system").mkdir(parents=True, exist_ok=True)
    power = Power(cut_before)
    return FakeMachine(Places(root), Disk(power.step), power)


def install(on: FakeMachine, source: Path, port: int | None = None) -> bool:
    return installer.install(on, source, port, None)


def source(folder: Path, rules: str) -> Path:
    """Make a small source; one whose rules are bad does not start."""
    unit = Path(installer.__file__).parent / "files" / UNIT
    for name, text in (
        ("pyproject.toml", '[project]\nversion = "1.0"\n'),
        ("README.md", ""),
        ("LICENSE", ""),
        (".ci/locked/table.txt", ""),
        (".ci/locked/numpy2.txt", ""),
        ("referee/rules.py", rules),
        (SERVICE, unit.read_text(encoding="utf-8")),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def content(folder: Path) -> dict[str, str]:
    """Return every file and link below a folder, with what is in it."""
    return dict(_content(folder))


def _content(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            yield name, f"-> {path.readlink()}"
        elif path.is_file():
            mode = path.stat().st_mode
            yield name, f"{mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}"

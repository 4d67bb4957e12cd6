"""A machine in a folder: the kernel's files as text, programs as scripts that really run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from firmware.checking.case import Case
from firmware.checking.findings import Finding
from firmware.checking.machine import Machine
from referee import words
from tests.process import PATIENCE_S

PI = "Raspberry Pi 5 Model B Rev 1.0\0"
HANGS = "trap '' TERM\nsleep 30 & wait"  # with a child that keeps its output open
BREAKS = 'echo error=1 error_msg="Command not registered"; exit 0'


class Box:
    """A folder as the root of a machine; no program is there but those that are put in."""

    def __init__(self, folder: Path, pi: bool = True) -> None:
        self.root = folder / "root"
        self.bin = folder / "bin"
        self.root.mkdir()
        self.bin.mkdir()
        if pi:
            self.file("proc/device-tree/model", PI)
        self.machine = Machine(self.root, str(self.bin), answer_s=PATIENCE_S)
        self.hurried = Machine(self.root, str(self.bin), answer_s=0.05)

    def case(self, **given: Any) -> Case:
        """Return this machine as the doctor examines it."""
        return Case(self.machine, **given)

    def file(self, where: str, text: str) -> Path:
        """Write a file below the root."""
        path = self.root / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def tool(self, name: str, script: str) -> None:
        """Put in a program, as a script of the shell."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def says(self, name: str, text: str) -> None:
        """Put in a program that prints a text."""
        self.tool(name, f"cat <<'END'\n{text}\nEND")


def results_of(findings: object) -> list[tuple[str, bool | None, str]]:
    """Return what was checked, whether it is well, and the last word of the message's key.

    Each is said in every language without a gap.
    """
    results = []
    for finding in findings:  # type: ignore[attr-defined]
        assert isinstance(finding, Finding)
        for locale in words.LOCALES:
            answer = words.say(finding.message, locale)
            assert finding.message.key not in answer, answer
            assert "%(" not in answer
        results.append((finding.check, finding.well, finding.message.key.rpartition(".")[2]))
    return results

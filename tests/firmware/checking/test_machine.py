"""The machine: a program that hangs, breaks or is missing holds up nothing; files may be gone."""

from __future__ import annotations

import os
import threading

from firmware.checking.findings import found, patient
from firmware.checking.machine import Machine
from tests.firmware.checking.box import HANGS, Box, told
from tests.process import PATIENCE_S, eventually


def test_a_program_that_hangs_is_given_up_with_all_it_started(box: Box) -> None:
    kept = box.file("pid", "")
    box.tool("vcgencmd", f'echo $$ > "{kept}"\n{HANGS}')
    for patience_s in (0.1, 1.0, 10.0):  # a busy computer may not even have begun it
        assert Machine(box.root, str(box.bin), patience_s).ask("vcgencmd") is None
        if kept.read_text():
            break
    pid = int(kept.read_text())
    eventually(lambda: not _lives(pid))


def _lives(group: int) -> bool:
    """Whether anything of a group of processes is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_check_that_hangs_or_breaks_is_a_finding() -> None:
    ended = threading.Event()

    def hangs() -> list[object]:
        ended.wait(PATIENCE_S)
        return []

    def breaks() -> list[object]:
        raise OSError(5, "Input/output error")

    assert told(patient("heat", hangs, 0.01)) == [("heat", False, "hangs")]  # type: ignore[arg-type]
    ended.set()
    assert told(patient("heat", breaks)) == [("heat", False, "failed")]  # type: ignore[arg-type]
    well = found("heat", True, "cli.doctor.speed")
    assert patient("heat", lambda: [well]) == (well,)

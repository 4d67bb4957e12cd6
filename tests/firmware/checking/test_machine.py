"""The machine: a program that hangs, breaks or is missing holds up nothing; files may be gone."""

from __future__ import annotations

import os
import threading

import pytest

from firmware.checking import examining
from firmware.checking.case import Case
from firmware.checking.examining import Check
from firmware.checking.findings import Finding, result
from firmware.checking.machine import Machine
from tests.firmware.checking.box import HANGS, Box, results_of
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


def test_a_check_that_hangs_or_breaks_is_a_finding(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def hangs(_: Case) -> list[Finding]:
        ended.wait(PATIENCE_S)
        return []

    def breaks(_: Case) -> list[Finding]:
        raise OSError(5, "Input/output error")

    (broken,) = Check("heat", breaks).findings(box.case())
    assert results_of([broken]) == [("heat", False, "failed")]
    trace = broken.message.params["trace"]
    assert isinstance(trace, tuple)
    assert trace[0] == "OSError (Input/output error)"
    assert str(trace[-1]).startswith("tests/firmware/checking/test_machine.py:")
    well = result("heat", True, "cli.doctor.speed")
    assert Check("heat", lambda _: [well]).findings(box.case()) == (well,)
    monkeypatch.setattr(examining, "PATIENCE_S", 0.01)
    assert results_of(Check("heat", hangs).findings(box.case())) == [("heat", False, "hangs")]
    ended.set()

"""A wait lasts for as long as work is done, by whatever the test has started, and has an end."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import process
from tests.patience import MOST_S, STILL_S, Patience, worked
from tests.process import pytest_on

STEP_S = 20.0
HERE = str(os.getpid())


class Machine:
    """A clock that is set by hand, and what the kernel tells of a few threads."""

    def __init__(self, proc: Path) -> None:
        self.now_s = 1000.0
        self._proc = proc
        self._ns: dict[str, list[int]] = {}
        self.thread(HERE, HERE)

    def thread(self, process: str, name: str, parent: str = "1") -> str:
        """Let a process have one more thread."""
        task = self._proc / process / "task" / name
        task.mkdir(parents=True)
        (self._proc / process / "stat").write_text(f"{process} (a (b) c) S {parent} 0 0")
        self._ns[str(task)] = [0, 0]
        self.goes_on(0, str(task))
        return str(task)

    def patience(self) -> Patience:
        """Begin to wait on it."""
        return Patience(clock=lambda: self.now_s, work=partial(worked, self._proc))

    def goes_on(self, seconds: float, task: str = "", had: float = 0.0, stood: float = 0.0) -> None:
        """Let time pass; a thread has a processor, or stands in line, for a share of it."""
        self.now_s += seconds
        if task:
            ns = self._ns[task]
            ns[0] += round(had * seconds * 1e9)
            ns[1] += round(stood * seconds * 1e9)
            (Path(task) / "schedstat").write_text(f"{ns[0]} {ns[1]} 7\n")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def lasts_s(machine: Machine, task: str, had: float = 0.0, stood: float = 0.0) -> float:
    """Return after how long a wait is given up."""
    wait, began_s = machine.patience(), machine.now_s
    while wait.left:
        machine.goes_on(STEP_S, task, had, stood)
    return machine.now_s - began_s


def test_a_wait_for_what_is_still_is_given_up(machine: Machine) -> None:
    child = machine.thread("77", "77", HERE)
    assert lasts_s(machine, child) == pytest.approx(STILL_S, abs=STEP_S)
    assert lasts_s(machine, child, had=0.2) == pytest.approx(STILL_S, abs=STEP_S)  # it is at rest


def test_a_wait_does_not_take_its_own_looks_for_work(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, began_s = machine.thread("77", "77", HERE), machine.now_s
    monkeypatch.setattr(process, "Patience", machine.patience)
    monkeypatch.setattr(process, "time", SimpleNamespace(sleep=machine.goes_on))

    def look() -> None:
        machine.goes_on(0.03, browser, had=1.0)

    with pytest.raises(AssertionError, match="never: a button"):
        process.eventually(look, "a button")
    assert machine.now_s - began_s == pytest.approx(STILL_S, abs=STEP_S)


def test_a_wait_lasts_while_work_is_done_or_stands_in_line_and_has_an_end(machine: Machine) -> None:
    child = machine.thread("77", "77", HERE)
    thread = machine.thread("77", "78", HERE)
    grandchild = machine.thread("99", "99", "77")
    for task in (child, thread, grandchild):
        for had, stood in ((1.0, 0.0), (0.02, 0.9)):
            assert lasts_s(machine, task, had, stood) >= MOST_S
    nobodys = machine.thread("50", "50")
    assert lasts_s(machine, nobodys, had=1.0) == pytest.approx(STILL_S, abs=STEP_S)


def test_who_could_not_even_look_for_long_has_time_left(machine: Machine) -> None:
    wait = machine.patience()
    machine.goes_on(10 * STILL_S)
    assert wait.left
    machine.goes_on(STILL_S)
    assert not wait.left


BUSY_AND_STILL = """
import threading, time

def test_busy():
    end_s = time.monotonic() + 2.0
    while time.monotonic() < end_s:
        pass

def test_still():
    threading.Event().wait(60.0)
"""


def test_a_test_that_is_still_fails_and_one_that_works_goes_on(tmp_path: Path) -> None:
    printed = pytest_on(tmp_path, BUSY_AND_STILL, "--timeout", "1")
    assert "1 failed, 1 passed" in printed
    assert "Failed: Timeout (>1.0s)" in printed


def test_the_kernel_tells_of_the_work_of_threads_and_of_children() -> None:
    before = worked()
    assert before[HERE] > 0
    started = threading.Event()
    over = threading.Event()

    def work() -> None:
        sum(range(200_000))
        started.set()
        over.wait(MOST_S)

    thread = threading.Thread(target=work)
    thread.start()
    code = "print(sum(range(200_000)), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline()
        assert started.wait(MOST_S)
        after = worked()
        child.communicate(b"\n", timeout=MOST_S)
    over.set()
    thread.join(MOST_S)
    for one in (str(thread.native_id), str(child.pid)):
        assert after[one] > before.get(one, 0)
    assert worked()["ended"] > after["ended"]

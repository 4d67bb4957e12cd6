"""A test fails when its work, and that of what it starts, is ten times the budget of its kind."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.budget import (
    BREADTH,
    FRESH_S,
    KINDS,
    PAGE,
    PICTURE,
    PROGRAM,
    PURE,
    TICK_S,
    Kind,
    Meter,
    kind_of,
    overspent,
    worked_s,
)
from tests.patience import MOST_S
from tests.process import ROOT, pytest_on


@pytest.mark.parametrize(
    ("kind", "path", "fixtures", "marks"),
    [
        (PURE, "tests/referee/coup/test_turns.py::test_it", [], []),
        (PICTURE, "tests/vision/test_mat.py::test_it", [], []),
        (PAGE, "tests/webui/static/test_every_page.py::test_it", ["browser"], []),
        (PAGE, "tests/vision/art/test_restyled.py::test_it", ["browser"], []),
        (PROGRAM, "tests/played/test_coup.py::test_it", ["browser"], []),
        (PROGRAM, "tests/test_club.py::test_it", [], []),
        (PROGRAM, "tests/firmware/commands/test_run.py::test_it", [], []),
        (BREADTH, "tests/referee/coup/test_turns.py::test_it", [], ["verify"]),
    ],
)
def test_a_test_is_of_a_kind_by_where_it_is_and_what_it_uses(
    kind: Kind, path: str, fixtures: list[str], marks: list[str]
) -> None:
    assert kind_of(path, fixtures, marks) is kind


def test_the_readme_has_each_kind_with_its_budget() -> None:
    told = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"| {kind.name} | {kind.budget_s:g} s |" in told


def test_the_work_is_that_of_this_process_and_all_that_it_started(tmp_path: Path) -> None:
    here = str(os.getpid())
    for process, parent, ticks in (
        (here, "1", "100 20 3 4"),
        ("77", here, "1000 0 0 0"),
        ("99", "77", "0 5000 0 0"),
        ("50", "1", "90000 0 0 0"),  # nobody's here
    ):
        (tmp_path / process).mkdir()
        stat = f"{process} (a (b) c) S {parent} 0 0 0 0 0 0 0 0 0 {ticks} 20"
        (tmp_path / process / "stat").write_text(stat)
    assert worked_s(tmp_path) == pytest.approx(6127 * TICK_S)


def test_what_a_process_really_works_is_seen() -> None:
    before_s = worked_s()
    code = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline()
        assert worked_s() - before_s >= 0.25  # it still runs
        child.communicate(b"\n", timeout=MOST_S)
    assert worked_s() - before_s >= 0.25


def test_the_children_are_looked_at_once_a_second_at_most() -> None:
    now_s, looks = [0.0], iter([7.0, 8.0])
    meter = Meter(partial(now_s.__getitem__, 0), looks.__next__)
    assert [meter.read_s() for _ in range(50)] == [0.0] * 50
    now_s[0] += FRESH_S
    assert [meter.read_s() for _ in range(50)] == [1.0] * 50


def test_the_work_of_a_page_counts_when_the_page_is_closed() -> None:
    now_s, looks = itertools.count(step=FRESH_S), iter([7.0, 12.0, 8.0, 9.0])
    meter = Meter(now_s.__next__, looks.__next__)
    assert [meter.read_s() for _ in range(3)] == [5.0, 5.0, 6.0]


def test_a_test_fails_at_ten_times_its_budget_with_one_sentence() -> None:
    assert overspent(PAGE, 39.9) == ""
    assert overspent(PAGE, 40.1) == (
        "This test took 40.1 s of processor time, more than 10 times the 4 s of its kind "
        "(a page in a browser): make it faster, or see tests/README.md."
    )


BUSY_AND_IDLE = """
import time
from tests import budget

budget.OVER = 2

def test_busy():
    end_s = time.process_time() + 1.3
    while time.process_time() < end_s:
        pass

def test_idle():
    time.sleep(1.3)
"""


def test_it_fails_by_name_and_one_that_only_waits_does_not(tmp_path: Path) -> None:
    printed = pytest_on(tmp_path, BUSY_AND_IDLE)
    assert "2 passed, 1 error" in printed
    assert "ERROR at teardown of test_busy" in printed
    assert "This test took 1." in printed

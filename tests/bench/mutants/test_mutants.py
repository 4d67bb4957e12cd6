"""The tool for mutants: every fault is a change that runs, and what no test notices is told."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.mutants.sites import mutants, mutated
from tests.process import PATIENCE_S

ROOT = Path(__file__).parents[3]
SOURCE = """
def price(count: int, member: bool = False) -> int:
    if count <= 0:
        raise ValueError(count)
    total = 3 * count
    if member and not count > 10:
        total -= 1
    return total


def unused(one: int) -> bool:
    return one in ()
"""
TESTS = """
import pytest
from prices import price


def test_the_price_of_two():
    assert price(2) == 6


def test_of_nothing_there_is_no_price():
    with pytest.raises(ValueError):
        price(0)
"""


def test_every_mutant_is_another_program() -> None:
    found = mutants("prices", "prices.py", SOURCE)
    programs = {ast.unparse(mutated(SOURCE, one.number)) for one in found}
    assert len(programs) == len(found)
    assert ast.unparse(ast.parse(SOURCE)) not in programs
    for one in found:
        compile(mutated(SOURCE, one.number), "prices.py", "exec")
    assert [str(one) for one in found if one.line == 3] == [
        "prices.py:3  condition is always true",
        "prices.py:3  condition is always false",
        "prices.py:3  LtE → Lt",
        "prices.py:3  0 → 1",
    ]
    told = {one.change for one in found}
    assert told >= {"And → Or", "Gt → GtE", "Mult → Add", "Sub → Add", "Not dropped"}
    assert told >= {"False → True", "return None", "statement dropped", "In → NotIn"}


def tried(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Try the mutants of the module in a folder of its own."""
    (folder / "prices.py").write_text(SOURCE)
    (folder / "test_prices.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.mutants", "prices", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (folder / "prices.py").read_text() == SOURCE
    return done


@pytest.mark.verify
def test_what_no_test_notices_is_told(tmp_path: Path) -> None:
    *lines, last = tried(tmp_path, "--", "test_prices.py").stdout.splitlines()
    assert "never run prices.py:12  In → NotIn" in lines
    assert "alive     prices.py:6  Gt → GtE" in lines
    assert not [line for line in lines if "LtE → Lt" in line or "Mult → Add" in line]
    assert last.startswith(f"{len(mutants('prices', '', SOURCE))} mutants: ")


@pytest.mark.verify
def test_with_by_only_faults_that_these_tests_notice_count(tmp_path: Path) -> None:
    by, rest = (f"test_prices.py::{name}" for name in re.findall(r"def (test_\w+)", TESTS))
    lines = tried(tmp_path, "--by", by, "--", rest).stdout.splitlines()
    assert "never run prices.py:5  Mult → Add" in lines
    assert not [line for line in lines if "LtE → Lt" in line or "In → NotIn" in line]


@pytest.mark.verify
def test_tests_that_fail_without_a_fault_are_refused(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("def test_broken():\n    assert False\n")
    done = tried(tmp_path, "--", "test_broken.py")
    assert done.returncode == 1
    assert done.stderr.endswith("These tests fail without any fault: test_broken.py.\n")

"""The tool for mutants: every fault is a change that runs, and what no test notices is printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.mutants.sites import mutants
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


@pytest.mark.verify
def test_faults_that_only_the_doomed_tests_notice_are_printed(tmp_path: Path) -> None:
    (tmp_path / "prices.py").write_text(SOURCE)
    (tmp_path / "test_prices.py").write_text(TESTS)
    by, rest = "test_the_price_of_two", "test_of_nothing_there_is_no_price"
    arguments = ("--by", f"test_prices.py::{by}", "--", f"test_prices.py::{rest}")
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.mutants", "prices", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert (tmp_path / "prices.py").read_text() == SOURCE
    *lines, last = done.stdout.splitlines()
    assert "never run prices.py:5  Mult → Add" in lines
    assert "alive     prices.py:3  condition is always true" in lines
    assert not [line for line in lines if "LtE → Lt" in line or "In → NotIn" in line]
    assert last.startswith(f"{len(mutants('prices', '', SOURCE))} mutants: ")

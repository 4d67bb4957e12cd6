"""The tool for mutants: every fault is a change that runs, and what no test notices is printed."""

from __future__ import annotations

import ast
import os
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
    changes = {one.change for one in found}
    assert changes >= {"And → Or", "Gt → GtE", "Mult → Add", "Sub → Add", "Not dropped"}
    assert changes >= {"False → True", "return None", "statement dropped", "In → NotIn"}


@pytest.mark.verify
def test_faults_that_no_test_notices_are_printed_of_all_or_of_those_that_others_notice(
    tmp_path: Path,
) -> None:
    (tmp_path / "prices.py").write_text(SOURCE)
    (tmp_path / "test_prices.py").write_text(TESTS)

    def lines(*arguments: str) -> list[str]:
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
        return done.stdout.splitlines()

    *found, last = lines("--", "test_prices.py")
    assert "never run prices.py:12  In → NotIn" in found
    assert "alive     prices.py:6  Gt → GtE" in found
    assert not [line for line in found if "LtE → Lt" in line or "Mult → Add" in line]
    assert last.startswith(f"{len(mutants('prices', '', SOURCE))} mutants: ")
    by, rest = "test_the_price_of_two", "test_of_nothing_there_is_no_price"
    found = lines("--by", f"test_prices.py::{by}", "--", f"test_prices.py::{rest}")
    assert "never run prices.py:5  Mult → Add" in found
    assert not [line for line in found if "LtE → Lt" in line or "In → NotIn" in line]

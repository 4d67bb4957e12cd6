"""The slowest tests are measured by one command, told in README.md, and begun first."""

from __future__ import annotations

from typing import Any

import pytest

from tests import slowest

SAID = """
===== slowest 60 durations =====
66.12s call     tests/test_club.py::test_an_evening[with a space]
8.00s setup    tests/played/test_coup.py::test_a_match
1 failed
"""
README = """# Tests

## The slowest of `make test`

    9.0 s  tests/test_old.py::test_it

## The slowest of `make verify`

    7.0 s  tests/test_kept.py::test_it
"""
NEW = """# Tests

## The slowest of `make test`

     66.1 s  tests/test_club.py::test_an_evening[with a space]
      8.0 s  tests/played/test_coup.py::test_a_match

## The slowest of `make verify`

    7.0 s  tests/test_kept.py::test_it
"""


class Item:
    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid


def test_what_a_run_measured_takes_the_place_of_what_was_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    assert slowest.replaced(README, slowest.section("tests", SAID)) == NEW
    monkeypatch.setattr(slowest, "README", tmp_path / "README.md")
    slowest.README.write_text(NEW, encoding="utf-8")
    assert slowest.told() == [
        "tests/test_club.py::test_an_evening[with a space]",
        "tests/played/test_coup.py::test_a_match",
        "tests/test_kept.py::test_it",
    ]


@pytest.mark.parametrize(
    ("workers", "order"),
    [(1, "XYZabcdef"), (2, "XZabYcdef"), (3, "XabYcdZef")],
)
def test_each_worker_begins_with_its_share_of_the_slowest(workers: int, order: str) -> None:
    items: Any = [Item(name) for name in "aXbYcdZef"]
    ordered = slowest.slowest_first(items, ["X", "gone", "Y", "Z"], workers)
    assert "".join(item.nodeid for item in ordered) == order


def test_few_tests_on_many_workers_are_all_run() -> None:
    items: Any = [Item(name) for name in "aXY"]
    for workers in range(1, 9):
        ordered = slowest.slowest_first(items, ["X", "Y"], workers)
        assert sorted(item.nodeid for item in ordered) == ["X", "Y", "a"]

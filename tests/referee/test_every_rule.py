"""Every rule has a test in the gate that is named after it, or demands its number.

So does each mistake in the bed of slips.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import library
from referee.booklet import rulebook
from tests.bench.table.mistakes import games, slips
from tests.breadth import gate_tests

TESTS = Path(__file__).parents[1]
NAMED = re.compile(r"test_([a-z]{2})_?(\d+)_")
ID = re.compile(r"[A-Z]{2}-\d+")
BY_GAME = {f"SL-{number}" for number in range(20, 25)}  # slips that no page of rules tells of


def held(source: str) -> Iterator[str]:
    """Yield each rule that a test of the gate is named after, or names in its code."""
    for test in gate_tests(source if NAMED.search(source) or ID.search(source) else ""):
        if named := NAMED.match(test.name):
            yield f"{named[1].upper()}-{named[2]}"
        for node in ast.walk(test):
            if isinstance(node, ast.Constant) and ID.fullmatch(str(node.value)):
                yield str(node.value)


@pytest.fixture(scope="module")
def rules() -> set[str]:
    """All rules. `test_rulebook.py` holds the pages to the rules' own files."""
    return BY_GAME | {
        rule.id
        for name in library.names()
        for edition in library.editions(library.game(name)) or (None,)
        for section in rulebook.rules(name, edition)
        for rule in section.rules
    }


@pytest.fixture(scope="module")
def found() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    told = {rule for game in games() for slip in slips(game) for rule in (*slip.rule, *slip.slips)}
    return told | {rule for source in sources for rule in held(source)}


def test_every_rule_has_a_test_in_the_gate(rules: set[str], found: set[str]) -> None:
    assert len(rules) > 220
    assert sorted(rules - found) == []


def test_no_test_is_named_after_a_rule_that_is_none(rules: set[str], found: set[str]) -> None:
    prefixes = {rule[:3] for rule in rules}
    assert sorted(item for item in found - rules if item[:3] in prefixes) == []

"""Every example in a docstring of the program says what happens."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Found by reading: to import the whole program takes each worker seconds.
EXAMPLE = re.compile(r"^ *>>> ", re.M)
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for room in ("firmware", "hardware", "referee", "vision", "webui")
    for path in sorted((ROOT / room).rglob("*.py"))
    if EXAMPLE.search(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried
    assert not failed

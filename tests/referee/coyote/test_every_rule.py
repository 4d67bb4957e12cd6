"""Every rule of the sheets has a test that is named after it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
IDS = {*range(1, 12), *range(20, 30)}
IDS |= {*range(40, 47), *range(50, 57), *range(60, 69), *range(70, 80)}  # optional actions


def test_every_rule_of_the_sheets_has_a_test() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in HERE.glob("test_*.py")]
    names = [node.name for tree in trees for node in tree.body if hasattr(node, "name")]
    tested = {int(found[1]) for name in names if (found := re.match(r"test_cy_(\d+)_", name))}
    assert tested == IDS

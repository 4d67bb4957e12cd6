"""Every rule of the file has a test that is named after it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
IDS = {*range(1, 7), *range(10, 14), *range(20, 28), *range(30, 43), *range(50, 55)}
IDS |= {60, 61, 70, 71, 72}


def test_every_rule_of_the_file_has_a_test() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in HERE.glob("test_*.py")]
    names = [node.name for tree in trees for node in tree.body if hasattr(node, "name")]
    tested = {int(found[1]) for name in names if (found := re.match(r"test_ce_(\d+)_", name))}
    assert tested == IDS

"""Every rule of a file has a test that is named after it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

COYOTE = {*range(1, 12), *range(20, 30)}
COYOTE |= {*range(40, 47), *range(50, 57), *range(60, 69), *range(70, 80)}  # optional actions
DETAT = {*range(1, 7), *range(10, 14), *range(20, 28), *range(30, 43), *range(50, 55)}
DETAT |= {60, 61, 70, 71, 72}


@pytest.mark.parametrize(("game", "ids"), [("coyote", COYOTE), ("coup_detat", DETAT)])
def test_every_rule_has_a_test(game: str, ids: set[int]) -> None:
    prefix = {"coyote": "cy", "coup_detat": "ce"}[game]
    files = (Path(__file__).parent / game).glob("test_*.py")
    trees = [ast.parse(path.read_text("utf-8")) for path in files]
    names = [node.name for tree in trees for node in tree.body if hasattr(node, "name")]
    tested = {int(of[1]) for name in names if (of := re.match(rf"test_{prefix}_(\d+)_", name))}
    assert tested == ids

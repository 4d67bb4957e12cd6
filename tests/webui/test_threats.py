"""The table of threats in the README: each row names what holds it, and that test is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHO = {"stranger", "seat", "former seat", "host", "neighbour table", "thief of a phone"}


def rows() -> list[list[str]]:
    text = (ROOT / "webui" / "README.md").read_text("utf-8")
    part = text.partition("## What strangers can do")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_threat_has_a_test_and_everybody_a_row() -> None:
    tests = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        tests.update(re.findall(r"^ *def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))
    results = rows()
    assert {row[0] for row in results} == WHO
    for row in results:
        named = re.findall(r"`(test_\w+)`", row[3])
        assert named, row
        assert set(named) <= tests, row

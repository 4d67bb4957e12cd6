"""`coyote bench moves` and `rules`, run small: no promise is broken, and a broken one is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from referee import library
from tests.bench.command import bench_command
from tests.bench.rules import moves


def figures(*arguments: str) -> dict[str, Any]:
    """Run a bench. Return its figures by their names."""
    done = CliRunner().invoke(bench_command, [*arguments, "--json"])
    assert done.exception is None
    return {one["name"]: one for one in map(json.loads, done.output.splitlines())}


def test_random_moves_break_no_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "STATES_EVERY", 5)
    monkeypatch.setattr(moves, "PAGES_EVERY", 100)
    found = figures("moves", "--moves", "100")
    for name in library.names():
        assert found[f"{name}: random legal moves"]["value"] == 100
        assert found[f"{name}: states taken to JSON and back"]["value"] == 20
        assert found[f"{name}: pages made"]["value"] > 2 * 6
        assert found[f"{name}: promises broken"]["met"]
    found = figures("moves", "--game", "coyote", "--matches", "2", "--option", "actions=true")
    assert found["coyote: matches"]["value"] == 2
    assert found["coyote: promises broken"]["met"]


def test_the_rules_are_measured_game_by_game() -> None:
    found = figures("rules", "--matches", "1")
    rows = ("rulings included", "from JSON", "with offers, layout and view")
    assert [*found] == [
        f"{name}: checked moves a CPU second, {row}" for name in library.names() for row in rows
    ]
    assert all(one["value"] > 0 for one in found.values())

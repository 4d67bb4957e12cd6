"""`coyote bench moves` and `rules`, run small: no promise is broken, and a broken one is told."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from referee import library
from referee.pending import PendingAction
from referee.table import Zone
from tests.bench.command import bench_command
from tests.bench.rules import command, moves
from tests.bench.rules.hands import stands_still
from tests.referee.shelved import shelve


def figures(*arguments: str) -> dict[str, Any]:
    """Run a bench. Return its figures by their names."""
    done = CliRunner().invoke(bench_command, [*arguments, "--json"])
    assert done.exception is None
    return {entry["name"]: entry for entry in map(json.loads, done.output.splitlines())}


def test_random_moves_break_no_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "STATES_EVERY", 5)
    monkeypatch.setattr(moves, "PAGES_EVERY", 100)
    results = figures("moves", "--moves", "100", "--hands-s", "0")
    for name in library.names():
        assert results[f"{name}: random legal moves"]["value"] == 100
        assert results[f"{name}: states taken to JSON and back"]["value"] == 20
        assert results[f"{name}: pages made"]["value"] >= 2 * 3
        assert results[f"{name}: promises broken"]["met"]
    chosen = ("--game", "coyote", "--matches", "2", "--option", "actions=true", "--hands-s", "60")
    results = figures("moves", *chosen)
    assert results["coyote: matches"]["value"] == 2
    assert results["coyote: promises broken"]["met"]


def shelve_placeless(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Put a game on the shelf whose pending actions are in a zone that no mat has."""
    game = library.game(name)

    def pending(state: Any) -> tuple[PendingAction, ...]:
        return tuple(replace(action, zone=Zone("nowhere")) for action in game.table.pending(state))

    shelve(
        monkeypatch,
        dataclasses.replace(game, table=dataclasses.replace(game.table, pending=pending)),
    )


def test_a_broken_promise_is_one_sentence_before_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    shelve_placeless(monkeypatch, "ogallala")
    (broken,) = moves.play("ogallala", 10, 60.0, Random(1)).broken
    first, *match = broken.splitlines()
    assert first.startswith("ogallala: not kept: ")
    assert "a card is asked for where it must be laid" in first
    assert all(json.loads(line) for line in match)


def test_moves_plays_the_trusted_games_of_a_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[Path | None]()
    monkeypatch.setattr(command, "open_games", opened.append)
    arguments = ("--matches", "1", "--game", "hearts", "--hands-s", "0", "--data", str(tmp_path))
    assert figures("moves", *arguments)["hearts: matches"]["value"] == 1
    assert opened == [tmp_path]


def test_a_game_that_stands_still_at_the_virtual_table_is_told_with_the_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shelve_placeless(monkeypatch, "coyote")
    assert "stands still: no hand does Lay in nowhere" in stands_still("coyote", 600.0)


def test_the_rules_are_measured_game_by_game() -> None:
    measured = figures("rules", "--matches", "1")
    rows = ("rulings included", "from JSON", "with offers, layout and view")
    assert [*measured] == [
        f"{name}: checked moves a CPU second, {row}" for name in library.names() for row in rows
    ]
    assert all(entry["value"] > 0 for entry in measured.values())

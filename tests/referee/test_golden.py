"""Recorded matches of every game: what was ruled then is ruled still.

A match file ``<game>-<name>.jsonl`` stands beside ``<game>-<name>.expected.json``. After a
wanted change of the rules, ``COYOTE_GOLDEN=write`` writes the expectations anew; read the
difference before it is committed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from referee import library
from referee.match import matchfile

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*.jsonl"))


def played(path: Path) -> dict[str, Any]:
    match = matchfile.replay(path.read_bytes().splitlines())
    ruled = {
        "rulings": [line.rulings for line in match.played],
        "state": match.state,
        "outcome": match.game.outcome(match.state),
    }
    plain: dict[str, Any] = json.loads(json.dumps(library.to_plain(ruled)))
    assert library.state(match.game, plain["state"]) == match.state
    return plain


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_is_ruled_as_it_was(path: Path) -> None:
    expected = path.with_suffix(".expected.json")
    now = played(path)
    if os.environ.get("COYOTE_GOLDEN") == "write":
        expected.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert now == json.loads(expected.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", library.names())
def test_every_game_and_edition_has_a_recorded_match_that_ends(name: str) -> None:
    game = library.game(name)
    recorded = [path for path in FILES if path.stem.startswith(f"{name}-")]
    ended = []
    for path in recorded:
        match = matchfile.replay(path.read_bytes().splitlines())
        assert match.game.name == name
        if game.outcome(match.state) is not None:
            ended.append(getattr(match.options, "edition", None))
    assert ended, f"no recorded match of {name} in {GOLDEN.name}/"
    missing = set(library.editions(game)) - set(ended)
    assert not missing, f"no recorded match of {name} in the editions {missing}"

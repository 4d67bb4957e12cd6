"""Recorded matches of every game: what was ruled then is ruled still.

In the folder ``golden`` of a game, a match file ``<name>.jsonl`` stands beside what is to come of
it, ``<name>.expected.json``. After a wanted change of the rules, ``COYOTE_GOLDEN=write`` writes the
expectations anew; read the difference before it is committed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from referee import library
from referee.match import matchfile

FILES = {
    f"{name}-{path.stem}": path
    for name in library.names()
    for path in sorted((library.folder(name) / "golden").glob("*.jsonl"))
}


def played(path: Path) -> dict[str, Any]:
    match = matchfile.replay(path.read_bytes().splitlines())
    game, state = match.game, match.state
    assert library.state(game, json.loads(json.dumps(library.to_plain(state)))) == state
    ruled = {
        "rulings": [line.rulings for line in match.played],
        "views": [
            game.shown.view(state, seat) for seat in range(len(game.shown.view(state, None).seats))
        ],
        "layout": game.table.layout(state),
        "outcome": game.rules.outcome(state),
    }
    plain: dict[str, Any] = json.loads(json.dumps(library.to_plain(ruled)))
    return plain


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_a_recorded_match_is_ruled_as_it_was(path: Path) -> None:
    expected = path.with_suffix(".expected.json")
    now = played(path)
    if os.environ.get("COYOTE_GOLDEN") == "write":
        expected.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert now == json.loads(expected.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", library.names())
def test_every_game_and_edition_has_a_recorded_match_that_ends(name: str) -> None:
    game = library.game(name)
    recorded = sorted((library.folder(name) / "golden").glob("*.jsonl"))
    ended = []
    for path in recorded:
        match = matchfile.replay(path.read_bytes().splitlines())
        assert match.game.name == name
        if game.rules.outcome(match.state) is not None:
            ended.append(getattr(match.options, "edition", None))
    assert ended, f"no recorded match of {name} in its folder golden"
    missing = set(library.editions(game)) - set(ended)
    assert not missing, f"no recorded match of {name} in the editions {missing}"

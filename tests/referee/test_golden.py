"""Recorded matches of every game: what was ruled then is ruled still.

After a wanted change of the rules, ``COYOTE_GOLDEN=write`` writes the files again; read the
difference before it is committed.
"""

from __future__ import annotations

import os

import pytest

from referee import library
from tests.referee.recorded import lines_of, recorded, recorded_names, recorded_path

MATCHES = [(game, name) for game in library.names() for name in recorded_names(game)]


@pytest.mark.parametrize(("game", "name"), MATCHES)
def test_a_recorded_match_is_ruled_as_it_was(game: str, name: str) -> None:
    match, file = recorded(game, name), recorded_path(game, name)
    now = list(lines_of(match))
    if os.environ.get("COYOTE_GOLDEN") == "write":
        file.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    assert now == file.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", library.names())
def test_every_game_and_edition_has_a_recorded_match_that_ends(name: str) -> None:
    game = library.game(name)
    matches = [recorded(name, recorded_name) for recorded_name in recorded_names(name)]
    assert all(match.game.name == name for match in matches)
    ended = {
        getattr(match.options, "edition", None) for match in matches if match.outcome is not None
    }
    assert ended, f"no recorded match of {name} in its folder golden"
    missing = set(library.editions(game)) - ended
    assert not missing, f"no recorded match of {name} in the editions {missing}"

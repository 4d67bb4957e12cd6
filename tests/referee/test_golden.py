"""Recorded matches of every game: what was ruled then is ruled still.

After a wanted change of the rules, ``COYOTE_GOLDEN=write`` writes the files anew; read the
difference before it is committed.
"""

from __future__ import annotations

import json
import os

import pytest

from referee import library, notation
from tests.breadth import breadth
from tests.referee.recorded import lines_of, recorded, recorded_names, recorded_path

MATCHES = [(game, name) for game in library.names() for name in recorded_names(game)]
LONG = {"four", "simpler", "three", "loans"}  # of Coup d'État: a state for each move of its deals
GATE = [(game, name) for game, name in MATCHES if game != "coup_detat" or name not in LONG]


@pytest.mark.parametrize(("game", "name"), MATCHES)
def test_a_recorded_match_is_ruled_as_it_was(game: str, name: str) -> None:
    match, file = recorded(game, name), recorded_path(game, name)
    now = list(lines_of(match))
    if os.environ.get("COYOTE_GOLDEN") == "write":
        file.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    assert now == file.read_text("utf-8").splitlines()


@pytest.mark.parametrize(("game", "name"), breadth(MATCHES, *GATE))
def test_every_state_of_a_recorded_match_comes_back_from_json_and_from_its_line(
    game: str, name: str
) -> None:
    match = recorded(game, name)
    for one in match.played:
        plain = json.loads(json.dumps(library.to_plain(one.state)))
        assert library.state(match.game, plain) == one.state
        line = notation.write_position(match.game, match.header.number, one.state)
        assert notation.read_position(line) == (match.game, match.header.number, one.state)


@pytest.mark.parametrize("name", library.names())
def test_every_game_and_edition_has_a_recorded_match_that_ends(name: str) -> None:
    game = library.game(name)
    matches = [recorded(name, one) for one in recorded_names(name)]
    assert all(match.game.name == name for match in matches)
    ended = {getattr(one.options, "edition", None) for one in matches if one.outcome is not None}
    assert ended, f"no recorded match of {name} in its folder golden"
    missing = set(library.editions(game)) - ended
    assert not missing, f"no recorded match of {name} in the editions {missing}"

"""Games agree with models that were written from their rule files alone, over whole matches.

Ogallala is held to its model card by card: see `tests/referee/ogallala/test_comparison.py`.
"""

from __future__ import annotations

import pytest

from tests.breadth import breadth
from tests.referee.models.coup import ACTIONS as COUP_ACTIONS
from tests.referee.models.coyote_actions import ACTIONS as COYOTE_ACTIONS
from tests.referee.models.driver import played
from tests.referee.models.plenty_coups_actions import RULES

COYOTE = {f"{edition} {name}" for edition, names in COYOTE_ACTIONS.items() for name in names}
MATCHES = {"coup": 40, "coyote": 100, "coup_detat": 6, "plenty_coups": 20}
IN_THE_GATE = {"coyote": 12, "coup_detat": 1, "plenty_coups": 1}
MET = {  # what the matches of a game must come to
    "coup": {f"declare {action}" for action in COUP_ACTIONS}
    | {"block", "name_card", "cards_corrected", "concede"},
    "coyote": COYOTE | {"cards_corrected", "doubled", "not counted", "oliphante sit out", "out"},
    "coup_detat": {"attempts", "corrected", "declared", "left", "loans", "misread", "taken_back"},
    "plenty_coups": {f"{players} players" for players in range(2, 7)}
    | {"reinforce", "support", "exchange", "swept", "prove", "bear", *RULES},
}


@pytest.mark.parametrize("game", breadth(MATCHES, "coup"))
def test_the_game_agrees_with_its_model(game: str) -> None:
    assert set(played(game, range(MATCHES[game]))) >= MET[game]


@pytest.mark.parametrize(("game", "matches"), IN_THE_GATE.items())
def test_a_few_matches_agree_with_their_model_in_the_gate(game: str, matches: int) -> None:
    assert played(game, range(matches))

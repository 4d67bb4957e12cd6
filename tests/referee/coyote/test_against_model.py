"""The referee against independent models with a real pile, by the same moves.

Where they differ, the rule file decides, not either of the two. `COYOTE_MATCHES` says how many
matches of each edition are played; a thousand need `--timeout 0`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from referee import library
from referee.contract import BadOptions
from tests.breadth import breadth
from tests.referee.comparison import Comparison, played
from tests.referee.conftest import Match
from tests.referee.coyote import comparison, comparison_actions
from tests.referee.coyote.summary import summary_of
from tests.referee.models.coyote import EDITIONS
from tests.referee.models.coyote_actions import ACTIONS

GAME = library.game("coyote")
ASKED = int(os.environ.get("COYOTE_MATCHES", "0"))
MATCHES = breadth([20, max(50, ASKED)])  # of each edition
WITH_ACTIONS = breadth([10, max(30, ASKED)])


def met(begun: Callable[..., Comparison], edition: str, matches: int) -> Counter[str]:
    """Play so many matches of an edition."""
    seeds = (f"{edition} {number}" for number in range(matches))
    return played(partial(begun, edition=edition), *seeds)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("matches", MATCHES)
def test_what_may_be_done_what_not_and_what_holds_after_every_move(
    edition: str, matches: int
) -> None:
    moves = met(comparison.begun, edition, matches)
    for move in ("announce", "challenge", "cards_read", "cards_corrected"):
        assert moves[move] > matches / 2
        assert moves[f"no {move}"] > matches / 2
    for where in ("nowhere", "the pile", "the discards"):
        assert moves[f"drawn from {where}"] > matches / 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("matches", WITH_ACTIONS)
def test_the_actions_that_the_rules_list_are_offered_and_ruled(edition: str, matches: int) -> None:
    """CY-40 to CY-78: who may do what, who takes how many strikes, who starts, what is dealt."""
    did = met(comparison_actions.begun, edition, matches)
    for name in ("announce", "challenge", *ACTIONS[edition]):
        assert did[f"{edition} {name}"] > matches / 2, name
    assert did["out"] > matches / 2
    if edition == "oliphante":
        assert did["not counted"] > matches / 2
        assert did["oliphante sit out"] > matches / 10
    else:
        assert did["doubled"] > matches / 10


@pytest.mark.parametrize("edition", EDITIONS)
def test_players_and_strikes_are_those_of_the_sheet(edition: str) -> None:
    for seats in range(1, 14):
        for strikes in range(8):
            plain = {"edition": edition, "strikes": strikes}
            try:
                GAME.rules.begin(library.options(GAME, plain), seats)
                begun = True
            except BadOptions:
                begun = False
            assert begun == EDITIONS[edition].allows(seats, strikes), (seats, strikes)


# The shortest matches that the random ones led to


def test_a_card_drawn_from_the_shuffled_discards_is_offered(match: Callable[..., Match]) -> None:
    """CY-21 and CY-8: an empty pile is made of the discards, and the card turned up lies there."""
    played = match(seats=2, deck={"?": 1, "1": 1, "2": 1, "3": 1})
    played.round(1, cards=["1", "2"])
    played.round(1)
    for cards in (["?", "3", "1"], ["?", "3", "2"]):
        assert {"move": "cards_read", "cards": cards} in GAME.rules.offers(played.state)
    played.do("cards_read", cards=["?", "3", "1"])
    assert {"move": "cards_corrected", "cards": ["?", "3", "2"]} in GAME.rules.offers(played.state)
    played.do("cards_corrected", cards=["?", "3", "2"])


def test_what_a_drawn_draw_card_turned_up_is_read_with_it(match: Callable[..., Match]) -> None:
    """CY-21: each draw card draws; both lie there, however late they are read."""
    played = match(seats=2, deck={"?": 2, "1": 1, "4": 1, "5": 1})
    played.round(1, cards=["?", "1"])
    assert {"move": "cards_read", "cards": ["?", "1", "?", "4"]} in GAME.rules.offers(played.state)
    played.do("cards_read", cards=["?", "1", "?", "4"])
    assert summary_of(played.state).result.total == 5


def test_no_draw_card_turns_itself_up(match: Callable[..., Match]) -> None:
    """CY-11 and CY-21: without a draw card among the players' cards nothing is turned up."""
    played = match(seats=2, deck={"?": 1, "1": 1, "2": 1, "3": 1, "4": 1})
    played.round(1, cards=["?", "1", "2"])
    played.round(1)
    refused = played.refused("cards_read", cards=["3", "4", "?"])
    assert refused.rule == "CY-11"

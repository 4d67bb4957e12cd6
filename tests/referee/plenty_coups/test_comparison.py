"""The referee of Plenty Coups agrees with a model made from the rule file, over whole matches.

The long run is a command: ``python -m tests.referee.comparison plenty_coups 1000``.
"""

from __future__ import annotations

from referee.contract import Offers
from referee.plenty_coups import GAME
from tests.referee.comparison import played
from tests.referee.models.plenty_coups_actions import RULES
from tests.referee.plenty_coups.comparison import begun, keys
from tests.referee.plenty_coups.playing import Match, raid


def test_whole_matches_go_as_the_model_says() -> None:
    met = played(begun, 2, 15, 13, 0, 10)  # two players, three, …
    assert {f"{players} players" for players in range(2, 7)} <= {*met}
    kinds = {"reinforce", "support", "exchange", "swept", "take", "take_back", "prove", "bear"}
    assert {*RULES} | kinds <= {*met}


def seen(*cards: str) -> Offers:
    """Return the possible moves of a hand of five with these public cards and two taken ones."""
    raids = {0: raid(2, "swallow_4"), 1: raid(1, "bee_4")}
    return GAME.rules.offers(
        Match(3, raids=raids, known={0: ("horse", "coup_stick", *cards)}).state
    )


def test_pc_82_one_unknown_card_waits_for_no_second() -> None:
    waits = {("raid", 1, ("heron_1",)), ("defend", None, ("weapon_3",))}
    assert waits <= keys(seen("horse").for_seat(0))
    assert not waits & keys(seen("horse", "horse").for_seat(0))
    assert ("raid", 1, ("heron_1",)) in keys(seen("horse", "heron_4").for_seat(0))
    assert ("defend", None, ("weapon_3",)) in keys(seen("horse", "weapon_2").for_seat(0))

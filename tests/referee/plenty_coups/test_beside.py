"""The referee of Plenty Coups agrees with the model from the rule file, over whole matches.

The long run is a command: ``python -m tests.referee.beside plenty_coups 1000``.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee import library
from referee.contract import Offer
from tests.referee.beside import played
from tests.referee.models.plenty_coups_actions import RULES
from tests.referee.plenty_coups.beside import begun, keys
from tests.referee.plenty_coups.seen import showing

GAME = library.game("plenty_coups")


def test_whole_matches_go_as_the_model_says() -> None:
    met = played(begun, 2, 15, 13, 0, 10)  # two players, three, …
    assert {f"{players} players" for players in range(2, 7)} <= {*met}
    kinds = {"reinforce", "support", "exchange", "swept", "take", "take_back", "prove", "bear"}
    assert {*RULES} | kinds <= {*met}


def seen(*cards: str) -> Iterable[Offer]:
    """Return what a seat may do of whose five cards some were seen, besides two that it took."""
    state = GAME.begin(library.options(GAME, {}), 3)
    market = ["horse", "coup_stick", "bee_1", "moth_2"]
    for move in (
        {"move": "market_read", "cards": market},
        {"move": "take", "seat": 0, "cards": ["horse", "coup_stick"]},
    ):
        state, _ = GAME.apply(state, library.move(GAME, move))
    return GAME.offers(showing(state, cards)).of(0)


def test_pc_82_one_unknown_card_waits_for_no_second() -> None:
    waits = {("raid", 1, ("heron_1",)), ("defend", None, ("weapon_3",))}
    assert waits <= keys(seen("horse"))
    assert not waits & keys(seen("horse", "horse"))
    assert ("raid", 1, ("heron_1",)) in keys(seen("horse", "heron_4"))
    assert ("defend", None, ("weapon_3",)) in keys(seen("horse", "weapon_2"))

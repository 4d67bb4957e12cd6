"""The referee of Plenty Coups agrees with the model from the rule file, over whole matches.

The long run is a command: ``python -m tests.referee.plenty_coups.beside 1000``.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee import library
from referee.plenty_coups.state.hands import less
from referee.plenty_coups.state.state import Raid, State
from tests.referee.models.plenty_coups_actions import RULES
from tests.referee.plenty_coups.beside import GAME, keys, played


def test_whole_matches_go_as_the_model_says() -> None:
    met = Counter[str]()
    for seed in (2, 15, 13, 0, 10):  # two players, three, …
        met += played(seed)
    assert {f"{players} players" for players in range(2, 7)} <= {*met}
    kinds = {"reinforce", "support", "exchange", "swept", "take", "take_back", "prove", "bear"}
    assert {*RULES} | kinds <= {*met}


def seen(cards: tuple[str, ...]) -> State:
    """Return a match in which cards in a hand of five were seen, besides two that it took."""
    state: State = GAME.begin(library.options(GAME, {}), 3)
    market = ["horse", "coup_stick", "bee_1", "moth_2"]
    for move in (
        {"move": "market_read", "cards": market},
        {"move": "take", "seat": 0, "cards": ["horse", "coup_stick"]},
    ):
        state, _ = GAME.apply(state, library.move(GAME, move))
    there = Raid(2, ("swallow_4",)), Raid(1, ("bee_4",)), None
    known = (*state.known[0], *cards)
    unseen = less(state.unseen, *cards, "swallow_4", "bee_4")
    return replace(state, raids=there, unseen=unseen, known=(known, (), ()))


def test_pc_82_one_unknown_card_waits_for_no_second() -> None:
    waits = {("raid", 1, ("heron_1",)), ("defend", None, ("weapon_3",))}
    assert waits <= keys(GAME.offers(seen(("horse",))).of(0))
    assert not waits & keys(GAME.offers(seen(("horse", "horse"))).of(0))
    assert ("raid", 1, ("heron_1",)) in keys(GAME.offers(seen(("horse", "heron_4"))).of(0))
    assert ("defend", None, ("weapon_3",)) in keys(GAME.offers(seen(("horse", "weapon_2"))).of(0))

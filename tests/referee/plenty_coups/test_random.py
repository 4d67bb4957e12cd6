"""Random matches of Plenty Coups: conditions that hold after every move.

``COYOTE_MATCHES=10000`` plays 10,000 of them.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import get_args

import pytest

from referee import library
from referee.contract import AskCards
from referee.plenty_coups import GAME
from referee.plenty_coups.state.moves import Move
from tests.bench.rules.randomplay import Transition
from tests.breadth import breadth
from tests.referee.enough import matches
from tests.referee.plenty_coups.dealing import Table, settings
from tests.referee.plenty_coups.invariants import check
from tests.referee.plenty_coups.playing import takes
from tests.referee.plenty_coups.public_state import PublicState

MATCHES = int(os.environ.get("COYOTE_MATCHES", "6"))
FEW = min(2, MATCHES - 1)  # for the gate, which need not see all
RULES = {1, 2, 3, 4, 5, 6, 7, 8, *range(10, 23), *range(30, 33), 34, 35, 36, 37, 38, 39, 40}
RULES |= {50, 51, 53}
MEANS = {f"PC-{number}" for number in RULES - {2, 7}}  # with hands: the host does nothing
LEAVES = 0.003  # of the moves
COSTS = {"breed", "raid", "defend", "coup", "gift", "give_horses", "propose", "accept", "befriend"}
COSTS |= {"disdain", "prove"}  # of one card, at once


def check_hand(before: PublicState, shown: PublicState, move: str) -> None:
    """Check the hand sizes: an action costs one card, a double action two (PC-5)."""
    if shown.phase == "over":
        return
    tribe, hand = before.turn, shown.hands[before.turn]
    if shown.turn == tribe:
        cost = before.hands[tribe] - hand
        waits = bool(shown.kept.waits) and not before.kept.waits
        due = {"take": -before.left, "hunt": 1 - _drawn(shown), "hunted": _drawn(before)}
        if move in COSTS:
            due[move] = 0 if waits or move == "prove" else 1
        assert cost == due.get(move, 0) or move in ("reinforce", "support", "market_read")
    elif takes(before.round) == 2 and shown.round == before.round:
        assert hand == 3


def _drawn(shown: PublicState) -> int:
    """Return how many cards were drawn on a hunt that is not over."""
    hunted = [one.ask[0] for one in GAME.rules.offers(shown.state) if one.move == "hunted"]
    return sum(ask.least for ask in hunted if isinstance(ask, AskCards))


@pytest.mark.parametrize("least", breadth([FEW, MATCHES]))
def test_matches_with_real_hands_keep_every_promise(least: int) -> None:
    random = Random("matches of plenty coups")
    rules: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    wanted = {one.__struct_config__.tag for one in get_args(Move)} - {
        "horses_set",
        "prestige_set",
        "hand_set",
    }

    def seen() -> bool:
        return least < MATCHES or (wanted <= set(moves) and set(rules) >= MEANS)

    for _ in matches(least, seen):
        plain, seats = settings(random)
        table = Table(plain, seats, random, LEAVES)
        while GAME.rules.outcome(table.state) is None:
            before = table.shown
            rulings = table.make(table.choose())
            rules.update(one.rule for one in rulings)
            shown = table.shown
            made = library.move(GAME, table.moves[-1])
            check(Transition(before.state, made, shown.state, rulings))
            check_hand(before, shown, table.moves[-1]["move"])
            assert [len(hand) for hand in table.hands] == list(shown.hands)
            assert len(table.pile) == shown.pile
            for hand, known in zip(table.hands, shown.known, strict=True):
                assert not Counter(known) - Counter(hand)  # what is told of a hand is so
        moves.update(move["move"] for move in table.moves)

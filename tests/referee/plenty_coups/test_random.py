"""Random matches of Plenty Coups: what must hold after every move.

``COYOTE_MATCHES=10000`` plays as many; ``coyote bench moves`` plays by the offers alone.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import get_args

from referee import library
from referee.contract import Cue
from referee.plenty_coups import GAME
from referee.plenty_coups.cards import COUNTS
from referee.plenty_coups.moves import Move
from referee.plenty_coups.state import (
    MARKERS,
    Phase,
    State,
    at_camp,
    on_table,
    out,
    raid_markers,
    takes,
)
from tests.bench.rules.promises import check_move, check_state, check_table
from tests.bench.rules.randomplay import play
from tests.referee.enough import matches
from tests.referee.plenty_coups.dealing import Table, settings
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "12"))
RULES = {1, 2, 3, 4, 5, 6, 7, 8, *range(10, 23), *range(30, 33), 34, 35, 36, 37, 38, 39, 40}
RULES |= {50, 51, 53}
MEANS = {f"PC-{number}" for number in RULES - {2, 7}}  # with hands: the host does nothing
LEAVES = 0.003  # of the moves
COSTS = {"breed", "raid", "defend", "coup", "gift", "give_horses", "propose", "accept", "befriend"}
COSTS |= {"disdain", "prove"}  # of one card, at once


def check_all(state: State) -> None:
    """All 54 cards, the horses and the markers are somewhere."""
    seats = state.setup.seats
    known = Counter(card for cards in state.known for card in cards)
    cards = Counter(state.unseen) + Counter(state.used) + Counter(state.market) + on_table(state)
    assert cards + known == Counter(COUNTS)
    assert sum(state.unseen.values()) == state.pile + sum(state.hands) - known.total()
    assert state.plain + sum(state.horses) == (18 if seats == 2 else 6 * seats)
    assert min(state.plain, state.pile, *state.horses) >= 0
    for tribe, hand in enumerate(state.hands):
        assert 0 <= len(state.known[tribe]) <= hand
        assert 0 <= state.prestige[tribe] <= MARKERS
        assert out(state, tribe, True) <= state.prestige[tribe]
        assert 0 <= raid_markers(state, tribe) <= at_camp(state, tribe)
    for tribe, bond in enumerate(state.bonds):
        if bond is not None and bond.partner is not None:
            other = state.bonds[bond.partner]
            assert other is not None
            assert other.partner == tribe
    assert len({one.target for one in state.proposals}) == len(state.proposals)


def check_hand(before: State, state: State, move: str) -> None:
    """Each action costs its tribe one card net, a double action two; others keep theirs (PC-5)."""
    if state.phase is Phase.OVER:
        return
    tribe = before.turn
    if state.turn == tribe:
        cost = before.hands[tribe] - state.hands[tribe]
        waits = bool(state.waits) and not before.waits
        due = {"take": -before.left, "hunt": 1 - state.drawn, "hunted": before.drawn}
        if move in COSTS:
            due[move] = 0 if waits or move == "prove" else 1
        assert cost == due.get(move, 0) or move in ("reinforce", "support", "market_read")
    elif takes(before.round) == 2 and state.round == before.round:
        assert state.hands[tribe] == 3


def test_matches_with_real_hands_keep_every_promise() -> None:
    random = Random("matches of plenty coups")
    rules: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    wanted = {one.__struct_config__.tag for one in get_args(Move)} - {
        "horses_set",
        "prestige_set",
        "hand_set",
    }
    for _ in matches(MATCHES, lambda: wanted <= set(moves) and set(rules) >= MEANS):
        plain, seats = settings(random)
        table = Table(plain, seats, random, LEAVES)
        while GAME.outcome(table.state) is None:
            before = table.state
            rules.update(one.rule for one in table.make(table.choose()))
            state = table.state
            check_all(state)
            check_hand(before, state, table.moves[-1]["move"])
            assert [len(hand) for hand in table.hands] == list(state.hands)
            assert len(table.pile) == state.pile
            for hand, known in zip(table.hands, state.known, strict=True):
                assert not Counter(known) - Counter(hand)  # what is told of a hand is so
        moves.update(move["move"] for move in table.moves)


def test_matches_by_the_offers_alone_keep_every_promise() -> None:
    random = Random("plenty coups by its offers")
    for _ in range(max(4, MATCHES // 4)):
        plain, seats = settings(random)
        options = library.options(GAME, plain)
        offers = GAME.offers(GAME.begin(options, seats))
        steps = list(play(GAME, options, seats, random))
        for number, step in enumerate(steps):
            before, offers = offers, GAME.offers(step.after)
            check_move(GAME, COUNTS, step, before, offers)
            check_table(GAME, COUNTS, step, before)
            check_all(step.after)
            lit = [cue for cue in offers.cues if cue in (Cue.TURN, Cue.MAY_ANSWER)]
            waits = step.after.phase in (Phase.MARKET, Phase.SWEEP, Phase.OVER)
            assert len(lit) == (not waits)
            if number % 25 == 0:
                check_state(GAME, step, random)
                check_json(GAME, step)
        assert GAME.outcome(steps[-1].after) is not None
    check_undo_and_redo(GAME, options, seats, steps, random)

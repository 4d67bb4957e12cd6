"""Random matches of Plenty Coups: conditions that hold after every move.

``COYOTE_MATCHES=10000`` plays 10,000 of them; ``coyote bench moves`` plays by the offers alone.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import get_args

from referee import library
from referee.contract import AskCards, Cue
from referee.plenty_coups import GAME
from referee.plenty_coups.state.cards import COUNTS
from referee.plenty_coups.state.moves import Move
from tests.bench.rules.promises import check_move, check_state, check_table
from tests.bench.rules.randomplay import play
from tests.referee.enough import matches
from tests.referee.plenty_coups.dealing import Table, settings
from tests.referee.plenty_coups.playing import takes
from tests.referee.plenty_coups.public_state import PublicState
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "6"))
RULES = {1, 2, 3, 4, 5, 6, 7, 8, *range(10, 23), *range(30, 33), 34, 35, 36, 37, 38, 39, 40}
RULES |= {50, 51, 53}
MEANS = {f"PC-{number}" for number in RULES - {2, 7}}  # with hands: the host does nothing
MARKERS = 4  # of each tribe
LEAVES = 0.003  # of the moves
COSTS = {"breed", "raid", "defend", "coup", "gift", "give_horses", "propose", "accept", "befriend"}
COSTS |= {"disdain", "prove"}  # of one card, at once


def check_all(shown: PublicState) -> None:
    """Check that all 54 cards, the horses and the markers are somewhere."""
    seats, kept, hands = len(GAME.rules.offers(shown.state).cues), shown.kept, shown.hands
    known = Counter(card for cards in kept.known for card in cards)
    assert kept.unseen + kept.used + shown.open + known == Counter(COUNTS)
    assert kept.unseen.total() == shown.pile + sum(hands) - known.total()
    horses = shown.horses
    assert shown.plain + sum(horses) == (18 if seats == 2 else 6 * seats)
    assert min(shown.plain, shown.pile, *horses) >= 0
    markers = Counter[int]()
    for piece in GAME.table.layout(shown.state).pieces:
        if piece.kind in ("raid", "honour") and piece.seat is not None:
            assert 0 <= piece.count <= MARKERS
            markers[piece.seat] += piece.count
    assert [markers[tribe] for tribe in shown.camps] == [MARKERS] * len(hands)
    for tribe, hand in enumerate(hands):
        assert 0 <= len(kept.known[tribe]) <= hand
    bonds = shown.bonds
    for tribe, bond in enumerate(bonds):
        if bond is not None and bond.partner is not None:
            other = bonds[bond.partner]
            assert other is not None
            assert other.partner == tribe
    assert len({one.target for one in shown.proposals}) == len(shown.proposals)


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
        while GAME.rules.outcome(table.state) is None:
            before = table.shown
            rules.update(one.rule for one in table.make(table.choose()))
            shown = table.shown
            check_all(shown)
            check_hand(before, shown, table.moves[-1]["move"])
            assert [len(hand) for hand in table.hands] == list(shown.hands)
            assert len(table.pile) == shown.pile
            for hand, known in zip(table.hands, shown.known, strict=True):
                assert not Counter(known) - Counter(hand)  # what is told of a hand is so
        moves.update(move["move"] for move in table.moves)


def test_matches_by_the_offers_alone_keep_every_promise() -> None:
    random = Random("plenty coups by its offers")
    for _ in range(max(4, MATCHES // 4)):
        plain, seats = settings(random)
        options = library.options(GAME, plain)
        offers = GAME.rules.offers(GAME.rules.begin(options, seats))
        steps = list(play(GAME, options, seats, random))
        for number, step in enumerate(steps):
            before, offers = offers, GAME.rules.offers(step.after)
            check_move(GAME, COUNTS, step, before, offers)
            check_table(GAME, COUNTS, step, before)
            check_all(PublicState(step.after))
            lit = [cue for cue in offers.cues if cue in (Cue.TURN, Cue.MAY_ANSWER)]
            waits = PublicState(step.after).phase in ("market", "sweep", "over")
            assert len(lit) == (not waits)
            if number % 25 == 0:
                check_state(GAME, step, random)
                check_json(GAME, step)
        assert GAME.rules.outcome(steps[-1].after) is not None
    check_undo_and_redo(GAME, options, seats, steps, random)

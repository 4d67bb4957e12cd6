"""The matches of the training are those that the referee rules, and seats see the same there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee import library
from referee.coup.bots import outputs
from referee.coup.bots.outputs import ALONE, CARDS
from referee.coup.bots.sight import ACTION_PLACES
from referee.coup.bots.sight import seen as seen_by_bots
from referee.coup.state import moves, phases
from referee.coup.state.cards import CHARACTERS
from referee.coup.state.setup import SEATS
from tests.bench.training.sight import seen
from tests.bench.training.tables import Ask, Tables
from tests.breadth import breadth

GAME = library.game("coup")
ACTIONS: list[Any] = sorted(ACTION_PLACES, key=ACTION_PLACES.__getitem__)
ONE = np.array([0])
MATCHES = 12


def cards_of(counts: Any) -> tuple[str, ...]:
    return tuple(card for card, at in CARDS.items() for _ in range(counts[at]))


def moves_of(tables: Tables, chosen: int, state: Any) -> list[moves.Move]:
    """Return the moves for what a seat chose in the only match of some tables."""
    seat, claimer, card = int(tables.seat[0]), int(tables.claimer[0]), int(tables.card[0])
    match Ask(tables.ask[0]):
        case Ask.TURN if chosen < len(ALONE):
            return [moves.Declare(seat, ACTIONS[chosen])]
        case Ask.TURN:
            which, ahead = divmod(chosen - len(ALONE), outputs.TARGETS)
            target = (seat + ahead + 1) % tables.seats
            return [moves.Declare(seat, ACTIONS[len(ALONE) + which], target)]
        case Ask.TURN_UP:
            turned = CHARACTERS[chosen - outputs.TURN_UP]
            return [moves.CardTurned((*state.faces[seat], turned))]
        case Ask.KEEP:
            last = tables.kept[0].sum() + 1 == tables.influence[0, seat]
            return [moves.Exchanged(seat)] if last else []
    if chosen == outputs.PASS:
        return [moves.Pass(seat)]
    if chosen == outputs.CHALLENGE:
        shown = moves.CardShown((CHARACTERS[card],))
        holds = tables.hands[0, claimer, card] > 0
        return [moves.Challenge(seat), shown if holds else moves.Concede(claimer)]
    return [moves.Block(seat, CHARACTERS[chosen - outputs.BLOCK])]


@pytest.mark.parametrize("seats", breadth(SEATS, 2, 4))
def test_the_referee_rules_what_the_tables_play_and_every_seat_sees_the_same(seats: int) -> None:
    random = np.random.default_rng(seats)
    for _ in range(MATCHES):
        tables = Tables(1, seats, random)
        options = library.options(GAME, {"starter": int(tables.turn[0])})
        state = GAME.rules.begin(options, seats)
        while tables.ask[0] != Ask.OVER:
            assert state.coins == tuple(tables.coins[0])
            seat = int(tables.seat[0])
            hand, kept = cards_of(tables.hands[0, seat]), cards_of(tables.kept[0])
            np.testing.assert_allclose(
                seen(tables, ONE)[0], seen_by_bots(state, seat, hand, kept), atol=1e-6
            )
            chosen = int((tables.legal(ONE)[0] * random.random(outputs.WINS)).argmax())
            for move in moves_of(tables, chosen, state):
                state, _ = GAME.rules.apply(state, move)
            if isinstance(state.phase, phases.Return):
                state, _ = GAME.rules.apply(state, moves.CardReturned())
            tables.play(ONE, np.array([chosen]))
        outcome = GAME.rules.outcome(state)
        assert outcome is not None
        assert outcome.winners == (int(tables.turn[0]),)

"""Playouts end like real deals with the same play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import library
from referee.coup_detat.state import moves
from referee.coup_detat.state.phases import Laying
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.table.determinization import Determinization
from referee.coup_detat.table.playout import opening_card, run_out_order
from referee.determinization import Action
from tests.bench.bots.matches import OPTIONS, dealt

GAME = library.game("coup_detat")


def dominoes(seats: int, random: Random) -> Determinization:
    """Return the start of a deal of Dominoes, after random moves."""
    world: Any = dealt(
        GAME, GAME.rules.begin(library.options(GAME, OPTIONS["coup_detat"]), seats), random
    )
    while type(world.state.phase) is not Laying:
        if world.mover is None:
            if GAME.rules.outcome(world.state):
                return dominoes(seats, random)
            world = dealt(GAME, world.state, random)
            continue
        world = world.play(random.choice(world.legal_actions()), random)
    assert isinstance(world, Determinization)
    return world


def laid(world: Determinization) -> Action:
    """Return the moves of a player who opens the rows for their own cards.

    They pass if no card fits.
    """
    acts, hand = world.legal_actions(), world.hands[world.mover or 0]
    cards = {one.move.laid.card: one for one in acts if isinstance(one.move, moves.CardLaid)}
    return cards[opening_card(cards, hand, len(world.hands))] if cards else acts[-1]


@pytest.mark.parametrize("seats", [3, 4])
def test_ce_35_ce_51_ce_52_rows_played_on_in_thought_end_as_by_the_rules(seats: int) -> None:
    attempts = 0
    for number in range(30):
        random = Random(f"{seats} {number}")
        world = dominoes(seats, random)
        rows = world.state.phase.deal
        assert isinstance(rows, Rows)
        attempts += rows.attempter is not None
        thought, out = run_out_order(rows, world.hands), list[int]()
        while type(world.state.phase) is Laying:
            seat = world.mover
            assert seat is not None
            world = world.play(laid(world), random)
            if not world.hands[seat]:
                out.append(seat)
        assert thought == out
    assert 0 < attempts < 30

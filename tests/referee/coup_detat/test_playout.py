"""Playouts end like real deals with the same play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import library
from referee.bots.sample import Sample
from referee.coup_detat.state import moves
from referee.coup_detat.state.phases import Laying, Playing
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.trick import Trick
from referee.coup_detat.state.tricks import Tricks
from referee.coup_detat.table import playout
from referee.coup_detat.table.estimate import cash, cash_after_deal
from referee.coup_detat.table.last_tricks import Stakes, losses_during
from referee.coup_detat.table.playout import next_play, sensible_card
from referee.coup_detat.table.run_out import opening_card, run_out_order
from referee.determinization import Action
from tests.bench.bots.matches import dealt
from tests.breadth import breadth

GAME = library.game("coup_detat")

SIMPLER = {"simpler": True}


def begun(
    phase: type[Any], seats: int, random: Random, options: dict[str, Any] = SIMPLER
) -> Sample:
    """Return a deal as it comes to a phase for the first time, after random moves."""
    world: Any = dealt(GAME, GAME.rules.begin(library.options(GAME, options), seats), random)
    while type(world.state.phase) is not phase:
        if world.mover is None:
            if GAME.rules.outcome(world.state):
                return begun(phase, seats, random, options)
            world = dealt(GAME, world.state, random)
            continue
        world = world.play(random.choice(world.legal_actions()), random)
    assert isinstance(world, Sample)
    return world


def laid(world: Sample) -> Action:
    """Return the moves of a player who opens the rows for their own cards.

    They pass if no card fits.
    """
    acts, hand = world.legal_actions(), world.hands[world.mover or 0]
    cards = {act.move.laid.card: act for act in acts if isinstance(act.move, moves.CardLaid)}
    deal = world.state.phase.deal
    assert isinstance(deal, Rows)
    begun = "".join(deal.laid[:1])
    return cards[opening_card(cards, hand, len(world.hands), begun)] if cards else acts[-1]


@pytest.mark.parametrize("seats", breadth([3, 4]))
def test_ce_35_ce_51_ce_52_rows_played_on_in_thought_end_as_by_the_rules(seats: int) -> None:
    attempts = 0
    for number in range(12):
        random = Random(f"{seats} {number}")
        world = begun(Laying, seats, random)
        rows = world.state.phase.deal
        assert isinstance(rows, Rows)
        attempts += rows.attempter is not None
        thought, out = run_out_order(rows, world.hands), list[int]()
        while type(world.state.phase) is Laying:
            seat = world.mover
            assert seat is not None
            act, held = laid(world), len(world.hands[seat])
            world = world.play(act, random)
            if held == 1 and isinstance(act.move, moves.CardLaid):
                out.append(seat)
        assert thought == out
    assert 0 < attempts < 12


@pytest.mark.parametrize("seats", breadth([3, 4]))
def test_ce_30_to_ce_42_tricks_played_on_in_thought_pay_what_the_rules_pay(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playout, "SOLVED_CARDS", 0)
    attempts = made = 0
    for number in range(24):
        random = Random(f"{seats} {number}")
        world: Any = begun(Playing, seats, random, {"simpler": False, "loans": False})
        deal, phase = world.state.deals, world.state.phase
        attempts += phase.deal.attempter is not None
        thought = cash_after_deal(world.state, world.hands, "".join(world.dealt.pile))
        while world.state.deals == deal and world.mover is not None:
            now = world.state.phase
            act = world.legal_actions()[0]
            if type(now) is Playing and isinstance(now.deal, Tricks):
                seat = world.mover
                card = sensible_card(world.hands[seat], next_play(now.deal))
                act = Action(moves.CardPlayed(seat, (card,)))
            world = world.play(act, random)
        own, mean = cash(world.state), sum(thought) / seats
        made += world.state.president != phase.deal.attempter is not None
        if not world.state.tour.played:
            continue  # A new tour has begun, with all contracts for its President.
        results = [item - sum(own) / seats for item in own]
        assert results == pytest.approx([item - mean for item in thought])
    assert 0 < attempts < 24


def test_nobody_takes_a_costly_last_card_that_they_can_avoid() -> None:
    hands, stakes = (("KH", "7C"), ("AH", "8H"), ("9H", "AC")), Stakes("barbu", None, True)
    assert losses_during(stakes, hands, Trick(1, 3)) == (800, 0, 0)

"""Random deals: with hands and slips of which each must show, and by the offers alone.

``COYOTE_MATCHES=1300 pytest tests/referee/coup_detat/test_random.py`` plays 20,000 deals.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import get_args

import pytest

from referee.contract import By
from referee.coup_detat.flow import FLOW
from referee.coup_detat.money import PURSE
from referee.coup_detat.moves import Move
from referee.coup_detat.state import Phase
from referee.promises import check_move, check_secret, check_state
from referee.randomplay import Transition, play
from tests.referee.coup_detat.dealing import GAME, Table, settings, short_settings
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "15"))  # of some 15 deals each
PARTS = 2  # so that they can run side by side
WAYS = {(phase, move) for phase, moves in FLOW.items() for move in moves}


def check_step(step: Transition, seats: int) -> None:
    """Money stays, nobody's cash is below zero, and the move led where the flow says."""
    accounts = step.after.accounts
    assert accounts.total == PURSE * seats
    assert min(accounts.cash) >= 0 <= accounts.bank
    assert step.after.phase in FLOW[step.before.phase][type(step.move)]
    assert step.rulings
    assert step.after.window >= step.before.window


@pytest.mark.parametrize("part", range(PARTS))
def test_every_slip_is_named_as_soon_as_it_shows_and_money_stays(part: int) -> None:
    random = Random(f"slips, part {part}")
    tally: Counter[str] = Counter()
    for _ in range(MATCHES // PARTS):
        plain, seats = settings(random)
        table = Table(plain, seats, random, random.choice([0.0, 0.02, 0.2]))
        while table.state.phase is not Phase.OVER:
            check_step(table.step(), seats)
        tally.update(deals=len(table.state.results), slips=table.slipped, showed=table.showed)
        if not table.slips:
            assert not table.showed, "no revoke is found where none was made"
    assert tally["deals"] > 10 * (MATCHES // PARTS)
    assert tally["slips"] > tally["showed"] > tally["deals"] / 3


def test_matches_by_the_offers_alone_keep_every_promise() -> None:
    random = Random("offers")
    counts = GAME.cards.counts(None)
    seen: set[tuple[Phase, type]] = set()
    made: set[type] = set()
    for number in range(200):
        plain, seats = short_settings(random)
        options = table_options(plain)
        steps = list(play(GAME, options, seats, random, 1_200))
        before = GAME.offers(steps[0].before)
        for step in steps:
            check_step(step, seats)
            offers = GAME.offers(step.after)
            check_move(GAME, counts, step, before, offers)
            check_secret(GAME, step, before, random)
            before = offers
            seen.add((step.before.phase, type(step.move)))
            made.add(type(step.move))
        for step in random.choices(steps, k=3):
            check_json(GAME, step)
            check_state(GAME, step, random)
        if number < 2:
            check_undo_and_redo(GAME, options, seats, steps[:300], random)
        if number > 6 and seen == WAYS:
            break
    assert seen == WAYS
    assert made == set(get_args(Move))


def table_options(plain: dict[str, object]) -> object:
    return Table(plain, 3, Random(1)).options


def test_what_is_offered_in_a_phase_is_what_the_flow_says() -> None:
    random = Random("phases")
    for _ in range(6):
        plain, seats = settings(random)
        tags = {move: move.__struct_config__.tag for move in get_args(Move)}
        table = Table(plain, seats, random, 0.2)
        while table.state.phase is not Phase.OVER:
            step = table.step()
            offered = {offer.move for offer in GAME.offers(step.after)}
            assert offered <= {tags[move] for move in FLOW[step.after.phase]}
            camera = [offer for offer in GAME.offers(step.after) if offer.by is By.CAMERA]
            asks = len(GAME.offers(step.after).reads()) + len(GAME.offers(step.after).places())
            assert len(camera) == asks, "whatever the camera reads is asked in a zone"

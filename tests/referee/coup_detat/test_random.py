"""Random deals: with hands and slips that must all show, and by the offers alone.

``COYOTE_MATCHES=1300 pytest tests/referee/coup_detat/test_random.py`` plays 20,000 deals.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import get_args

import pytest

from referee import library
from referee.contract import By
from referee.coup_detat.flow import ROWS
from referee.coup_detat.state.moves import CardPlayed, Cleared, Move
from referee.coup_detat.state.notes import PURSE
from referee.coup_detat.state.phases import ClearingDraw, Playing, PuttingBack
from referee.coup_detat.state.state import seat_zone
from referee.table import CardStatus, Change, Laid, Taken
from tests.bench.rules.promises import check_move, check_secret, check_state, check_table
from tests.bench.rules.randomplay import Transition, play
from tests.referee.asks import places, reads
from tests.referee.coup_detat.dealing import GAME, Table, settings, short_settings
from tests.referee.coup_detat.flow import FLOW
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "15"))  # of some 15 deals each
LOOKED_AT = 0.2  # of the tables that moves leave; `coyote bench moves` looks at each
PARTS = 2  # so that they can run side by side
COUNTS = GAME.table.cards.counts(None)
WAYS = {(phase, move) for phase, moves in FLOW.items() for move in moves}


def check_step(step: Transition, seats: int) -> None:
    """Check the sum of all money, that no cash is below zero, the flow, and the judgement.

    The judgement must read people's actions as the same move.
    """
    accounts = step.after.accounts
    assert accounts.total == PURSE * seats
    assert min(accounts.cash) >= 0 <= accounts.bank
    assert type(step.after.phase) in FLOW[type(step.before.phase)][type(step.move)]
    assert step.rulings
    assert step.after.window >= step.before.window


@pytest.mark.parametrize("part", range(PARTS))
def test_every_slip_is_named_as_soon_as_it_shows_and_money_stays(part: int) -> None:
    random = Random(f"slip in part {part}")
    tally: Counter[str] = Counter()
    for _ in range(MATCHES // PARTS):
        plain, seats = settings(random)
        table = Table(plain, seats, random, random.choice([0.0, 0.02, 0.2]))
        while table.phase != "over":
            check_step(table.step(), seats)
        tally.update(
            deals=GAME.shown.view(table.state, None).round, slips=table.slipped, showed=table.showed
        )
        if not table.slips:
            assert not table.showed, "no revoke is found where none was made"
    assert tally["deals"] > 10 * (MATCHES // PARTS)
    assert tally["slips"] > tally["showed"] > tally["deals"] / 3


def test_a_deal_goes_on_with_leads_beside_full_tricks() -> None:
    """Each lead is laid while some of the trick before are still there (SL-22)."""
    random = Random("beside")
    met: Counter[str] = Counter()
    for _ in range(MATCHES // PARTS):
        plain, seats = settings(random)
        table = Table(plain, seats, random, random.choice([0.0, 0.2]))
        while table.phase != "over":
            state = table.state
            if table.phase != "clear" or isinstance(state.phase, ClearingDraw | PuttingBack):
                check_step(table.step(), seats)
                continue
            after, _ = GAME.rules.apply(state, Cleared())
            if not isinstance(after.phase, Playing):
                table.do("cleared")
                continue
            ((offer, ask),) = reads(GAME.rules.offers(after))
            winner = offer.given["player"]
            lead = random.choice([card for card in table.hand(winner) if card in ask.possible])
            goes = [
                card
                for card in GAME.table.layout(state).cards
                if card.status is CardStatus.TO_CLEAR
            ]
            goes = [card for card in goes if card.name != state.marker]
            taken = random.sample(goes, random.randrange(len(goes)))
            changes: list[Change] = [*map(Taken, taken), Laid(lead, seat_zone(winner), id="lead")]
            random.shuffle(changes)
            judged = GAME.table.judge(state, changes)
            cleared, played = (one.move for one in judged.moves)
            assert (judged.choice, judged.refusals) == (None, ())
            assert played == CardPlayed(winner, (lead,), ("lead",))
            for move in (cleared, played):
                assert move in GAME.rules.offers(table.state)
                table.do(move.__struct_config__.tag, **without_tag(move))
            lie = {card.name for card in goes if card not in taken}
            now = GAME.table.layout(table.state).cards
            assert lie == {card.name for card in now if card.status is CardStatus.TO_CLEAR} - {
                state.marker
            }
            met.update(beside=1, older=len(lie) > seats + 1)
    assert met["beside"] > 50 * (MATCHES // PARTS)
    assert met["older"] > MATCHES // PARTS


def without_tag(move: object) -> dict[str, object]:
    plain = library.to_plain(move)
    assert isinstance(plain, dict)
    plain.pop("move")
    return plain


def test_matches_by_the_offers_alone_keep_every_promise() -> None:
    random = Random("offers")
    seen: set[tuple[type, type]] = set()
    made: set[type] = set()
    for number in range(200):
        plain, seats = short_settings(random)
        options = table_options(plain)
        steps = list(play(GAME, options, seats, random, 1_200))
        before = GAME.rules.offers(steps[0].before)
        for step in steps:
            check_step(step, seats)
            way = (type(step.before.phase), type(step.move))
            if way not in seen or random.random() < LOOKED_AT:
                check_table(GAME, COUNTS, step, before)
            offers = GAME.rules.offers(step.after)
            check_move(GAME, COUNTS, step, before, offers)
            check_secret(GAME, step, before, random)
            before = offers
            seen.add(way)
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
        while table.phase != "over":
            step = table.step()
            offered = {offer.move for offer in GAME.rules.offers(step.after)}
            assert offered <= {tags[move] for move in FLOW[type(step.after.phase)]}
            camera = [offer for offer in GAME.rules.offers(step.after) if offer.by is By.CAMERA]
            asks = len(reads(GAME.rules.offers(step.after))) + len(
                places(GAME.rules.offers(step.after))
            )
            assert len(camera) == asks, "whatever the camera reads is asked in a zone"


def test_the_rows_take_the_moves_of_the_flow() -> None:
    assert {phase: set(row.moves) for phase, row in ROWS.items()} == {
        phase: set(ways) for phase, ways in FLOW.items()
    }

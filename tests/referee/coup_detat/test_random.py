"""Random deals with hands, and slips that must all show.

``COYOTE_MATCHES=1300 pytest tests/referee/coup_detat/test_random.py`` plays 20,000 deals.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from referee import library
from referee.coup_detat.state.moves import CardPlayed, Cleared
from referee.coup_detat.state.phases import ClearingDraw, Playing, PuttingBack
from referee.coup_detat.state.state import seat_zone
from referee.table import CardStatus, Change, Laid, Taken
from tests.breadth import breadth
from tests.referee.asks import reads
from tests.referee.coup_detat.dealing import GAME, Table, settings
from tests.referee.coup_detat.invariants import check

MATCHES = int(os.environ.get("COYOTE_MATCHES", "15"))  # of some 15 deals each
PARTS = 2  # so that they can run side by side


@pytest.mark.parametrize("part", breadth(range(PARTS)))
def test_every_slip_is_named_as_soon_as_it_shows_and_money_stays(part: int) -> None:
    random = Random(f"slip in part {part}")
    tally: Counter[str] = Counter()
    for _ in range(MATCHES // PARTS):
        plain, seats = settings(random)
        table = Table(plain, seats, random, random.choice([0.0, 0.02, 0.2]))
        while table.phase != "over":
            check(table.step())
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
                check(table.step())
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

"""Evenings in little: what the tracker knows is true, and what is laid becomes a move in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.evening.decks import Dealt
from tests.bench.evening.evening import play
from tests.bench.evening.judge import FAULTS
from tests.bench.evening.watching import Plan
from tests.bench.scenes.evenings import TRICK_SEATS
from tests.breadth import breadth
from tests.vision.scenes import deck

HARDEST = {  # `coyote bench vision --evening` plays all kinds, often, and larger
    "swap_by_hand": ("shutter",),
    "swap_unseen_dim": (),
    "taking": ("white_ramp",),
    "nudge": ("moire",),
    "shove": ("jpeg",),
    "bump": (),
    "dimming": (),
    "strong_flicker": (),
    "white_balance": ("bands",),
    "stall": (),
    "noisy": (),
    "trembling_corner": ("white_jump",),
}
OWN = Dealt(deck().name)


@pytest.mark.verify
@pytest.mark.parametrize("kind", breadth(HARDEST, "bump"))
def test_no_name_is_wrong_or_stale_and_no_card_is_lost_or_doubled(
    kind: str, tmp_path: Path
) -> None:
    played = play(Plan(kind, OWN, 7, [*HARDEST].index(kind), HARDEST[kind], "540p"), tmp_path)
    assert played.faults == []
    assert not any(played.counts[fault] for fault in FAULTS)
    assert played.counts["known"] >= 2  # of three or four cards: one may be under a hand, or gone


def test_four_cards_laid_one_a_second_are_four_moves_in_order_in_time(tmp_path: Path) -> None:
    played = play(Plan("trick", OWN, 7, 1, size="540p"), tmp_path)
    assert played.faults == []
    assert played.counts["moves"] == len(TRICK_SEATS)
    assert played.counts["late"] == 0

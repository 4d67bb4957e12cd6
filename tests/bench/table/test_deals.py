"""Deals by camera: what is played by the rules, what is told of a fault."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from firmware.mats import load_mats
from tests.bench.games import section
from tests.bench.scenes import deals as scripts
from tests.bench.scenes.deals import Trick
from tests.bench.table import deals


def test_a_deal_is_played_by_the_rules_to_its_last_trick() -> None:
    played = deals.dealt(Random(3))
    cards = [card for trick in played.tricks for _, card in trick.laid]
    assert len(played.tricks) == 8
    assert len(set(cards)) == 32
    for before, after in zip(played.tricks, played.tricks[1:], strict=False):
        assert after.laid[0][0] == before.winner  # who takes a trick leads to the next


def test_cards_are_laid_in_their_zones_and_gathered_by_the_winner() -> None:
    game, _ = section("deals", deals.Dealing)
    mat = load_mats(game)[0]
    trick = Trick(((1, "7C"), (2, "KD"), (3, "AS"), (0, "8H")), 3)
    script = scripts.deal(game, [trick], mat, np.random.default_rng(1))
    lain = [one for one in script.instants if sum(not p.held for p in one.pieces) == 4]
    zones = {p.card.card: mat.zone_of(p.card.x_mm, p.card.y_mm) for p in lain[-1].pieces}
    assert zones == {"7C": "seat:1", "KD": "seat:2", "AS": "seat:3", "8H": "seat:0"}
    after = [one for one in script.instants if one.stamp_s > lain[-1].stamp_s]
    # from seat 3, at the right
    assert {hand.from_deg for one in after for hand in one.hands} == {0.0}
    assert not script.instants[-1].pieces


@pytest.mark.verify
def test_a_card_read_as_another_is_counted_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = deals.dealt

    def swapped(random: Random) -> deals.Deal:
        played = whole(random)
        seat, card = played.tricks[0].laid[0]
        other = next(
            one for trick in played.tricks[1:] for _, one in trick.laid if one[-1] == card[-1]
        )
        first = replace(played.tricks[0], laid=((seat, other),))
        return replace(played, moves=played.moves[:1], tricks=[first])

    monkeypatch.setattr(deals, "dealt", swapped)
    row = deals.play((0, 1))
    assert row.wrong == 1
    assert row.failed

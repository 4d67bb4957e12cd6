"""Bots of Plenty Coups seal alliances that will add prestige (PC-34, PC-36)."""

from __future__ import annotations

from random import Random

from referee.bots.levels import Level, choose_action
from referee.plenty_coups import GAME
from referee.plenty_coups.state.moves import Accept
from tests.referee.plenty_coups.playing import Match, proposal

HAND = ("lynx_1", "weapon_2", "weapon_2")


def test_a_bot_accepts_an_alliance_that_adds_prestige() -> None:
    proposed = (proposal(1, 0, "heron_2"),)
    match = Match(4, prestige=(2, 2, 2, 2), proposals=proposed, round=11)
    act = choose_action(GAME, match.state, 0, {0: HAND}, Level.FAIR, Random(1))
    assert isinstance(act.move, Accept)

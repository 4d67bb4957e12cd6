"""Bots of each temper do more of what people expect of them.

Keen bots of Coyote hardly show theirs: nearly always one action is clearly the best.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from referee.bots.levels import Level, choose_action
from referee.determinization import Action, Temper
from tests.bench.bots.habits import BLUFF, DOUBT, habits
from tests.bench.bots.matches import AnyGame, own_cards, played
from tests.breadth import breadth

MATCHES = {"coup": 10, "coyote": 3}
LEVELS = {"coup": Level.KEEN, "coyote": Level.KEEN}


@pytest.mark.parametrize("name", breadth([*MATCHES], "coup"))
def test_the_bold_doubt_and_bluffers_bluff_more_than_the_careful(name: str) -> None:
    level = LEVELS[name]
    likely = {one: defaultdict[str, float](float) for one in Temper}

    def ask_each(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
        own, weigh = own_cards(game, world, seat), game.require_bot().weigh
        for temper, counts in likely.items():
            skill = level.value._replace(temper=temper)
            weights = (weigh(world.state, seat, own, skill) if weigh else None) or {}
            for action, weight in weights.items():
                for habit in habits(game, world, action.move):
                    counts[habit] += weight / sum(weights.values())
        return choose_action(game, world.state, seat, own, level, random)

    for number in range(MATCHES[name]):
        played(name, [ask_each] * 2, Random(number))
    doubts = {one: DOUBT.value(counts) or 0 for one, counts in likely.items()}
    bluffs = {one: BLUFF.value(counts) or 0 for one, counts in likely.items()}
    assert doubts[Temper.BOLD] > doubts[Temper.CAREFUL], doubts
    assert bluffs[Temper.BLUFFER] > bluffs[Temper.CAREFUL], bluffs

"""Bots that plan look to the end of their turn, and choose the more strictly the more skilled."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from referee import library
from referee.bots.levels import Level
from referee.bots.planning import plan, weighed
from referee.bots.search import ActionStats
from referee.determinization import Action, Chance

# What a turn of two steps is worth, by its steps so far. Gold is worth most in the end.
WORTH = {"iron": 0.5, "gold": 0.4, "wood": 0.1, "gold gold": 0.9, "iron iron": 0.6}


class Turn(NamedTuple):
    """A turn of two steps of seat 0, and what it is worth."""

    steps: tuple[str, ...] = ()

    @property
    def state(self) -> Any:
        return None

    @property
    def hands(self) -> Sequence[tuple[str, ...]]:
        return ()

    @property
    def mover(self) -> int:
        return 0 if len(self.steps) < 2 else 1

    def legal_actions(self) -> Sequence[Action]:
        return [Action(item) for item in ("iron", "gold", "wood")]

    def information_set_key(self) -> Hashable:
        return None

    def playout_action(self, chance: Chance) -> Action:
        return chance.choice(self.legal_actions())

    def play(self, act: Action, chance: Chance) -> Turn:
        del chance
        return Turn((*self.steps, act.move))

    def evaluate(self) -> tuple[float, ...]:
        worth = WORTH.get(" ".join(self.steps), 0.2)
        return worth, 1 - worth


def best(steps: int) -> Any:
    stats = plan(lambda _: Turn(), steps, Random(1))
    assert {act.move for act in stats} == {"iron", "gold", "wood"}
    return max(stats, key=lambda act: stats[act].mean).move


def test_a_bot_looks_to_the_end_of_its_own_turn_if_it_has_the_steps() -> None:
    assert best(1) == "iron"
    assert best(100) == "gold"


@pytest.mark.parametrize("name", ["ogallala", "plenty_coups"])
def test_the_more_skilled_choose_a_worse_action_more_rarely(name: str) -> None:
    stats = {Action("good"): ActionStats(1, 1, 0.52), Action("bad"): ActionStats(1, 1, 0.5)}
    chances = [
        weighed(stats, heat).get(Action("bad"), 0.0)
        for heat in library.game(name).require_bot().heats
    ]
    assert len(chances) == len(Level)
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.4
    assert chances[-1] < 0.05

"""Ogallala: lay each card where it gains most, and take from whoever is ahead."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from referee.contract import Game
from referee.determinization import Action, KnownHands
from referee.ogallala.rules.scoring import PRIZE, points, prize_count, total
from referee.ogallala.state.cards import ENDS, PRIZES, SET_OF
from referee.ogallala.state.moves import (
    Attack,
    Discard,
    End,
    Lasso,
    LayBack,
    Place,
    Shoot,
    TopRead,
    Wreck,
)
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.state import State
from referee.ogallala.state.territory import Territory, each_canoe

DRAWN = 3.0  # points that the next card of a pile is hoped to bring
HELD = 5.0  # points for a card that was taken and is to be laid
BEGUN, END = 0.3, 0.3  # the share that an incomplete canoe counts, and more with each end
HOLE = 1.0  # points that a hole costs
LOST = 0.5  # points that a card is worth for which nothing is gained


def liking(
    game: Game[Any, Any, Any], state: State, seat: int, _own: KnownHands, _random: Random
) -> Callable[[Action], float]:
    """Return how much each act is liked."""
    now = standing(state, seat)

    def like(act: Action) -> float:
        match act.move:
            case None:
                return DRAWN
            case Place() | Lasso() | Shoot() | Wreck() | Attack():
                after, _ = game.rules.apply(state, act.move)
                return standing(after, seat) - now
            case Discard():
                return -LOST
            case LayBack():
                return -2 * LOST
            case End():
                return lead(state, seat)
            case TopRead(cards=(card, *_)):
                return -2.0 if card in PRIZES else -1.0 if card in ENDS else 0.0
        return 0.0

    return like


def lead(state: State, seat: int) -> float:
    """Return by how many points a seat is ahead of the best other."""
    points = [total(one) for one in state.territories]
    return points[seat] - max(points[:seat] + points[seat + 1 :])


def standing(state: State, seat: int) -> float:
    """Return what a seat's territory promises, less that of the best other."""
    worths = [promise(one) for one in state.territories]
    held = HELD * len(state.phase.held) if state.turn == seat else 0.0
    return worths[seat] + held - max(worths[:seat] + worths[seat + 1 :])


def promise(territory: Territory) -> float:
    """Return what a territory may come to: complete canoes in full, others by what they have."""
    found = 0.0
    for _, canoe in each_canoe(territory):
        crew = canoe.crew
        if canoe.complete:
            found += points(canoe)
            continue
        holes = canoe.cards.count("")
        full = len(canoe.cards) - holes + PRIZE * (prize_count(canoe) + 2 * matched(canoe))
        found += full * (BEGUN + END * (crew.bow + crew.stern)) - HOLE * holes
    return found


def matched(canoe: Canoe) -> int:
    """Return how many cards lie beside the next one of their set."""
    sets = [SET_OF.get(card) for card in canoe.cards]
    return sum(one is not None and one == other for one, other in pairwise(sets))

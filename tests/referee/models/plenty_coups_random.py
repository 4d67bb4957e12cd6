"""Random play of Plenty Coups: how a table might choose, so that rare actions come about."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.referee.models.plenty_coups import Card, pack
from tests.referee.models.plenty_coups_actions import Action

# How much each is liked among what is legal; the rest 1.
WEIGHTS = {"coup in defence": 20.0, "coup": 8.0, "accept": 8.0, "defend": 4.0, "gift": 0.3}


def tastes(rng: Random) -> dict[str, float]:
    """Return what one table likes: each kind of move more or less than others do."""
    kinds = [*WEIGHTS, "breed", "raid", "horses", "hunt", "disdain", "propose", "neutral"]
    return {kind: WEIGHTS.get(kind, 1.0) * rng.choice([0.2, 1.0, 4.0]) for kind in kinds}


def chosen(rng: Random, taste: dict[str, float], moves: Sequence[Action]) -> Action:
    """Return a move: first of what kind, then any of that."""
    kinds = sorted({move[0] for move in moves})
    (kind,) = rng.choices(kinds, [taste.get(kind, 1.0) for kind in kinds])
    return rng.choice([move for move in moves if move[0] == kind])


def shuffled(rng: Random) -> list[Card]:
    """Return the pack as a pile."""
    pile = pack()
    rng.shuffle(pile)
    return pile

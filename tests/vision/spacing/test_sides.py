"""Whose a card is, by the side on which it lies: asked about rather than ever the wrong one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.spacing.seen import Chance, Place, camera, seen
from vision.spacing.sides import assign_sides

CARD_MM = (63.0, 88.0)
TRICKS = 60  # of each kind


def trick(chance: Chance, at_deg: list[float]) -> list[Place]:
    """Return cards before players who sit at angles, clockwise from the bottom."""
    far, alike = float(chance.uniform(60, 130)), chance.random() < 0.4
    cards = []
    for turn in at_deg:
        off, away = math.radians(turn), far * float(chance.uniform(0.8, 1.25))
        x, y = -math.sin(off) * away, math.cos(off) * away
        askew = float(chance.uniform(-25, 25))
        dx, dy = chance.normal(0, 18, 2).tolist()
        cards.append((x + dx, y + dy, (0.0 if alike else turn) + askew))
    return cards


def sure(
    chance: Chance, at_deg: dict[int, float], sides: int, from_deg: float = 90.0
) -> tuple[int, int]:
    """Return of how many tricks it is sure whose each card is, and of how many wrongly so."""
    answer = wrong = 0
    for _ in range(TRICKS):
        who = [int(side) for side in chance.permutation(list(at_deg))]
        quads = seen(
            camera(chance, from_deg=from_deg),
            trick(chance, [at_deg[side] for side in who]),
            CARD_MM,
            chance,
        )
        result = assign_sides(quads, CARD_MM, sides, {}).sure
        answer += result is not None
        wrong += result is not None and result != tuple(who)
    return answer, wrong


SQUARE = {0: 0.0, 1: 90.0, 2: 180.0, 3: 270.0}
ROUND = {0: 0.0, 1: 120.0, 2: 240.0}


@pytest.mark.parametrize(
    "places",
    [
        [(-45, 55), (-45, -55), (45, -55), (45, 55)],  # four corners: nobody's sides
        [(-120, 0), (-40, 5), (40, -5), (120, 0)],  # in a row
        [(0, 100), (-100, -45), (-100, 60), (0, -110)],  # two on the left
    ],
)
def test_cards_that_lie_around_no_middle_are_asked_about(places: list[tuple[float, float]]) -> None:
    chance = np.random.default_rng(11)
    for _ in range(20):
        cards = [(x, y, float(chance.normal(0, 4))) for x, y in places]
        assert (
            assign_sides(seen(camera(chance), cards, CARD_MM, chance), CARD_MM, 4, {}).sure is None
        )


def test_whose_two_cards_are_settles_the_others() -> None:
    chance = np.random.default_rng(12)
    places: list[Place] = [(0, 100, 0), (-100, -45, 0), (-100, 60, 0), (0, -110, 0)]
    quads = seen(camera(chance), places, CARD_MM, chance)
    ways = assign_sides(quads, CARD_MM, 4, {1: 1, 2: 0, 3: 2}).ways
    assert ways == ((3, 1, 0, 2),)


@pytest.mark.parametrize(
    ("at_deg", "sides", "from_deg", "least", "most"),
    [
        (SQUARE, 4, 90.0, 0.8, 1.0),
        (ROUND, 3, 90.0, 0.95, 1.0),
        ({0: 0.0, 1: 90.0, 2: 180.0}, 3, 90.0, 0.15, 1.0),  # three sides of four
        ({0: 0.0, 1: 90.0, 2: 270.0}, 3, 90.0, 0.8, 1.0),
        ({0: 0.0, 1: 90.0, 2: 180.0}, 4, 90.0, 0.1, 1.0),  # a card is lacking
        ({1: 90.0, 2: 180.0, 3: 270.0}, 4, 90.0, 0.1, 1.0),
        ({0: 0.0, 1: 90.0}, 4, 90.0, 0.0, 0.0),
        ({0: 0.0, 1: 120.0}, 3, 90.0, 0.0, 0.0),
        (SQUARE, 4, 180.0, 0.0, 0.4),  # the picture was not taken from its holder's side
    ],
)
def test_no_card_of_a_trick_is_given_to_a_wrong_seat_and_most_whole_tricks_are_sure(
    at_deg: dict[int, float], sides: int, from_deg: float, least: float, most: float
) -> None:
    certain, wrong = sure(np.random.default_rng(1), at_deg, sides, from_deg)
    assert wrong == 0
    assert least * TRICKS <= certain <= most * TRICKS

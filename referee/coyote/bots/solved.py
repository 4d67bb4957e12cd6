"""Coyote for two, solved beforehand: how often each announcement and challenge should be made.

`tests/bench/bots/solving.py` found the chances with full decks by regret matching. They depend on
the other player's card, on the standing number, and on how much it was raised by.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from numpy.typing import NDArray

from referee.coyote.state.moves import Announce, Challenge
from referee.coyote.state.state import State
from referee.determinization import Action, Tastes
from referee.disk.networks import arrays_beside

Chances = NDArray[Any]
FILE = "solved.npz"
PARTS = ("faces", "copies", "openings", "answers")
JUMPS = (1, 2, 3, 5, 8)  # The solved raises. Other raises are taken for the closest one.
BLUFF = 5  # A raise by this is a bluff.


def weigh_solved(
    state: State, seat: int, card: str, tastes: Tastes
) -> Mapping[Action, float] | None:
    """Return the weight of each action, with the other's card, or None if the deck is changed."""
    faces, copies, openings, answers = _solution(state.setup.edition)
    deck, number = state.setup.deck, state.number
    if deck != dict(zip(faces, copies, strict=True)):
        return None
    face = faces.index(card)
    if not number:
        chances = enumerate(openings[face].tolist())
        return {Action(Announce(seat, one)): chance for one, chance in chances if chance}
    if number >= len(answers):
        return {Action(Challenge(seat)): 1.0}
    challenge, *raises = answers[
        number, raised_by(*(announcement.number for announcement in state.said)), face
    ]
    weights = {Action(Challenge(seat)): float(challenge) * tastes.doubts}
    for jump, chance in zip(JUMPS, raises, strict=True):
        liking = tastes.bluffs if jump >= BLUFF else 1.0
        weights[Action(Announce(seat, number + jump))] = float(chance) * liking
    return {action: weight for action, weight in weights.items() if weight}


def raised_by(*numbers: int) -> int:
    """Return the place of the last raise in `JUMPS`, from 1, or 0 if the number opened the round.

    >>> raised_by(7), raised_by(7, 8), raised_by(7, 8, 12)
    (0, 1, 3)
    """
    if len(numbers) < 2:
        return 0
    raised = numbers[-1] - numbers[-2]
    return 1 + min(range(len(JUMPS)), key=lambda at: abs(JUMPS[at] - raised))


@cache
def _solution(edition: str) -> tuple[list[str], list[int], Chances, Chances]:
    """Return the cards and their copies, and how often each number opens and each action answers.

    The file has square roots, as shares of 255. So even rare actions are known well.
    """
    results = arrays_beside(__file__, FILE)
    faces, copies, openings, answers = (results[f"{edition}_{name}"] for name in PARTS)
    return faces.tolist(), copies.tolist(), (openings / 255) ** 2, (answers / 255) ** 2

"""Players who follow common advice, a rule of thumb for each situation, as a yardstick for others.

`README.md` has the advice. Each game's module says by it how much an act is liked; the one liked
most is done, of equals any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from referee.contract import Game
from referee.determinization import Action, KnownHands
from tests.bench.bots.advice import coup, coup_detat, coyote, ogallala, plenty_coups

AnyGame = Game[Any, Any, Any]
Liking = Callable[[Action], float]

LIKINGS: Mapping[str, Callable[[AnyGame, Any, int, KnownHands, Random], Liking]] = {
    "coup": coup.liking,
    "coup_detat": coup_detat.liking,
    "coyote": coyote.liking,
    "ogallala": ogallala.liking,
    "plenty_coups": plenty_coups.liking,
}


def advised(
    game: AnyGame, state: Any, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return the one of `acts` that common advice says; any where there is none for the game.

    `own` are the cards of the hands that the seat may look at. Nothing hidden is used of `state`.
    """
    if game.name not in LIKINGS:
        return random.choice(acts)
    like = LIKINGS[game.name](game, state, seat, own, random)
    liked = [like(act) for act in acts]
    most = max(liked)
    return random.choice([act for act, much in zip(acts, liked, strict=True) if much == most])

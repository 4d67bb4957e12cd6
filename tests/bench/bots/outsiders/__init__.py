"""Players written from the rules alone, by somebody who did not look at the bots.

They are independent opponents: they share no code and no idea with the bots that they measure. Only
the author of `ogallala` had seen how the bots rate a territory. Each game's module says its rules
of thumb. All of them count cards and know the odds. None searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from referee.contract import Game
from referee.determinization import Action, Determinization, KnownHands
from tests.bench.bots.matches import own_cards
from tests.bench.bots.outsiders import coup, coup_detat, coyote, hearts, ogallala, plenty_coups

AnyGame = Game[Any, Any, Any]
Chooser = Callable[[AnyGame, Any, int, KnownHands, Sequence[Action], Random], Action]

CHOOSERS: Mapping[str, Chooser] = {
    "coup": coup.choose,
    "coup_detat": coup_detat.choose,
    "coyote": coyote.USUAL.choose,
    "hearts": hearts.choose,
    "ogallala": ogallala.choose,
    "plenty_coups": plenty_coups.choose,
}


def outsider(
    game: AnyGame, state: Any, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return an outsider's action: one of `acts`, or in Coyote perhaps a higher announcement.

    `own` are the cards of the hands that the seat may look at. Nothing hidden in `state` is used.
    """
    if len(acts) == 1:
        return acts[0]
    return CHOOSERS[game.name](game, state, seat, own, acts, random)


def outside(game: AnyGame, world: Determinization, seat: int, random: Random) -> Action:
    """Play a seat of a match as an outsider does."""
    own = own_cards(game, world, seat)
    return outsider(game, world.state, seat, own, world.legal_actions(), random)

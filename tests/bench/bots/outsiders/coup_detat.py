"""An outsider at Coup d'État, who imagines deals and plays them on by rules of thumb.

Rules of thumb, besides those for the tricks in `coup_detat_play`:

- Imagine the hidden cards several times: everything not seen, without the suits that a player is
  known to lack. Choose the card that does best on average if all go on by rules of thumb.
- Attempt a coup if it pays on average: a success gains much more than the fine. With the Coup card
  and an ace, Prison is certain: the ace takes the first trick and the Coup card the last one.
- As President, name the contract that brings the most beyond its usual value, because each contract
  is played only once in a tour.
- Dominoes: lay what lets me go on and keeps the others waiting. Always use the turn after an ace.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.coup_detat.state import moves
from referee.coup_detat.state.phases import Laying, Naming, NamingSuit, Playing, Speaking
from referee.determinization import Action, KnownHands
from tests.bench.bots.outsiders.coup_detat_sight import USUAL, Sight


def choose(
    _game: Any, state: Any, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return the action that does best on average."""
    sight, phase = Sight(state, seat, own), state.phase
    kinds = {type(act.move): act for act in acts}
    if isinstance(phase, Speaking) and moves.Attempt in kinds and moves.Decline in kinds:
        worth, _ = sight.best_attempt(random)
        return kinds[moves.Attempt if worth > sight.declined() else moves.Decline]
    if isinstance(phase, Naming):
        attempts = phase.attempter is not None

        def like(act: Action) -> float:
            name = act.move.contract
            return sight.worth(name, attempts, random) - (0 if attempts else USUAL[name])

        return max(acts, key=like)
    playable = [
        act
        for act in acts
        if isinstance(act.move, moves.CardPlayed | moves.NameSuit | moves.CardLaid)
    ]
    if isinstance(phase, Playing | NamingSuit | Laying) and playable:
        return sight.best_card(playable, random) if len(playable) > 1 else playable[0]
    quiet = [act for act in acts if is_quiet(act.move)]
    return quiet[0] if quiet else random.choice(acts)


def is_quiet(move: Any) -> bool:
    """Whether a move lends nothing, corrects nothing and lodges no secret coup."""
    if isinstance(move, moves.Answer):
        return not move.lodge
    return isinstance(move, moves.Refuse | moves.LetStand)

"""Why a card of Coup d'État was good: who can take the trick after it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.contract import Message
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.state import State


def explain(
    states: Sequence[State], _made: Sequence[moves.Move], at: int, move: moves.Move
) -> Message | None:
    """Return whether the player of a card takes the trick, if that is certain and wanted.

    Without an attempt, nobody wants a trick. In an attempt, everybody wants to take it.
    """
    phase = states[at].phase
    if not isinstance(move, moves.CardPlayed) or not isinstance(phase, phases.Playing):
        return None
    trick = phase.deal.trick.plus(move.cards[0])
    takes, wants = trick.winner == move.player, phase.deal.attempter is not None
    if takes != wants or (takes and not trick.is_full):
        return None
    key = "coup_detat.reason.takes" if takes else "coup_detat.reason.avoids"
    return Message(key, {"seat": move.player})

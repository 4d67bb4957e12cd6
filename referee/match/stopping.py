"""Stopping a match for the night: everybody agrees, and the standings are the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.contract import Game, Message, Outcome, View
from referee.match.ending import places


def stopped_outcome(game: Game[Any, Any, Any], states: Sequence[Any], seats: int) -> Outcome:
    """Return the result of a match that stops now. Equal standings share a place.

    Those who are out come after all others, ranked by how long they stayed in the match.
    """
    state = states[-1]
    view: View = game.shown.view(state, None)
    values = {one.seat: game.rules.standing(state, one.seat) for one in view.seats if not one.out}
    best, *others = (
        tuple(seat for seat, one in values.items() if one == value)
        for value in sorted(set(values.values()), reverse=True)
    )
    stayed = places(game, states, seats, Outcome(view.phase, tuple(values)))
    ranking = (best, *others, *(seats for seats in stayed if not {*seats} & values.keys()))
    key = "desk.stopped.leads" if len(best) == 1 else "desk.stopped.lead"
    return Outcome(Message(key, {"seats": best}), best, ranking, stopped=True)

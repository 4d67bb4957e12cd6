"""The end of a match: its places, its record, and the entry that led to each state.

If everybody agrees to stop for the night, the standings are the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.contract import Game, Message, Outcome, Ranking, Record, View
from referee.kit import ranked
from referee.match.log import Entry


@dataclass(frozen=True)
class Ending:
    """The end of a match. If the match was left early, it has no `outcome` and no places.

    `view` is the public view of the last state. `entries` has the entry of each state, starting
    with the entry that began the match. It is used to find the ruling of a highlight.
    """

    outcome: Outcome | None
    view: View
    places: Ranking
    record: Record
    entries: tuple[Entry, ...]


def places(
    game: Game[Any, Any, Any], states: Sequence[Any], seats: int, outcome: Outcome
) -> Ranking:
    """Return the seats of each place.

    They come from the game's ranking. Without one, the winners are first, and the others are ranked
    by how long they stayed in the match, if the game ranks them at all.
    """
    if outcome.ranking:
        return outcome.ranking
    stayed = [0] * seats
    left = set(range(seats))
    for at in range(len(states) - 1, -1, -1):
        view: View = game.shown.view(states[at], None)
        for seat_view in view.seats:
            if seat_view.seat in left and not seat_view.out:
                stayed[seat_view.seat] = at
                left.discard(seat_view.seat)
        if not left:
            break
    ranks: dict[tuple[bool, int], list[int]] = {}
    for seat, at in enumerate(stayed):
        ranks.setdefault((seat in outcome.winners, at), []).append(seat)
    return game.rules.shared(tuple(tuple(ranks[rank]) for rank in sorted(ranks, reverse=True)))


def stopped_outcome(game: Game[Any, Any, Any], states: Sequence[Any], seats: int) -> Outcome:
    """Return the result of a match that stops now. Equal standings share a place.

    Those who are out come after all others, ranked by how long they stayed in the match.
    """
    state = states[-1]
    view: View = game.shown.view(state, None)
    there = [seat_view.seat for seat_view in view.seats if not seat_view.out]
    values = {seat: game.rules.standing(state, seat) for seat in there}
    best, *others = ranked(values)
    stayed = places(game, states, seats, Outcome(view.phase, tuple(values)))
    gone = (seats for seats in stayed if not {*seats} & {*there})
    ranking = game.rules.shared((best, *others, *gone))
    key = "desk.stopped.leads" if len(best) == 1 else "desk.stopped.lead"
    return Outcome(Message(key, {"seats": best}), best, ranking, stopped=True)

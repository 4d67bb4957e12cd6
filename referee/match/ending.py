"""What a match that ended came to: who came in where, its record, which entry each state is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.contract import Game, Outcome, Record, View
from referee.match.log import Entry

Places = tuple[tuple[int, ...], ...]  # the seats of each place, the first place first


@dataclass(frozen=True)
class Ending:
    """A match that ended, or was left: then there is no `outcome`, and nobody has a place.

    `view` is what everybody may see of its last state. `entries` are those of its states, from the
    one that began it on, so that a highlight's ruling is found.
    """

    outcome: Outcome | None
    view: View
    places: Places
    record: Record
    entries: tuple[Entry, ...]


def ending(
    game: Game[Any, Any, Any], states: Sequence[Any], entries: Sequence[Entry], seats: int
) -> Ending:
    """Return what a match came to by its states, and by the entries that led to them."""
    outcome = game.outcome(states[-1])
    where = places(game, states, seats) if outcome else ()
    view = game.view(states[-1], None)
    return Ending(outcome, view, where, game.record(states), tuple(entries))


def places(game: Game[Any, Any, Any], states: Sequence[Any], seats: int) -> Places:
    """Return who came in where: by the game, or else the winners, then whoever was in longer."""
    outcome = game.outcome(states[-1])
    assert outcome is not None
    if outcome.ranking:
        return outcome.ranking
    stayed = [0] * seats
    left = set(range(seats))
    for at in range(len(states) - 1, -1, -1):
        view: View = game.view(states[at], None)
        for one in view.seats:
            if one.seat in left and not one.out:
                stayed[one.seat] = at
                left.discard(one.seat)
        if not left:
            break
    ranks: dict[tuple[bool, int], list[int]] = {}
    for seat, at in enumerate(stayed):
        ranks.setdefault((seat in outcome.winners, at), []).append(seat)
    return tuple(tuple(ranks[rank]) for rank in sorted(ranks, reverse=True))

"""The names that a host has set right in a kept match. Cards and undos are in the match's log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.match.desk import Desk
from referee.match.journal.bodies import Begun, Handed, Named, Swapped
from referee.match.journal.entries import without_cut
from referee.match.people.naming import players_after
from referee.match.people.players import Players


@dataclass(frozen=True)
class NameChange:
    """A player of a `seat` who `was` called otherwise before. `at_s` is Unix time.

    If there is an `other` seat, the players of both seats changed places instead.
    """

    at_s: float
    seat: int
    was: str = ""
    now: str = ""
    other: int | None = None


def name_changes(desk: Desk, match: int) -> tuple[NameChange, ...]:
    """Return the names that were set right once the next match had begun, in order."""
    later = (other for other in desk.journal.last_entries() if other > match)
    next_match = min(later, default=None)
    return () if next_match is None else tuple(_changes(desk, match, next_match))


def _changes(desk: Desk, match: int, next_match: int) -> Iterator[NameChange]:
    lines = without_cut(desk.journal.lines(match))
    begun = lines[0].body if lines else None
    if not isinstance(begun, Begun):
        return
    players = Players.at_start(begun.seats, begun.names, begun.levels, begun.drawn)
    for line in lines[1:]:
        body = line.body
        if not isinstance(body, Named | Handed | Swapped):
            continue
        if line.seq > next_match and isinstance(body, Named):
            was = players.names_of(body.seat)[-1 - body.earlier]
            yield NameChange(line.at_s, body.seat, was, body.name)
        elif line.seq > next_match and isinstance(body, Swapped):
            yield NameChange(line.at_s, body.seat, other=body.other)
        players = players_after(players, body, line.seq)

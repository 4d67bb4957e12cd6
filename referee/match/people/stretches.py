"""The stretches of a match: the moves during which the same player had a seat.

All that counts for a player (figures, matches, ratings, the club's result) is computed from these
stretches and from `Players.place_takers`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from referee.match.log import Entry
from referee.match.people.players import Players


class Stretch(msgspec.Struct, frozen=True):
    """A player's time at a seat. Of the match's states, those from `first` up to `end` are theirs.

    `end` is not included. A bot has no `name`. `acted` is true if the player made a move.
    """

    seat: int
    name: str
    first: int
    end: int
    acted: bool

    def overlaps(self, other: Stretch) -> bool:
        """Whether both players had their seats during the same move."""
        return max(self.first, other.first) < min(self.end, other.end)


def stretches(players: Players, entries: Sequence[Entry]) -> tuple[Stretch, ...]:
    """Return the stretches by seat, in order. `entries` has the entry that led to each state."""
    made = [entry.seq for entry in entries[1:]]
    seats = [entry.move.mover for entry in entries[1:]]
    parts = []
    for seat in range(players.seats):
        tenures = players.tenures[seat]
        firsts = [0, *(bisect_left(made, stay.since) for stay in tenures[1:]), len(made)]
        parts += [
            Stretch(seat, tenure.person, first + 1, end + 1, seat in seats[first:end])
            for tenure, (first, end) in zip(tenures, pairwise(firsts), strict=True)
        ]
    return tuple(parts)

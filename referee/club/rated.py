"""A rating of each player over all tables: the club's results, as one table counts its own."""

from __future__ import annotations

from collections.abc import Iterable

from referee.club.meetings import latest
from referee.club.results import Counted
from referee.match.past.evenings import Played
from referee.players import Player, players


def rated(results: Iterable[Counted], game: str) -> tuple[Player, ...]:
    """Return the players of one game by their ratings, of all results that count.

    The newest version of each match is taken, in the order in which they ended.
    """
    ended = sorted(latest(results), key=lambda one: one.result.ended_s)
    return players([_played(one) for one in ended if one.places], game)


def _played(one: Counted) -> Played:
    result = one.result
    return Played(int(result.match, 16), result.game, result.players, one.places)
